/** Safe return home. */
export const safeReturn = {
  SafeHomeEnableMsg: 'Välj först när enheten ska vara hemma och var hemmet är. Sedan kan du slå på.',
  RadiusLessThan300: 'Radien måste vara minst 300 meter.',
  SafeHomeRadiusMost: 'Radien får vara högst 9 999 meter.',
  SafeReturnHomeAddrEmpty: 'Ange hemmets adress.',
  ErrSavePastDateMsg: 'Den tiden har passerat. Välj en senare start.',
  SafeHomeQuarters: 'Välj en tid på jämn kvart.',
  SafeHomeNoSuchCheck: 'Den kontrollen finns inte längre. Ladda om för att se de kommande.',
  SafeHomeIsOff: 'Trygg hemkomst ingår inte i ert abonnemang.',
} as const;
