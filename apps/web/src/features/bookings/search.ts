import { weekSpan } from '@spora/calendar/days';
import { searchedWords } from '../../lib/search-text.ts';

export const VEHICLE_SORTS = ['name', 'plate', 'model', 'state'] as const;
export type VehicleSort = (typeof VEHICLE_SORTS)[number];
export type VehicleOrder = VehicleSort | `-${VehicleSort}`;

/** What the address holds of the car booking; what is as usual is left out. */
export interface BookingSearch {
  /** The Monday of the week; without one, this week. */
  readonly week?: string;
  /** The day that is shown, on a phone or hour by hour. */
  readonly day?: string;
  /** On a wide screen: a day hour by hour; without it a week. */
  readonly scale?: 'day';
  readonly q?: string;
  readonly sort?: VehicleOrder;
  /** An opened booking: links of reminders lead here. */
  readonly booking?: number;
  /** `mine`: one's own month; `month`: everybody's, for those who see it. */
  readonly view?: 'mine' | 'month' | 'find' | 'requests';
}
export type BookingPatch = { readonly [Name in keyof BookingSearch]?: BookingSearch[Name] | undefined };

const dayIn = (raw: unknown): string | undefined =>
  typeof raw === 'string' && /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(raw) && !Number.isNaN(Date.parse(raw)) ? raw : undefined;

/** Reads an address that anybody may have typed: what is not understood is left out. */
export function readBookingSearch(raw: Record<string, unknown>): BookingSearch {
  const week = dayIn(raw['week']);
  const day = dayIn(raw['day']);
  const q = searchedWords(raw['q']);
  const sort = VEHICLE_SORTS.flatMap((each) => [each, `-${each}`] as const).find((each) => each === raw['sort']);
  const booking = Number(raw['booking']);
  const view = (['mine', 'month', 'find', 'requests'] as const).find((each) => each === raw['view']);
  return {
    ...(week ? { week: weekSpan(week).from } : {}),
    ...(day ? { day } : {}),
    ...(raw['scale'] === 'day' ? { scale: 'day' as const } : {}),
    ...(q ? { q } : {}),
    ...(sort ? { sort } : {}),
    ...(Number.isSafeInteger(booking) && booking > 0 ? { booking } : {}),
    ...(view ? { view } : {}),
  };
}
