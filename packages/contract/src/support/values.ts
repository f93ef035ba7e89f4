/** ROLE-011: on a support visit a call says for which page it is made. It is not believed of what was shown, which is told beside it. */
export const VISIT_PAGE_HEADER = 'Spora-Page';

/** What the pages of an account are about, in words of calls (`tracking.positions`). */
export const VISIT_PAGES = [
  'accounts',
  'alarms',
  'attestation',
  'bookings',
  'drivers',
  'eco',
  'maintenance',
  'places',
  'reports',
  'safe-return',
  'sensors',
  'today',
  'tolls',
  'tracking',
  'trips',
  'units',
  'users',
  'zones',
] as const;
export type VisitPage = (typeof VISIT_PAGES)[number];

/** The support staff's own page about an account. */
export const SUPPORT_PAGE = 'support';
