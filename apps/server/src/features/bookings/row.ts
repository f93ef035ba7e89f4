import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type {
  checkRow as checkEndpoint,
  listRow as listEndpoint,
  RowBooking,
  saveRow as saveEndpoint,
  updateRow as updateEndpoint,
} from '@spora/contract/bookings/rows';
import { BOOKING_WEEKS_MAX } from '@spora/contract/bookings/limits';
import { audit } from '../../core/people/audit.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { requireUnchanged } from '../../platform/http/unchanged.ts';
import { findBookable } from './access.ts';
import { drivenThen, elsewhereIn, requireOrder, spanIn, spanOfRow, takenBy } from './check.ts';
import { closedTimes, whyClosed } from './closed.ts';
import { announceRequest, tellDriver, type Was } from './letters.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import { ableToMove, isAsItWas, overlaps, type Span, spanOf, whole } from './rules.ts';
import * as service from './service.ts';

type News = Parameters<typeof tellDriver>[2];

/** What a time of a row is to be, on a unit that can be booked. */
interface Wanted extends Span {
  /** Null: a new one. */
  readonly id: number | null;
  readonly unitId: number;
  readonly unit: readModel.BookableUnit;
  readonly kind: readModel.BookingRow['kind'];
}

const toldInRow = (row: readModel.BookingInRow, zone: string): RowBooking => ({
  id: row.id,
  imei: row.imei ?? '',
  unit_name: row.unit_name,
  ...spanIn(zone, spanOfRow(row)),
  purpose: row.purpose,
  driver_id: row.driver_id,
  driver_name: row.driver_name,
  kind: row.kind,
  state: row.state === 'requested' ? 'requested' : 'booked',
});

/** BOOK-050: a booking to come, and what a change or a cancellation of those after it would be about. */
export async function listRow(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof listEndpoint>,
): Promise<HandlerData<typeof listEndpoint>> {
  const row = await service.findChangeable(ctx, params.id);
  service.requireFuture(row, ctx.now().getTime());
  const later = await service.changeableInRow(ctx, row, { isHeld: false });
  return [row, ...later].map((each) => toldInRow(each, ctx.actor.timeZone));
}

/** The units of several bookings, each asked for once. */
async function wantedOf<Body extends { readonly imei: string; readonly start_date: string; readonly end_date: string }>(
  ctx: MemberCtx,
  bookings: readonly (Body & { readonly id?: number | null; readonly kind: Wanted['kind'] })[],
): Promise<(Wanted & { readonly body: Body })[]> {
  const units = new Map<string, readModel.BookableUnit>();
  for (const { imei } of bookings) if (!units.has(imei)) units.set(imei, await findBookable(ctx, imei));
  return bookings.map((body) => {
    const unit = units.get(body.imei)!;
    const span = spanOf(body.start_date, body.end_date, ctx.actor.timeZone);
    return { ...span, id: body.id ?? null, unit, unitId: unit.id, kind: body.kind, body };
  });
}

/** Who has the units around times that are asked for, and when nobody drives them. */
async function lookAround(ctx: MemberCtx, wanted: readonly Wanted[]) {
  const unitIds = [...new Set(wanted.map(({ unitId }) => unitId))];
  const span = whole(wanted);
  const closed = await closedTimes(ctx, unitIds, span);
  const held = await readModel.heldWithin(ctx, unitIds, span);
  // BOOK-016: what was made before a vehicle was closed then stays.
  const stays = (each: Wanted): boolean =>
    held.some((row) => row.id === each.id && row.kind === 'drive' && isAsItWas(row, each.unitId, each));
  return {
    held,
    whyClosed: (each: Wanted) => (each.kind === 'drive' && !stays(each) ? whyClosed(closed.get(each.unitId), each) : null),
  };
}

/** BOOK-050: each by itself; those that are asked about stand in nobody's way. */
export async function checkRow(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof checkEndpoint>,
): Promise<HandlerData<typeof checkEndpoint>> {
  const wanted = await wantedOf(ctx, body.bookings);
  for (const each of wanted) requireOrder(each);
  const ids = new Set(wanted.map(({ id }) => id));
  const around = await lookAround(ctx, wanted);
  const { timeZone } = ctx.actor;
  const driven = new Map<number | null, Awaited<ReturnType<typeof drivenThen>>>();
  for (const [driverId, theirs] of Map.groupBy(wanted, ({ body: { driver_id } }) => driver_id))
    driven.set(driverId, await drivenThen(ctx, driverId, theirs));
  return wanted.map((each) => ({
    ...spanIn(timeZone, each),
    driver_elsewhere: driven
      .get(each.body.driver_id)!
      .filter((row) => row.unit_id !== each.unitId && !ids.has(row.id) && overlaps(spanOfRow(row), each))
      .map((row) => elsewhereIn(timeZone, row)),
    closed: around.whyClosed(each),
    taken_by: around.held
      .filter((row) => row.unit_id === each.unitId && !ids.has(row.id) && overlaps(spanOfRow(row), each))
      .map((row) => takenBy(row, ctx.actor)),
  }));
}

/** Those of the times that are to be had; throws what is against it where not all are and none may be left out, or none is. */
async function toBeHad<Each extends Wanted>(ctx: MemberCtx, wanted: readonly Each[], maySkip: boolean): Promise<readonly Each[]> {
  const { held, whyClosed: why } = await lookAround(ctx, wanted);
  const closed = wanted.map(why).find((each) => each !== null);
  const able = ableToMove(
    wanted.filter((each) => why(each) === null),
    held.map((row) => ({ id: row.id, unitId: row.unit_id, ...spanOfRow(row) })),
  );
  if (able.length === wanted.length || (maySkip && able.length > 0)) return able;
  throw closed ? new AppError(closed, { status: 422 }) : new AppError('AlreadyBooked');
}

/** Each driver once, of all of theirs. */
async function tellDrivers(
  ctx: MemberCtx,
  bookings: readonly { readonly id: number; readonly driverId: number | null; readonly before?: Was }[],
  news: News,
): Promise<void> {
  for (const [first, ...later] of Map.groupBy(bookings, ({ driverId }) => driverId).values())
    await tellDriver(ctx, [first!.id, ...later.map(({ id }) => id)], news, news === 'changed' ? { was: first!.before } : {});
}

/** The bookings of a row that are to change, held; throws BookingNotFound of one that is not of it, or not the actor's to change. */
async function holdForChange(ctx: MemberCtx, input: HandlerInput<typeof updateEndpoint>) {
  const { params, body } = input;
  const row = await service.hold(ctx, params.id);
  const nowMs = ctx.now().getTime();
  service.requireFuture(row, nowMs);
  requireUnchanged(await service.shown(ctx, row), body);
  const others = await service.changeableInRow(ctx, row, { fromMs: nowMs + 1 });
  const byId = new Map([row, ...others].map((each) => [each.id, each]));
  const changes = [];
  for (const wanted of await wantedOf(ctx, body.bookings)) {
    const before = byId.get(wanted.body.id);
    // Each once.
    if (!before || !byId.delete(before.id)) throw new AppError('BookingNotFound', { status: 404 });
    service.requireSound(wanted, nowMs);
    changes.push({ ...wanted, before, driverId: await service.driverOf(ctx, wanted.unitId, wanted.body, before) });
  }
  return changes;
}

/** BOOK-050: what becomes of several of a row, all at once: one may go to where another was. */
export async function updateRow(
  ctx: MemberCtx,
  input: HandlerInput<typeof updateEndpoint>,
): Promise<HandlerData<typeof updateEndpoint>> {
  const wanted = await holdForChange(ctx, input);
  const able = await toBeHad(ctx, wanted, input.body.skip_taken);
  const changes = able.map((each) => ({ ...each, id: each.before.id, isGiven: each.driverId !== each.before.driver_id }));
  const given = changes.filter(({ isGiven }) => isGiven);
  // Who had them has them no more.
  await tellDrivers(
    ctx,
    given.map(({ id, before }) => ({ id, driverId: before.driver_id })),
    'deleted',
  );
  const ids = changes.map(({ id }) => id);
  await repository.setAside(ctx.db, ctx.actor.accountId, ids);
  const requested: number[] = [];
  for (const { id, before, unit, driverId, kind, body, ...span } of changes) {
    const change = { unit, driverId, span: { fromMs: span.fromMs, toMs: span.toMs }, kind, purpose: body.purpose };
    if ((await service.writeChange(ctx, before, change)) === 'requested') requested.push(id);
  }
  await service.tellChanged(ctx, ...ids);
  const [first, ...more] = requested;
  if (first !== undefined) await announceRequest(ctx, [first, ...more]);
  const told = changes.filter(({ id }) => !requested.includes(id));
  await tellDrivers(
    ctx,
    told.filter(({ isGiven }) => isGiven),
    'made',
  );
  await tellDrivers(
    ctx,
    told.filter(({ isGiven }) => !isGiven),
    'changed',
  );
  return {
    changed: ids,
    kept: wanted.map(({ before }) => before.id).filter((id) => !ids.includes(id)),
    state: requested.length > 0 ? 'requested' : 'booked',
  };
}

/** The booking whose row others are to come into, held; throws BookingWeeksMax of a row that would be too long. */
async function rowToJoin(ctx: MemberCtx, id: number, count: number): Promise<readModel.WholeBooking> {
  const row = await service.hold(ctx, id);
  const others = await readModel.othersInRow(ctx, row, { fromMs: 0, isHeld: true });
  if (1 + others.length + count > BOOKING_WEEKS_MAX) throw new AppError('BookingWeeksMax', { status: 422 });
  return row;
}

/** BOOK-050: times that one chooses oneself, as one row or in one that there is. */
export async function saveRow(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof saveEndpoint>,
): Promise<HandlerData<typeof saveEndpoint>> {
  const { db, actor, now } = ctx;
  const wanted = await wantedOf(ctx, body.bookings);
  const rows: repository.NewBooking[] = [];
  for (const { unitId, fromMs, toMs, kind, body: each } of wanted) {
    service.requireSound({ fromMs, toMs }, now().getTime());
    const driverId = await service.driverOf(ctx, unitId, each);
    const state = await service.stateFor(ctx, kind);
    rows.push({ unitId, kind, state, driverId, bookedBy: actor.memberId, purpose: each.purpose, span: { fromMs, toMs } });
  }
  await toBeHad(ctx, wanted, false);
  const joins = body.in_row_with === null ? null : await rowToJoin(ctx, body.in_row_with, rows.length);
  const ids = await repository.insertBookings(db, actor.accountId, rows, now(), joins);
  for (const [i, { unit, body: each, ...span }] of wanted.entries())
    await audit(ctx, 'booking-made', unit.name, service.toldBooking(span, rows[i]!.driverId, each.purpose));
  await ctx.ports.announce(db, [{ name: 'bookings-made', ids }], now());
  const made = rows.map(({ driverId, state }, at) => ({ id: ids[at]!, driverId, state }));
  const [first, ...more] = made.filter(({ state }) => state === 'requested').map(({ id }) => id);
  if (first !== undefined) await announceRequest(ctx, [first, ...more]);
  await tellDrivers(
    ctx,
    made.filter(({ state }) => state === 'booked'),
    'made',
  );
  return { ids, state: first !== undefined ? 'requested' : 'booked' };
}
