import { type HomeSchedule, nextChecks, readCheckWeeks } from '@spora/contract/safe-return/schedule';
import { haversineM } from '@spora/telemetry/geometry';

/** What is stored of when a unit is to be home. */
export interface StoredSchedule {
  readonly schedule: unknown;
  readonly frequency: number | null;
  readonly start_date: string | null;
  readonly time_zone: string | null;
}

/** The schedule that a row holds; null before there is one. */
export const scheduleOf = ({ schedule, frequency, start_date, time_zone }: StoredSchedule): HomeSchedule | null =>
  start_date === null || time_zone === null
    ? null
    : { schedule: readCheckWeeks(schedule), frequency: frequency ?? 1, start_date, time_zone };

/** When the first check after an instant is; null where there is none. */
export function nextAfter(schedule: HomeSchedule, afterMs: number): Date | null {
  const [next] = nextChecks(schedule, afterMs, 1);
  return next === undefined ? null : new Date(next);
}

/** As the audit log keeps it: a check is told by its week, weekday (0 is Sunday) and time, as `1.5 18:00`. */
export const toldOf = (
  row: StoredSchedule & { readonly [K in keyof Home]: Home[K] | null },
): Readonly<Record<string, unknown>> => ({
  schedule: readCheckWeeks(row.schedule)
    .slice(0, row.frequency ?? 1)
    .flatMap((week, index) => week.map(({ day, time }) => `${index + 1}.${day} ${time}`)),
  start_date: row.start_date,
  time_zone: row.time_zone,
  radius_m: row.radius_m,
  position: row.lat_e7 === null ? null : `${row.lat_e7} ${row.lon_e7}`,
});

export interface Home {
  readonly lat_e7: number;
  readonly lon_e7: number;
  readonly radius_m: number;
}

/** SAFE-029: whether a position lies inside of the home's circle. */
export const isAtHome = (home: Home, { latE7, lonE7 }: { readonly latE7: number; readonly lonE7: number }): boolean =>
  haversineM(home.lat_e7 / 1e7, home.lon_e7 / 1e7, latE7 / 1e7, lonE7 / 1e7) <= home.radius_m;

/** Whether a name is one of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
