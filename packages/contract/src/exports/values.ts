/** TRIP-016, TRIP-017. `json` is the one that the verification page looks into: it carries the sealed periods. */
export const EXPORT_FORMATS = ['csv', 'xlsx', 'pdf', 'json'] as const;

/** The period before, as a whole: the day, the ISO week or the calendar month in the account's zone. */
export const SCHEDULE_EVERY = ['day', 'week', 'month'] as const;

/** Lists of which the browser makes a file from what it shows. */
export const LIST_FILES = ['units', 'lock-log', 'alarms', 'service', 'sensor-readings'] as const;
export type ListFile = (typeof LIST_FILES)[number];

export const LIST_FORMATS = ['csv', 'xlsx'] as const;
