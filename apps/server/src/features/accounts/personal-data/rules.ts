/** What opens something, or is nobody's to read: never in an export. */
const SECRET = /hash|token|secret|password|^code$/i;

/** A row as it may be handed out; columns that are empty are left out with those that are secret. */
export const withoutSecrets = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([column, value]) => value !== null && !SECRET.test(column)));

/** A row of a table as an administrator gets it of somebody else: without what is the driver's own. */
export const withoutOwn = (row: Readonly<Record<string, unknown>>, driversOwn: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !driversOwn.includes(column)));
