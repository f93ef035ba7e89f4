/**
 * ADM-030: what may wait for an administrator, the most urgent first: Today shows the lines in this order. No zod: the screen loads it
 * without a schema library.
 */
export const TODAY_LINES = [
  'alarms-urgent',
  'bookings-requested',
  'service-overdue',
  'alarms-soon',
  'units-silent',
  'alarms-untold',
  'alarms-event',
  'bookings-today',
  'service-due-soon',
  'attest-reopened',
  'attest-user',
  'attest-open',
  'trips-purpose',
  'trips-driver',
  'units-missing',
] as const;
export type TodayLineName = (typeof TODAY_LINES)[number];

/** Without contact is worth somebody's time after an hour: garages and tunnels are over by then. The list of units narrows to the same. */
export const SILENT_AT_LEAST_MS = 3_600_000;

/** So many of a line are named; the others are behind its link. */
export const TODAY_ITEMS_MAX = 5;
