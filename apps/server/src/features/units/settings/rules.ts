import type { UnitWorkingHours, WorkInterval } from '@spora/contract/units/settings';
import type { MapHiding, WeekHours, WorkingHours, WorkInterval as StoredInterval } from '../../trips/working-hours/rules.ts';

/** `HH:mm` as minutes from midnight; 24:00 is the end of the day. */
export const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

/** Minutes from midnight as `HH:mm`. */
export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** A stretch of the week as it is stored. */
export const storedInterval = ({ weekdays, from, to }: WorkInterval): StoredInterval => ({
  weekdays: [...new Set(weekdays)].sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7)),
  fromMin: minutesOf(from),
  toMin: minutesOf(to),
});
/** The same as a form shows it. */
export const shownInterval = ({ weekdays, fromMin, toMin }: StoredInterval): WorkInterval => ({
  weekdays: [...weekdays],
  from: timeOf(fromMin),
  to: timeOf(toMin),
});

type HoursInput = Pick<UnitWorkingHours, 'is_active' | 'intervals' | 'inside_type' | 'outside_type' | 'hide_from_admins'>;

/** Working hours as they are stored, in the zone whose clock they were told by. */
export const storedHours = (input: Omit<HoursInput, 'hide_from_admins'>, timeZone: string): WorkingHours => ({
  isActive: input.is_active,
  timeZone,
  intervals: input.intervals.map(storedInterval),
  insideType: input.inside_type,
  outsideType: input.outside_type,
});

/**
 * MAP-004: hiding keeps a copy of the hours, and holds from the moment it is chosen: hours that are moved for days gone by must
 * not uncover where somebody was on those days.
 */
export const storedHiding = (input: HoursInput, timeZone: string): MapHiding | null =>
  input.is_active && input.hide_from_admins !== 'off'
    ? { when: input.hide_from_admins, timeZone, intervals: input.intervals.map(storedInterval) }
    : null;

/** What a form shows of hours; those of a unit that has none yet are an ordinary week, not in use. */
export const shownHours = (
  hours: WorkingHours | null,
  hiding: MapHiding | null,
): Omit<UnitWorkingHours, 'time_zone' | 'valid_from' | 'can'> => ({
  is_active: hours?.isActive ?? false,
  intervals: hours ? hours.intervals.map(shownInterval) : [{ weekdays: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }],
  inside_type: hours ? hours.insideType : 'business',
  outside_type: hours ? hours.outsideType : 'private',
  hide_from_admins: hiding?.when ?? 'off',
});

/** Hours as a line for the unit's history: weekdays by number, then the times; empty when they are not in use. */
export const hoursText = (hours: (WeekHours & { isActive: boolean }) | null): string =>
  hours?.isActive
    ? hours.intervals.map(({ weekdays, fromMin, toMin }) => `${weekdays.join('')} ${timeOf(fromMin)}–${timeOf(toMin)}`).join('; ')
    : '';
