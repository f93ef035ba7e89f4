/** Safe return home. */
export const safeReturn = {
  SafeHomeEnableMsg: 'Choose when it is to be home and where home is first. Then you can switch it on.',
  RadiusLessThan300: 'The radius must be at least 300 metres.',
  SafeHomeRadiusMost: 'The radius can be at most 9\u202f999 metres.',
  SafeReturnHomeAddrEmpty: 'Enter the address of the home.',
  ErrSavePastDateMsg: 'That time has passed. Choose a later start.',
  SafeHomeQuarters: 'Choose a time on the quarter of an hour.',
  SafeHomeNoSuchCheck: 'There is no such check to come any more. Reload to see the next ones.',
  SafeHomeIsOff: 'Safe return home is not part of your subscription.',
} as const;
