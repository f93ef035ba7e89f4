import { DAY_MS } from './durations.ts';
import { fromAbsolute, parseDate, parseDateTime, toCalendarDate, toZoned } from '@internationalized/date';

/** To make one costs a hundred times what it costs to use it. There are not many zones. */
const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, made);
  return made;
}

/** The place that a zone is named after, which people know: Stockholm of Europe/Stockholm. */
export const placeOfZone = (timeZone: string): string => timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;

const formatted = (ms: number, timeZone: string): string => formatOf(timeZone).format(ms).replace(' ', 'T');

/** Before, zones had offsets of odd seconds and changed them at odd times; after, years have five digits one day. */
const FIRST_MS = Date.UTC(1980, 0, 1);
const LAST_MS = Date.UTC(2200, 0, 1);
/** So many days are remembered of a zone: some twenty years. */
const DAYS_MAX = 8192;
/** By zone and day (UTC, since 1970): how far its clocks are ahead, ms; null on a day on which they are put forward or back. */
const offsets = new Map<string, Map<number, number | null>>();

/**
 * How far the clocks of a zone are ahead of UTC at an instant, ms; null where it is to be looked up. They change at most once in a day, so that a
 * day that begins and ends alike is alike all through.
 */
function offsetAt(ms: number, timeZone: string): number | null {
  if (!(ms >= FIRST_MS && ms < LAST_MS)) return null;
  const day = Math.floor(ms / DAY_MS);
  let days = offsets.get(timeZone);
  if (!days) offsets.set(timeZone, (days = new Map<number, number | null>()));
  const known = days.get(day);
  if (known !== undefined) return known;
  const offsetOf = (at: number): number => Date.parse(`${formatted(at, timeZone)}Z`) - at;
  const first = offsetOf(day * DAY_MS);
  const found = first === offsetOf((day + 1) * DAY_MS) ? first : null;
  if (days.size >= DAYS_MAX) days.clear();
  days.set(day, found);
  return found;
}

/** What the clocks of a zone show at an instant, `YYYY-MM-DDTHH:mm:ss`. */
export function localTimeIn(at: Date | number, timeZone: string): string {
  const ms = Number(at);
  const offset = offsetAt(ms, timeZone);
  return offset === null ? formatted(ms, timeZone) : new Date(ms + offset).toISOString().slice(0, 'YYYY-MM-DDTHH:mm:ss'.length);
}

/** The calendar day of an instant (a Date, or UTC milliseconds) in an IANA time zone, `YYYY-MM-DD`. */
export function dayIn(at: Date | number, timeZone: string): string {
  const offset = offsetAt(Number(at), timeZone);
  return offset === null
    ? toCalendarDate(fromAbsolute(Number(at), timeZone)).toString()
    : new Date(Number(at) + offset).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** The instant at which a day begins in a zone, on days of 23 and 25 hours too, and where the clocks skip midnight. */
export const startOfDay = (day: string, timeZone: string): Date => toZoned(parseDate(day), timeZone).toDate();

/**
 * The instant (ISO, UTC) at which the clocks of a zone show `local` (`YYYY-MM-DDTHH:mm`, as a browser's date and time field gives
 * it); null for a text that is no time. A time that the spring change leaves out becomes the one an hour later; of one that the
 * autumn change brings twice it is the first.
 */
export function instantOf(local: string, timeZone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local) || Number.isNaN(Date.parse(`${local}Z`))) return null;
  return toZoned(parseDateTime(local), timeZone).toDate().toISOString();
}
