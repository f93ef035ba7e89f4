import type { DataOf } from '@spora/contract/endpoint-map';
import type { PathId } from '@spora/contract/paths';
import type { ApiRequest } from '../send.ts';

/** The log's last month: a period that began earlier than two months ago is no part of it, on whatever day of a month one looks. */
const LOG_MAX_DAYS = 62;

type Rule = (request: ApiRequest, today: string) => boolean;
const always: Rule = () => true;

const dayNumber = (day: string): number => Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
const isOfLastMonth: Rule = ({ body }, today) => {
  const from = (body as { from?: unknown } | undefined)?.from;
  return typeof from === 'string' && dayNumber(from) >= dayNumber(today) - LOG_MAX_DAYS;
};

/** SEC-005: all that is ever kept for reading without a network. What is not here is not stored. */
const KEPT: Partial<Record<PathId, Rule>> = {
  'tracking.positions': ({ query }) => query?.['ids'] === undefined,
  // Of a fleet that is known already only a word is told.
  'tracking.fleet': ({ query }) => query?.['known'] === undefined,
  'trips.generate': isOfLastMonth,
  'trips.filter-choices': always,
  'trips.drivers': always,
  'trips.projects': always,
  'bookings.week': always,
  'bookings.month': always,
  // What the frame of the pages stands on: the menu, the map's sources, the names of units.
  'units.list': always,
  'users.preferences': always,
  'accounts.map-config': always,
  'accounts.car-schedule-status': always,
};

/** For a call that must hear the server or nobody. */
export const FROM_SERVER = { 'Cache-Control': 'no-store' };

export const isKept = (request: ApiRequest, today: string): boolean =>
  request.headers?.['Cache-Control'] !== FROM_SERVER['Cache-Control'] && (KEPT[request.id]?.(request, today) ?? false);

/** The same call has the same name, in whatever order its parts were written. */
export function nameOf({ id, params, query, body, accept }: ApiRequest): string {
  return JSON.stringify([id, sorted(params), sorted(query), sorted(body), accept ?? '']);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}

/** Of other people's bookings only when a vehicle is taken is kept, not by whom and what for. */
export function keptPart(id: PathId, data: unknown, memberId: number): unknown {
  if (id !== 'bookings.week' && id !== 'bookings.month') return data;
  const schedule = data as DataOf<'bookings.week'>;
  return {
    ...schedule,
    BookingSchedules: schedule.BookingSchedules.map((vehicle) => ({
      ...vehicle,
      Schedule: vehicle.Schedule.map((item) =>
        item.booked_by === memberId || item.driver_id === memberId
          ? item
          : { ...item, purpose: null, booked_by_name: '', driver_name: '', is_editable: false },
      ),
    })),
  };
}
