/** Why the tracker's odometer and a trip differ. `other` is told in the note. */
export const ODOMETER_REASONS = [
  'power-lost',
  'no-positions',
  'without-tracker',
  'tracker-moved',
  'wrong-reading',
  'other',
] as const;
