import type { UnitTripSettings, UnitWorkingHours, WorkInterval } from '@spora/contract/units/settings';
import { type MAP_HIDING, SPEED_LIMIT_KMH, TRIP_SETTING_LIMITS } from '@spora/contract/units/values';
import type { TripType } from '@spora/contract/units/endpoints';
import type { MessageKey } from '@spora/messages/keys';
import { WEEK, weekdaysText } from '../../lib/weekdays-text.ts';
import { readNumber } from './form-model.ts';
import { NAUTICAL_MILE_M } from '@spora/messages/format';

/** What the tab of the trip log edits, as it stands in its fields: numbers as typed, times in minutes, empty for none. */
export interface TripForm {
  readonly default_trip_type: TripType;
  readonly stop_timeout_s: string;
  readonly ignition_off_s: string;
  readonly data_gap_s: string;
  readonly min_distance_m: string;
  readonly driver_id: string;
  readonly private_switch_input: string;
  /** The day from which it holds; empty: now. */
  readonly from: string;
}

const MINUTES = ['stop_timeout_s', 'ignition_off_s', 'data_gap_s'] as const;
export const TRIP_NUMBERS = [...MINUTES, 'min_distance_m'] as const;
export type TripNumber = (typeof TRIP_NUMBERS)[number];
const isInMinutes = (field: TripNumber): boolean => (MINUTES as readonly string[]).includes(field);

/** Least and most of a field, in what it is shown in: minutes or metres. */
export function limitsOf(field: TripNumber): readonly [least: number, most: number] {
  const [least, most] = TRIP_SETTING_LIMITS[field];
  return isInMinutes(field) ? [least / 60, most / 60] : [least, most];
}

const asText = (value: number, decimalSign: string): string => String(Math.round(value * 100) / 100).replace('.', decimalSign);

export const tripFormOf = (settings: UnitTripSettings, decimalSign: string): TripForm => ({
  default_trip_type: settings.default_trip_type,
  stop_timeout_s: asText(settings.stop_timeout_s / 60, decimalSign),
  ignition_off_s: asText(settings.ignition_off_s / 60, decimalSign),
  data_gap_s: asText(settings.data_gap_s / 60, decimalSign),
  min_distance_m: asText(settings.min_distance_m, decimalSign),
  driver_id: settings.driver_id === null ? '' : String(settings.driver_id),
  private_switch_input: settings.private_switch_input === null ? '' : String(settings.private_switch_input),
  from: '',
});

/** The fields whose number is none, or outside of its limits. */
export const tripFaults = (changes: Partial<TripForm>): TripNumber[] =>
  TRIP_NUMBERS.filter((field) => {
    const text = changes[field];
    if (text === undefined) return false;
    const [least, most] = limitsOf(field);
    const value = readNumber(text);
    return value === undefined || value === null || value < least || value > most;
  });

const idOrNull = (text: string | undefined): number | null | undefined =>
  text === undefined ? undefined : text === '' ? null : Number(text);

/** The changes as they are sent: seconds and metres, and what is empty as null. */
export function tripEditOf(changes: Partial<TripForm>) {
  const { from, default_trip_type, driver_id, private_switch_input } = changes;
  const number = (field: TripNumber): number | undefined => {
    const value = readNumber(changes[field] ?? '');
    return value === null || value === undefined ? undefined : Math.round(value * (isInMinutes(field) ? 60 : 1));
  };
  const edit = {
    default_trip_type,
    stop_timeout_s: number('stop_timeout_s'),
    ignition_off_s: number('ignition_off_s'),
    data_gap_s: number('data_gap_s'),
    min_distance_m: number('min_distance_m'),
    driver_id: idOrNull(driver_id),
    private_switch_input: idOrNull(private_switch_input),
    from: from || undefined,
  };
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)) as typeof edit;
}

export interface SpeedForm {
  readonly hides_speed: boolean;
  readonly speed_limit_kmh: string;
  readonly resolves_addresses: boolean;
}

/** A knot in km/h. */
const KNOT_KMH = NAUTICAL_MILE_M / 1000;
interface SpeedSettings {
  readonly hides_speed: boolean;
  readonly speed_limit_kmh: number | null;
  readonly resolves_addresses: boolean;
}

/** The limit is typed in km/h, of a boat in knots. */
export const speedFormOf = (settings: SpeedSettings, isBoat = false): SpeedForm => ({
  hides_speed: settings.hides_speed,
  speed_limit_kmh:
    settings.speed_limit_kmh === null
      ? ''
      : String(isBoat ? Math.round(settings.speed_limit_kmh / KNOT_KMH) : settings.speed_limit_kmh),
  resolves_addresses: settings.resolves_addresses,
});

/** Least and most of what is typed, within what the server takes. */
export const speedLimits = (isBoat: boolean): { readonly min: number; readonly max: number } =>
  isBoat ? { min: Math.ceil(SPEED_LIMIT_KMH.min / KNOT_KMH), max: Math.floor(SPEED_LIMIT_KMH.max / KNOT_KMH) } : SPEED_LIMIT_KMH;

/** True when the limit is empty or within what the server takes. */
export function isSpeedLimit(text: string, isBoat = false): boolean {
  const value = readNumber(text);
  const { min, max } = speedLimits(isBoat);
  return value === null || (value !== undefined && Number.isInteger(value) && value >= min && value <= max);
}

/** As it is sent. `told`: what the server told: a limit that stands as it was told is sent back as it was, and not by way of knots. */
export function speedEditOf(
  { speed_limit_kmh, ...rest }: Partial<SpeedForm>,
  isBoat = false,
  told?: SpeedSettings,
): Partial<SpeedSettings> {
  if (speed_limit_kmh === undefined) return rest;
  if (isBoat && told && speedFormOf(told, true).speed_limit_kmh === speed_limit_kmh)
    return { ...rest, speed_limit_kmh: told.speed_limit_kmh };
  const typed = readNumber(speed_limit_kmh) ?? null;
  return { ...rest, speed_limit_kmh: typed === null || !isBoat ? typed : Math.round(typed * KNOT_KMH) };
}

/** Working hours as a form holds them. */
export interface HoursForm {
  readonly is_active: boolean;
  readonly intervals: readonly WorkInterval[];
  readonly inside_type: TripType | null;
  readonly outside_type: TripType | null;
  readonly hide_from_admins: (typeof MAP_HIDING)[number];
  readonly from: string;
}
export const hoursFormOf = (hours: UnitWorkingHours): HoursForm => ({
  is_active: hours.is_active,
  intervals: hours.intervals,
  inside_type: hours.inside_type,
  outside_type: hours.outside_type,
  hide_from_admins: hours.hide_from_admins,
  from: '',
});

/** A day that falls on a weekday, for its name. */
export const dayOfWeekday = (weekday: number): string => `2026-03-${String(weekday === 0 ? 8 : weekday + 1).padStart(2, '0')}`;

export const toggleWeekday = (interval: WorkInterval, weekday: number): WorkInterval => ({
  ...interval,
  weekdays: WEEK.filter((day) => (day === weekday ? !interval.weekdays.includes(day) : interval.weekdays.includes(day))),
});

const TIME = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;
/** Whether a time of an interval is one; what stands in its field as it was typed is none. */
export const isTime = (text: string): boolean => TIME.test(text);

/** Whether an interval goes on past midnight; times are `HH:mm`, which sort as they follow. */
export const endsNextDay = ({ from, to }: WorkInterval): boolean => isTime(from) && isTime(to) && to < from;

/** The next interval to fill in: the weekdays of the last one, after its end. */
export function nextInterval(intervals: readonly WorkInterval[]): WorkInterval {
  const last = intervals.at(-1);
  if (!last || endsNextDay(last) || !isTime(last.to) || last.to >= '22:00')
    return { weekdays: last?.weekdays ?? [1, 2, 3, 4, 5], from: '08:00', to: '17:00' };
  const hour = Number(last.to.slice(0, 2));
  return {
    weekdays: [...last.weekdays],
    from: `${String(hour + 1).padStart(2, '0')}:00`,
    to: `${String(Math.min(23, hour + 5)).padStart(2, '0')}:00`,
  };
}

/** What is wrong with each interval; null: nothing. */
export const intervalFault = ({ weekdays, from, to }: WorkInterval): MessageKey | null => {
  if (weekdays.length === 0) return 'SelectWorkingDay';
  if (!isTime(from) || !isTime(to)) return 'InvalidTime';
  return from === to ? 'IntervalIsEmpty' : null;
};
/** UNIT-015: of hours in use, at least one interval, and each right. */
export const hoursFault = (form: HoursForm): MessageKey | null => {
  if (!form.is_active) return null;
  if (form.intervals.length === 0) return 'SelectWorkingDay';
  return form.intervals.map(intervalFault).find((fault) => fault !== null) ?? null;
};

/** A line of the unit's history (`12345 08:00–17:00; …`) in words. */
export const hoursLine = (text: string, nameOf: (weekday: number) => string): string =>
  text
    .split('; ')
    .map((part) => {
      const [days = '', times = ''] = part.split(' ');
      return /^[0-6]+$/.test(days) ? `${weekdaysText([...days].map(Number), nameOf)} ${times}` : part;
    })
    .join('; ');
