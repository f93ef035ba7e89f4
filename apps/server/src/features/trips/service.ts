import { daysCovered, isWithinMonths } from '@spora/calendar/days';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { LOG_MAX_MONTHS, ROUTE_MAX_DAYS } from '@spora/contract/limits';
import type {
  generateTrips as generateTripsEndpoint,
  getTrip as getTripEndpoint,
  getTripRoute as getTripRouteEndpoint,
  listRoutes as listRoutesEndpoint,
} from '@spora/contract/trips/endpoints';
import { decodeRoute } from '@spora/telemetry/route';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { mayDrawRoute } from './policy.ts';
import { findVisibleUnit } from '../../core/fleet/visible-units.ts';
import { findToldTrip, findVisibleTrip, findVisibleUnitIds, routesOf, routesOfTrip } from './api.ts';
import { onDay, pageOf, select, type Selection, totalsOf } from './selection-api.ts';
import { factsOf, toTrip } from './shown-trip-api.ts';

/** API-063: a page of the log with the totals of all of it; trips under way stand apart. */
export async function generateTrips(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof generateTripsEndpoint>,
): Promise<HandlerData<typeof generateTripsEndpoint>> {
  if (!isWithinMonths(body.from, body.to, LOG_MAX_MONTHS)) throw new AppError('PeriodMaxMonths');
  const unitIds = await findVisibleUnitIds(ctx, body.imeis);
  const selection = await select(ctx, { ...body, unitIds });
  const totals = await totalsOf(ctx, selection);
  const { sort, descending, page: number, page_size: size } = body;
  const page = { sort, descending, number, size, count: totals.count };
  const found = await pageOf(ctx, selection, page);
  const trips = found.trips.map((row) => toTrip(ctx.actor, row));
  const pages = Math.ceil(totals.count / size);
  const ends = sort === 'time' ? [number > 1 && trips[0]?.day, number < pages && trips.at(-1)?.day] : [];
  return {
    ongoing: found.ongoing.map((row) => toTrip(ctx.actor, row)),
    trips,
    totals: {
      count: totals.count,
      distance_m: totals.distance_m,
      duration_s: totals.duration_s,
      ...(totals.untimed > 0 ? { untimed: totals.untimed } : {}),
      by_type: { business: totals.business, private: totals.private, other: totals.other },
      at_sea: { business: totals.sea_business, private: totals.sea_private, other: totals.sea_other },
      fuel_l: totals.fuel_l,
      electricity_kwh: totals.electricity_kwh,
      co2_kg: totals.co2_kg,
      purpose_missing: totals.purpose_missing,
      driver_missing: totals.driver_missing,
      odometer_gap: totals.odometer_gap,
      ...(totals.towed_m > 0 && totals.towed_m < totals.distance_m
        ? { towed: { distance_m: totals.towed_m, units: totals.towed_units } }
        : {}),
    },
    page: { number, size, count: pages },
    cut_days: await cutDays(ctx, selection, [...new Set(ends.filter((day) => typeof day === 'string'))]),
  };
}

/** The whole of the days that a page cuts: a page knows only its own trips of them. */
async function cutDays(ctx: MemberCtx, selection: Selection, days: readonly string[]) {
  const sums = [];
  for (const day of days) {
    const totals = await totalsOf(ctx, onDay(ctx, selection, day));
    const { count, distance_m, duration_s, untimed, fuel_l, electricity_kwh, co2_kg, sea_business, sea_private, sea_other } =
      totals;
    const at_sea_m = sea_business + sea_private + sea_other;
    const told = { duration_s, ...(untimed > 0 ? { untimed } : {}) };
    sums.push({ day, count, distance_m, at_sea_m, ...told, fuel_l, electricity_kwh, co2_kg });
  }
  return sums;
}

/** One trip, as a page of the log would tell it: unknown, not to be seen and not told of yet look alike. */
export async function getTrip(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof getTripEndpoint>,
): Promise<HandlerData<typeof getTripEndpoint>> {
  return { trip: toTrip(ctx.actor, await findToldTrip(ctx, params.id)) };
}

/** API-071: the route of one trip, of one's own whatever its type. */
export async function getTripRoute(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof getTripRouteEndpoint>,
): Promise<HandlerData<typeof getTripRouteEndpoint>> {
  const row = await findVisibleTrip(ctx, params.id);
  const routes = mayDrawRoute(ctx.actor, factsOf(row)) ? await routesOfTrip(ctx, row.id) : [];
  if (routes.length === 0) throw new AppError('NoRouteCoordinates');
  return toRoute(row.id, routes, row.hides_speed);
}

/** API-071, DEC-43: the routes of a unit's business trips, at most seven days; of the type other too where the account says so. */
export async function listRoutes(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof listRoutesEndpoint>,
): Promise<HandlerData<typeof listRoutesEndpoint>> {
  if (daysCovered(query.from, query.to) > ROUTE_MAX_DAYS) throw new AppError('RouteMaxDays');
  const { unitId } = await findVisibleUnit(ctx, query.imei);
  const routes = await routesOf(ctx, unitId, query.from, query.to);
  if (routes.length === 0) throw new AppError('NoRouteCoordinates');
  return { routes: routes.map(({ id, route, hides_speed }) => toRoute(id, [route], hides_speed)) };
}

const toRoute = (id: number, packed: readonly Uint8Array[], hidesSpeed: boolean) => ({
  trip_id: id,
  parts: packed.flatMap(decodeRoute).map((part) =>
    part.map(({ timeMs, lat, lon, speedKmh }) => ({
      time: new Date(timeMs).toISOString(),
      lat,
      lng: lon,
      speed_kmh: hidesSpeed ? 0 : speedKmh,
    })),
  ),
});
