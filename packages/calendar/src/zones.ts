import { fromAbsolute, parseDate, parseDateTime, toCalendarDate, toZoned } from '@internationalized/date';

/** The calendar day of an instant (a Date, or UTC milliseconds) in an IANA time zone, `YYYY-MM-DD`. */
export const dayIn = (at: Date | number, timeZone: string): string =>
  toCalendarDate(fromAbsolute(Number(at), timeZone)).toString();

/** To make one costs a hundred times what it costs to use it. There are not many zones. */
const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, made);
  return made;
}

/** What the clocks of a zone show at an instant, `YYYY-MM-DDTHH:mm:ss`. */
export const localTimeIn = (at: Date | number, timeZone: string): string =>
  formatOf(timeZone).format(Number(at)).replace(' ', 'T');

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
