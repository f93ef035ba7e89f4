import { DAY_MS } from '@spora/calendar/durations';
const formatters = new Map<string, Intl.DateTimeFormat>();

/** How far the zone's clock is ahead of UTC at an instant, in milliseconds. */
export function zoneOffsetMs(timeZone: string, atMs: number): number {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' });
    formatters.set(timeZone, formatter);
  }
  const part = Object.fromEntries(formatter.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(part['year']!, part['month']! - 1, part['day'], part['hour'], part['minute'], part['second']);
  return local - Math.floor(atMs / 1000) * 1000;
}

/** Days since 1970-01-01 of the local date at an instant. */
export const localDay = (timeZone: string, atMs: number): number => Math.floor((atMs + zoneOffsetMs(timeZone, atMs)) / DAY_MS);

/** The instant at which a local day's clock shows so many hours; hours may lie outside 0 to 24. */
export function instantOf(timeZone: string, day: number, hours: number): number {
  const local = day * DAY_MS + hours * 3_600_000;
  const guess = local - zoneOffsetMs(timeZone, local);
  return local - zoneOffsetMs(timeZone, guess);
}

/** 0 Monday to 6 Sunday. */
export const weekdayOf = (day: number): number => (day + 3) % 7;
