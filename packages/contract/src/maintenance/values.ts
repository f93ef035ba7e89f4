export const PLAN_KINDS = ['service', 'inspection', 'other'] as const;

/** SRV-003: `done` is the state of a plan that does not repeat, once it was done. */
export const PLAN_STATES = ['ok', 'due-soon', 'overdue', 'done'] as const;

/** SRV-002: how far ahead a plan warns unless told otherwise. */
export const PLAN_WARNING = { km: 1000, hours: 25, days: 30 } as const;

export const PLAN_MAX = { km: 1_000_000, hours: 100_000, months: 240, warnDays: 365, perUnit: 50 } as const;

/**
 * So far what a person reads off may be ahead of what the unit shows, or behind what it showed that day; more is confirmed, or a digit too
 * many moves the next service away.
 */
export const READING_AHEAD = { km: 500, hours: 20 } as const;

/** The currencies that a cost may be in; the account's comes first. */
export const CURRENCIES = ['SEK', 'NOK', 'DKK', 'EUR', 'GBP', 'USD'] as const;

/** How much the trackers' distance may be corrected: beyond this a reading is wrong, not the tracker. */
export const DISTANCE_FACTOR = { min: 0.8, max: 1.25 } as const;

/** What operating hours are counted by. */
export const HOURS_SOURCES = ['ignition', 'input1', 'input2', 'input3', 'input4', 'engine'] as const;
