import { addDays, daysBetween, weekSpan } from '@spora/calendar/days';
import { dayIn, instantOf } from '@spora/calendar/zones';

/** CONST-042, CONST-003, CONST-034, CONST-050, DEC-37. */
export const SAFE_HOME_WEEKS_MAX = 3;
export const SAFE_HOME_USUAL_TIME = '18:00';
export const SAFE_HOME_STEP_MIN = 15;
export const SAFE_HOME_RADIUS_M = { min: 300, usual: 300, max: 9999 } as const;
export const SAFE_HOME_ADDRESS_MAX = 50;
export const SAFE_HOME_MAP = { zoom: 14, editingZoom: 15, heightPx: 600, lat: 59.3293, lng: 18.0686 } as const;
/** SAFE-031: so many checks to come are shown. */
export const SAFE_HOME_NEXT = 6;

/** CONST-043: `day` is 0 for Sunday, 1 to 6 for Monday to Saturday; `time` is `HH:mm`. */
export interface CheckTime {
  readonly day: number;
  readonly time: string;
}
/** A list for each week of the cycle. */
export type CheckWeeks = readonly (readonly CheckTime[])[];

/** When a unit is to be home. */
export interface HomeSchedule {
  readonly schedule: CheckWeeks;
  /** Of how many weeks the cycle is. */
  readonly frequency: number;
  /** `YYYY-MM-DD`: the first week of the cycle is the one that it lies in, and nothing is checked before it. */
  readonly start_date: string;
  readonly time_zone: string;
}

/** Whether a text is a time in steps of a quarter of an hour. */
export const isCheckTime = (text: string): boolean => /^([01]\d|2[0-3]):(00|15|30|45)$/.test(text);

const isEntry = (entry: unknown): entry is CheckTime =>
  typeof entry === 'object' &&
  entry !== null &&
  'day' in entry &&
  'time' in entry &&
  Number.isInteger(entry.day) &&
  Number(entry.day) >= 0 &&
  Number(entry.day) <= 6 &&
  typeof entry.time === 'string' &&
  isCheckTime(entry.time);

/** DEC-36: a list or the JSON text of one; what is broken counts as empty. */
export function readCheckWeeks(stored: unknown): CheckWeeks {
  let read = stored;
  if (typeof stored === 'string')
    try {
      read = JSON.parse(stored) as unknown;
    } catch {
      return [];
    }
  if (!Array.isArray(read)) return [];
  return read
    .slice(0, SAFE_HOME_WEEKS_MAX)
    .map((week: unknown) => (Array.isArray(week) ? week.filter(isEntry).map(({ day, time }) => ({ day, time })) : []));
}

/** SAFE-007: a schedule without a single time is none. */
export const hasChecks = ({ schedule, frequency }: Pick<HomeSchedule, 'schedule' | 'frequency'>): boolean =>
  schedule.slice(0, frequency).some((week) => week.length > 0);

/** How far ahead and back is looked for checks: further than a whole cycle. */
const LOOKED_DAYS = SAFE_HOME_WEEKS_MAX * 7 * SAFE_HOME_NEXT;

/** The instants (UTC milliseconds) of the checks of a day, in order. */
function checksOfDay({ schedule, frequency, start_date, time_zone }: HomeSchedule, day: string): number[] {
  if (day < start_date) return [];
  const week = Math.floor(daysBetween(weekSpan(start_date).from, day) / 7) % frequency;
  const weekday = (daysBetween(weekSpan(day).from, day) + 1) % 7;
  return (schedule[week] ?? [])
    .filter((entry) => entry.day === weekday)
    .flatMap(({ time }) => {
      const at = instantOf(`${day}T${time}`, time_zone);
      return at === null ? [] : [Date.parse(at)];
    })
    .sort((a, b) => a - b);
}

/**
 * SAFE-029: the checks after `fromMs` and not after `toMs`, in order, as UTC milliseconds. The clocks of the schedule's own zone rule: a
 * time that the spring change leaves out is checked an hour later by the clock, one that the autumn change brings twice the first time.
 */
export function checksBetween(home: HomeSchedule, fromMs: number, toMs: number): number[] {
  if (toMs <= fromMs || !hasChecks(home)) return [];
  const last = dayIn(toMs, home.time_zone);
  const found: number[] = [];
  const first = dayIn(fromMs, home.time_zone);
  for (let day = first > home.start_date ? first : home.start_date; day <= last; day = addDays(day, 1))
    found.push(...checksOfDay(home, day).filter((at) => at > fromMs && at <= toMs));
  return found;
}

/** SAFE-031: the next checks after an instant, in order, as UTC milliseconds. */
export function nextChecks(home: HomeSchedule, afterMs: number, count = SAFE_HOME_NEXT): number[] {
  if (!hasChecks(home)) return [];
  const found: number[] = [];
  const today = dayIn(afterMs, home.time_zone);
  let day = today > home.start_date ? today : home.start_date;
  for (let i = 0; i <= LOOKED_DAYS && found.length < count; i += 1) {
    found.push(...checksOfDay(home, day).filter((at) => at > afterMs));
    day = addDays(day, 1);
  }
  return found.slice(0, count);
}

/** DEC-37: an address as it is stored: cut at a word where it is too long. */
export function cutAddress(text: string): string {
  const address = text.trim().replace(/\s+/g, ' ');
  if (address.length <= SAFE_HOME_ADDRESS_MAX) return address;
  const cut = address.slice(0, SAFE_HOME_ADDRESS_MAX + 1);
  const end = cut.lastIndexOf(' ');
  return (end > 0 ? cut.slice(0, end) : address.slice(0, SAFE_HOME_ADDRESS_MAX)).replace(/[\s,;]+$/, '');
}
