import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { LOG_MAX_MONTHS, ROUTE_MAX_DAYS } from '@spora/contract/limits';
import type {
  Trip,
  generateTrips as generateTripsEndpoint,
  getTripRoute as getTripRouteEndpoint,
  listRoutes as listRoutesEndpoint,
  setTripType as setTripTypeEndpoint,
  updateTrip as updateTripEndpoint,
} from '@spora/contract/trips';
import { decodeRoute } from '@spora/telemetry/route';
import { AppError } from '../../platform/app-error.ts';
import { inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { announceAll } from '../../platform/live-hub.ts';
import { findVisibleUnit, listVisibleUnits, visibleUnitIds, visibleUnitIdsUnlessAll } from '../units/api.ts';
import { type TripFacts, editRefusal, isMasked, mayDrawRoute } from './policy.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import { anchorOf, daysCovered, isWithinMonths } from './rules.ts';

/** TRIP-026: two trips with a shorter gap than this are suggested for merging. */
const MERGE_GAP_S = 15 * 60;

/** API-063: a page of the log with the totals of all of it; trips under way stand apart. */
export async function generateTrips(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof generateTripsEndpoint>,
): Promise<HandlerData<typeof generateTripsEndpoint>> {
  if (!isWithinMonths(body.from, body.to, LOG_MAX_MONTHS)) throw new AppError('PeriodMaxMonths');
  const unitIds = await chosenUnits(ctx, body.imeis);
  const filter = { unitIds, from: body.from, to: body.to, types: body.types, search: body.search };
  const page = { sort: body.sort, descending: body.descending, number: body.page, size: body.page_size };
  const totals = await readModel.totalsOf(ctx, filter);
  const rows = await readModel.pageOf(ctx, filter, page);
  const ongoing = await readModel.ongoingOf(ctx, unitIds);
  return {
    ongoing: ongoing.map((row) => toTrip(ctx, row)),
    trips: rows.map((row) => toTrip(ctx, row)),
    totals: {
      count: totals.count,
      distance_m: totals.distance_m,
      duration_s: totals.duration_s,
      by_type: { business: totals.business, private: totals.private, other: totals.other },
    },
    page: { number: page.number, size: page.size, count: Math.ceil(totals.count / page.size) },
  };
}

async function chosenUnits(ctx: MemberCtx, imeis: readonly string[]): Promise<readonly number[] | null> {
  if (imeis.length > 0) return (await listVisibleUnits(ctx, imeis)).map((unit) => unit.unitId);
  return visibleUnitIdsUnlessAll(ctx);
}

/** API-065: each trip answers for itself; those that may be changed are, together. */
export async function setTripType(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof setTripTypeEndpoint>,
): Promise<HandlerData<typeof setTripTypeEndpoint>> {
  const ids = [...new Set(body.trip_ids)];
  const seen = await findVisibleTrips(ctx, ids);
  return inTransaction(ctx, async (inner) => {
    const found = new Map((await holdTrips(inner, seen)).map((row) => [row.id, row]));
    const refusals = new Map(
      ids.map((id) => {
        const row = found.get(id);
        return [id, row ? editRefusal(ctx.actor, factsOf(row)) : ('TripNotFound' as const)];
      }),
    );
    const toChange = [...found.values()].filter((row) => refusals.get(row.id) === null && row.edited_type !== body.type);
    for (const row of await edit(inner, toChange, { type: body.type })) found.set(row.id, row);
    return {
      results: ids.map((id) => {
        const error = refusals.get(id);
        const row = found.get(id);
        return error || !row
          ? { id, success: false as const, error: error ?? 'TripNotFound' }
          : { id, success: true as const, trip: toTrip(ctx, row) };
      }),
    };
  });
}

/** API-066: absent leaves a field, an empty text clears it. */
export async function updateTrip(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof updateTripEndpoint>,
): Promise<HandlerData<typeof updateTripEndpoint>> {
  const seen = await findVisibleTrip(ctx, params.id);
  return inTransaction(ctx, async (inner) => {
    const [row] = await holdTrips(inner, [seen]);
    if (!row) throw new AppError('TripNotFound');
    const refusal = editRefusal(ctx.actor, factsOf(row));
    if (refusal) throw new AppError(refusal, refusal === 'TripNotYours' ? { status: 403 } : {});
    // What one cannot see, one does not write over.
    if (isMasked(ctx.actor, factsOf(row))) throw new AppError('TripNotYours', { status: 403 });
    const changes = Object.fromEntries(
      (['purpose', 'note'] as const).flatMap((field) =>
        body[field] === undefined || body[field] === row[field] ? [] : [[field, body[field]]],
      ),
    );
    const [changed] = Object.keys(changes).length > 0 ? await edit(inner, [row], changes) : [row];
    return { trip: toTrip(ctx, changed ?? row) };
  });
}

/** A re-run of a unit may replace its trips at any time: what is decided by and written over is read again once nobody can. */
async function holdTrips(ctx: MemberCtx, seen: readonly readModel.TripListRow[]): Promise<readModel.TripListRow[]> {
  if (seen.length === 0) return [];
  await repository.lockUnits(
    ctx.db,
    seen.map((row) => row.unit_id),
  );
  return readModel.tripsByIds(
    ctx,
    seen.map((row) => row.id),
  );
}

/**
 * An edit is an event, laid over what the machine computed, in the transaction that holds the trips, with the day totals that
 * follow from it.
 */
async function edit(
  inner: MemberCtx,
  rows: readonly readModel.TripListRow[],
  changes: Partial<Record<'type' | 'purpose' | 'note', string>>,
): Promise<readModel.TripListRow[]> {
  if (rows.length === 0) return [];
  const { db, actor } = inner;
  const at = inner.now();
  const ids = rows.map((row) => row.id);
  const edits = rows.flatMap((row) =>
    Object.entries(changes).map(([field, value]) => ({
      unitId: row.unit_id,
      anchor: new Date(anchorOf(row.started_at.getTime(), row.ended_at.getTime())),
      field,
      value,
    })),
  );
  await repository.insertEdits(db, actor, edits, at);
  await repository.overlay(db, actor.accountId, ids, changes, at);
  if (changes.type !== undefined)
    await repository.recomputeUnitDays(
      db,
      rows.map((row) => ({ unitId: row.unit_id, fromMs: row.started_at.getTime(), toMs: row.ended_at.getTime() })),
    );
  const unitIds = [...new Set(rows.map((row) => row.unit_id))];
  await announceAll(
    db,
    unitIds.map((unitId) => ({ accountId: actor.accountId, unitId, kind: 'trip' as const })),
  );
  return readModel.tripsByIds(inner, ids);
}

/** API-071: the route of one business trip. */
export async function getTripRoute(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof getTripRouteEndpoint>,
): Promise<HandlerData<typeof getTripRouteEndpoint>> {
  const row = await findVisibleTrip(ctx, params.id);
  const route = mayDrawRoute(factsOf(row)) ? await readModel.routeOf(ctx, row.id) : null;
  if (!route) throw new AppError('NoRouteCoordinates');
  return toRoute(row.id, route, row.hides_speed);
}

/** API-071, DEC-43: the routes of a unit's business trips, at most seven days. */
export async function listRoutes(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof listRoutesEndpoint>,
): Promise<HandlerData<typeof listRoutesEndpoint>> {
  if (daysCovered(query.from, query.to) > ROUTE_MAX_DAYS) throw new AppError('RouteMaxDays');
  const { unitId } = await findVisibleUnit(ctx, query.imei);
  const routes = await readModel.routesOf(ctx, unitId, query.from, query.to);
  if (routes.length === 0) throw new AppError('NoRouteCoordinates');
  return { routes: routes.map(({ id, route, hides_speed }) => toRoute(id, route, hides_speed)) };
}

/** Those of the trips whose unit the actor may see: unknown, foreign and without access look alike. */
async function findVisibleTrips(ctx: MemberCtx, ids: readonly number[]): Promise<readModel.TripListRow[]> {
  const visible = new Set(await visibleUnitIds(ctx));
  return (await readModel.tripsByIds(ctx, ids)).filter((row) => visible.has(row.unit_id));
}

async function findVisibleTrip(ctx: MemberCtx, id: number): Promise<readModel.TripListRow> {
  const [row] = await findVisibleTrips(ctx, [id]);
  if (!row) throw new AppError('TripNotFound');
  return row;
}

const factsOf = (row: readModel.TripListRow): TripFacts => ({
  type: row.type,
  driverMemberId: row.driver_member_id,
  isOngoing: row.is_ongoing,
  hasRoute: row.has_route,
});

function toTrip({ actor }: MemberCtx, row: readModel.TripListRow): Trip {
  const facts = factsOf(row);
  const hides = isMasked(actor, facts);
  const place = (which: 'start' | 'stop', time: Date) => ({
    time: (hides ? row.day_at : time).toISOString(),
    lat: hides ? null : degrees(row[`${which}_lat_e7`]),
    lng: hides ? null : degrees(row[`${which}_lon_e7`]),
    address: hides ? null : row[`${which}_address`],
    address_is_approximate: row[`${which}_address_is_approximate`],
    odometer_km: kilometres(row[`${which}_odometer_m`]),
  });
  return {
    id: row.id,
    unit_id: row.unit_id,
    imei: row.imei,
    unit_name: row.unit_name,
    registration_number: row.registration_number,
    is_ongoing: row.is_ongoing,
    start: place('start', row.started_at),
    stop: row.is_ongoing ? null : place('stop', row.ended_at),
    distance_m: row.distance_m,
    distance_source: row.distance_source,
    duration_s: hides ? 0 : Math.round((row.ended_at.getTime() - row.started_at.getTime()) / 1000),
    max_speed_kmh: hides || row.hides_speed ? 0 : row.max_speed_kmh,
    ...(row.hides_speed ? { hides_speed: true } : {}),
    driver: hides ? null : row.driver,
    type: row.type,
    type_rule: row.edited_type ? 'edit' : row.computed_rule,
    end_rule: row.end_rule,
    purpose: hides ? '' : row.purpose,
    note: hides ? '' : row.note,
    has_route: !hides && row.has_route,
    is_masked: hides,
    suggests_merge: !hides && !row.is_ongoing && row.gap_before_s !== null && row.gap_before_s < MERGE_GAP_S,
    can: { edit: editRefusal(actor, facts) === null, route: mayDrawRoute(facts) },
  };
}

const degrees = (e7: number | null) => (e7 === null ? null : e7 / 1e7);
const kilometres = (metres: number | null) => (metres === null ? null : metres / 1000);

const toRoute = (id: number, packed: Uint8Array, hidesSpeed: boolean) => ({
  trip_id: id,
  parts: decodeRoute(packed).map((part) =>
    part.map(({ timeMs, lat, lon, speedKmh }) => ({
      time: new Date(timeMs).toISOString(),
      lat,
      lng: lon,
      speed_kmh: hidesSpeed ? 0 : speedKmh,
    })),
  ),
});
