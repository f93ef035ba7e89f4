import { dayIn } from '@spora/calendar/zones';
import type { InputOf } from '@spora/contract/endpoint-map';
import type { SafeHome } from '@spora/contract/safe-return/endpoints';
import {
  type CheckWeeks,
  hasChecks,
  nextChecks,
  readCheckWeeks,
  SAFE_HOME_MAP,
  SAFE_HOME_RADIUS_M,
  SAFE_HOME_STEP_MIN,
  SAFE_HOME_USUAL_TIME,
  SAFE_HOME_WEEKS_MAX,
} from '@spora/contract/safe-return/schedule';
import { compareNames } from '@spora/messages/name-order';
import type { CircleForm } from '../zones/public/use-circle.ts';
import type { SafeReturnSearch } from './search.ts';
import { finder } from '../../lib/names.ts';

/** Those that are on, then those that somebody has begun with. */
const useOf = (home: SafeHome): number => (home.status === 1 ? 0 : hasHome(home) || hasSchedule(home) ? 1 : 2);

/** SAFE-002, SAFE-003: the units that the address leaves, in its order; those in use first where it names none. */
export function shownHomes(homes: readonly SafeHome[], { q = '', sort, on }: SafeReturnSearch): SafeHome[] {
  const isFound = finder(q);
  const sign = sort?.startsWith('-') ? -1 : 1;
  const of = (home: SafeHome): string => (sort?.endsWith('regnr') ? home.RegistrationNumber : home.name);
  return homes
    .filter(({ name, RegistrationNumber: plate, status }) => isFound(name, plate) && (!on || status === 1))
    .sort((a, b) => (sort === undefined ? useOf(a) - useOf(b) : 0) || sign * compareNames(of(a), of(b)));
}

export const hasHome = ({ address, centerLat }: SafeHome): boolean => address !== '' && centerLat !== null;
export const hasSchedule = ({ schedule, frequency }: SafeHome): boolean =>
  hasChecks({ schedule: readCheckWeeks(schedule), frequency });

/** As it stands after something of it was saved; `turned_off` where that has switched it off. */
export type SavedHome = SafeHome & { readonly turned_off?: boolean };

/** SAFE-007: what is still to be saved before it can be switched on; null where nothing is. */
export const missingStep = (home: SafeHome): 'schedule' | 'home' | null =>
  !hasSchedule(home) ? 'schedule' : !hasHome(home) ? 'home' : null;

/** Monday first; 0 is Sunday (SAFE-021). */
export const WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5, 6, 0];
export const WORKDAYS: readonly number[] = [1, 2, 3, 4, 5];

/** A day that is such a weekday, for its name: 4 January 1970 was a Sunday. */
export const dayOfWeekday = (weekday: number): string => `1970-01-${String(4 + weekday).padStart(2, '0')}`;

/** Days that follow on each other as a range from three on: `mon–fri`, `mon, wed`. */
function daysText(days: readonly number[], nameOf: (day: number) => string): string {
  const runs: number[][] = [];
  WEEKDAYS.forEach((day, i) => {
    if (!days.includes(day)) return;
    const last = runs.at(-1);
    if (last && last.at(-1) === WEEKDAYS[i - 1]) last.push(day);
    else runs.push([day]);
  });
  return runs
    .map((run) =>
      run.length > 2 ? `${nameOf(run[0] as number)}–${nameOf(run.at(-1) as number)}` : run.map((day) => nameOf(day)).join(', '),
    )
    .join(', ');
}

/** The checks of each week of the cycle in a few words: `mon–thu 18:00, fri 15:00`; empty where there are none. */
export const timesOf = ({ schedule, frequency }: SafeHome, nameOf: (day: number) => string): readonly string[] => {
  const weeks = readCheckWeeks(schedule);
  return Array.from({ length: frequency }, (_, week) =>
    [...Map.groupBy(weeks[week] ?? [], ({ time }) => time)]
      .map(
        ([time, entries]) =>
          `${daysText(
            entries.map(({ day }) => day),
            nameOf,
          )} ${time}`,
      )
      .join(', '),
  );
};

/** All workdays at once, at the time of the first day that is chosen, else at that of Monday. */
export function withWorkdays(weeks: ScheduleForm['weeks'], week: number): ScheduleForm['weeks'] {
  const days = weeks[week] ?? [];
  const time = (WEEKDAYS.map((day) => days[day]).find((day) => day?.isOn) ?? days[1])?.time ?? SAFE_HOME_USUAL_TIME;
  return WORKDAYS.reduce((all, day) => (days[day]?.isOn ? all : withDay(all, week, day, { isOn: true, time })), weeks);
}
/** SAFE-020: every quarter of an hour of a day. */
export const CHECK_TIMES: readonly string[] = Array.from({ length: (24 * 60) / SAFE_HOME_STEP_MIN }, (_, i) => {
  const minutes = i * SAFE_HOME_STEP_MIN;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
});

export interface DayForm {
  readonly isOn: boolean;
  readonly time: string;
}
/** For each weekday, by its number. */
export type WeekForm = readonly DayForm[];

/** What the schedule's dialog holds: all three weeks, however many are shown (SAFE-022, SAFE-023). */
export interface ScheduleForm {
  readonly frequency: number;
  readonly startDate: string;
  readonly weeks: readonly WeekForm[];
}

export function scheduleForm(home: SafeHome, today: string): ScheduleForm {
  const stored = readCheckWeeks(home.schedule);
  return {
    frequency: Math.min(SAFE_HOME_WEEKS_MAX, Math.max(1, home.frequency)),
    startDate: home.start_date ?? today,
    weeks: Array.from({ length: SAFE_HOME_WEEKS_MAX }, (_, week) =>
      Array.from({ length: 7 }, (_unused, day) => {
        const entry = stored[week]?.find((each) => each.day === day);
        return { isOn: entry !== undefined, time: entry?.time ?? SAFE_HOME_USUAL_TIME };
      }),
    ),
  };
}

export const withDay = (weeks: ScheduleForm['weeks'], week: number, day: number, part: Partial<DayForm>): ScheduleForm['weeks'] =>
  weeks.map((days, i) => (i === week ? days.map((each, j) => (j === day ? { ...each, ...part } : each)) : days));

/** SAFE-023, DEC-36: the checked days of the weeks that are shown. */
export const checkWeeks = ({ frequency, weeks }: Pick<ScheduleForm, 'frequency' | 'weeks'>): CheckWeeks =>
  weeks.slice(0, frequency).map((days) => WEEKDAYS.flatMap((day) => (days[day]?.isOn ? [{ day, time: days[day].time }] : [])));

export const scheduleInput = (
  form: ScheduleForm,
  imei: string,
  timeZone: string,
): InputOf<'safe-return.save-schedule'>['body'] => ({
  imei,
  schedule: checkWeeks(form).map((week) => [...week]),
  frequency: form.frequency,
  start_date: form.startDate,
  time_zone: timeZone,
});

/** SAFE-025, DEC-33: only a date that was changed can lie in the past. */
export const scheduleFaults = (form: ScheduleForm, first: ScheduleForm, today: string) => ({
  start_date:
    form.startDate === '' || (form.startDate !== first.startDate && form.startDate < today)
      ? ('ErrSavePastDateMsg' as const)
      : null,
});

/** SAFE-031: when the next checks of a form would be. */
export const previewOf = (form: ScheduleForm, timeZone: string, nowMs: number): readonly number[] =>
  form.startDate === ''
    ? []
    : nextChecks(
        { schedule: checkWeeks(form), frequency: form.frequency, start_date: form.startDate, time_zone: timeZone },
        nowMs,
      );

/** SAFE-011, SAFE-012: a home that is there, or a beginning. */
export const homeForm = (home: SafeHome): CircleForm => ({
  lat: home.centerLat,
  lng: home.centerLng,
  radius: String(home.radius ?? SAFE_HOME_RADIUS_M.usual),
  address: home.address,
  isTyped: false,
});
export const DEFAULT_PLACE = { lat: SAFE_HOME_MAP.lat, lng: SAFE_HOME_MAP.lng };

/** ERR-041: what a form of the home, and one of its times, began with. */
export const placeFacts = ({ address, radius, centerLat, centerLng }: SafeHome) => ({ address, radius, centerLat, centerLng });
export const timeFacts = ({ schedule, frequency, start_date, time_zone }: SafeHome) => ({
  schedule,
  frequency,
  start_date,
  time_zone,
});

/** SAFE-027: the centre as text with six decimals. */
export const homeInput = (form: CircleForm, imei: string): InputOf<'safe-return.save-home'>['body'] => ({
  imei,
  radius: Number(form.radius),
  centerLat: (form.lat ?? 0).toFixed(6),
  centerLng: (form.lng ?? 0).toFixed(6),
  address: form.address.trim(),
});

/** SAFE-015, SAFE-016, DEC-37. */
export function homeFaults(form: CircleForm) {
  const radius = Number(form.radius);
  return {
    radius:
      radius < SAFE_HOME_RADIUS_M.min
        ? ('RadiusLessThan300' as const)
        : radius > SAFE_HOME_RADIUS_M.max
          ? ('SafeHomeRadiusMost' as const)
          : null,
    address:
      form.address.trim() === '' || form.lat === null
        ? ('SafeReturnHomeAddrEmpty' as const)
        : form.isTyped
          ? ('CircleChooseAddress' as const)
          : null,
  };
}

/** The day of an instant seen from another: 0 is the same day. */
export const isSameDay = (at: string, nowMs: number, timeZone: string): boolean =>
  dayIn(Date.parse(at), timeZone) === dayIn(nowMs, timeZone);
