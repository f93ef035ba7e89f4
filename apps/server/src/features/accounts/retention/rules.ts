/** The nightly job that erases, UTC (telemetry/jobs.ts). */
const ERASED_AT = { hour: 1, minute: 53 } as const;

/** When the next night's job begins after an instant. */
export function nextErasure(now: Date): Date {
  const at = new Date(now);
  at.setUTCHours(ERASED_AT.hour, ERASED_AT.minute, 0, 0);
  if (at <= now) at.setUTCDate(at.getUTCDate() + 1);
  return at;
}
