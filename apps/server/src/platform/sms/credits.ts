/** ALARM-038: how few credits are worth telling of. */
export const CREDITS_TOLD_AT = [0, 10] as const;

/** The mark that a balance passed on its way down, the lowest of several; null for none. */
export const creditsPassed = (before: number, left: number): number | null =>
  CREDITS_TOLD_AT.find((mark) => before > mark && left <= mark) ?? null;
