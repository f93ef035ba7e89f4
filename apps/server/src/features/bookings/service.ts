import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type {
  Booking,
  countLosses as lossesEndpoint,
  deleteBooking as deleteEndpoint,
  listBookingDrivers as driversEndpoint,
  listDrivableVehicles as drivableEndpoint,
  returnVehicle as returnEndpoint,
  saveBooking as saveEndpoint,
  saveHandOver as handOverEndpoint,
  updateBooking as updateEndpoint,
} from '@spora/contract/bookings/endpoints';
import { audit } from '../../core/people/audit.ts';
import { visibleUnitIds } from '../../core/fleet/visible-units.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { requireUnchanged } from '../../platform/http/unchanged.ts';
import { changesFor } from '../../platform/observing/audit.ts';
import { placesAsTold } from '../tracking/api.ts';
import { bookerOf, findBookable, requireEnabled } from './access.ts';
import { closedTimes, requireOpen, whyClosed } from './closed.ts';
import { odometerNow, odometerThen, toldHandOverBefore } from './hand-over-read-model.ts';
import { announceRequest, tellDriver } from './letters.ts';
import { mayChangeBooking, mayDecide, maySeePurpose, requireMayBook } from './policy.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import {
  faultOf,
  isAsItWas,
  isPast,
  overlaps,
  phaseOf,
  returnedAtMs,
  rowSpans,
  type Span,
  spanOf,
  wallClock,
  whole,
} from './rules.ts';
import { settingsOf } from './settings-repository.ts';

type Wanted = Pick<
  HandlerInput<typeof saveEndpoint>['body'],
  'imei' | 'start_date' | 'end_date' | 'purpose' | 'driver_id' | 'kind'
>;

/** API-044, DEC-31: those who see the unit. Others than administrators book for themselves. */
export async function listDrivers(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof driversEndpoint>,
): Promise<HandlerData<typeof driversEndpoint>> {
  const unit = await findBookable(ctx, body.imei);
  const drivers = await readModel.driversOf(ctx, unit.id);
  return {
    members: drivers
      .filter(({ id }) => ctx.actor.isAdmin || id === ctx.actor.memberId)
      .map(({ id, full_name }) => ({ ID: id, FirstName: full_name.split(' ')[0] ?? full_name, full_name })),
  };
}

/** BOOK-037: of the vehicles that the caller can book those that a member sees, too. Others than administrators ask about themselves. */
export async function listDrivable(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof drivableEndpoint>,
): Promise<HandlerData<typeof drivableEndpoint>> {
  await requireEnabled(ctx);
  const { actor } = ctx;
  const drivable = actor.isAdmin || params.id === actor.memberId ? await readModel.drivableBy(ctx, params.id) : null;
  if (!drivable) throw new AppError('UserNotFound', { status: 404 });
  const units = await readModel.unitsOf(ctx, { imeis: [], bookable: true });
  return { imeis: units.filter(({ id }) => drivable.has(id)).map(({ imei }) => imei) };
}

/** BOOK-033, BOOK-037: the driver of a booking sees the unit; of a time when nobody can drive there is none. `had`: what it was before. */
export async function driverOf(
  ctx: MemberCtx,
  unitId: number,
  wanted: Wanted,
  had?: Pick<readModel.BookingRow, 'unit_id' | 'driver_id'>,
): Promise<number | null> {
  const { kind, driver_id: driverId } = wanted;
  requireMayBook(ctx.actor, { driverId, kind, ...(had && { keeps: had.driver_id }) });
  if (kind !== 'drive') return null;
  if (unitId === had?.unit_id && driverId === had.driver_id) return driverId;
  const drivers = await readModel.driversOf(ctx, unitId);
  if (!drivers.some(({ id }) => id === driverId)) throw new AppError('DriverNotAllowed', { status: 422 });
  return driverId;
}

export function requireSound(span: Span, nowMs: number): void {
  const fault = faultOf(span, nowMs);
  if (fault) throw new AppError(fault, { status: 422 });
  if (isPast(span.fromMs, nowMs)) throw new AppError('ErrSavePastDateMsg', { status: 422 });
}

/** `requested` where somebody else is to approve it first. */
export async function stateFor({ db, actor }: MemberCtx, kind: string): Promise<'requested' | 'booked'> {
  const settings = await settingsOf(db, actor.accountId);
  const needs = settings.needs_approval && kind === 'drive' && !mayDecide(actor, { approverId: settings.approver_id });
  return needs ? 'requested' : 'booked';
}

/** API-045, BOOK-050: one booking, or a row of weeks at the same times by the wall clock. */
export async function saveBooking(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof saveEndpoint>,
): Promise<HandlerData<typeof saveEndpoint>> {
  const { db, actor, now } = ctx;
  const unit = await findBookable(ctx, body.imei);
  const driverId = await driverOf(ctx, unit.id, body);
  const nowMs = now().getTime();
  const spans = rowSpans(body, actor.timeZone);
  for (const span of spans) requireSound(span, nowMs);
  const maySkip = body.skip_taken && body.weeks > 1;
  const open = body.kind === 'drive' ? await withoutClosed(ctx, unit.id, spans, maySkip) : spans;
  const free = await withoutTaken(ctx, unit.id, open);
  const wanted = maySkip ? free : spans;
  if (free.length === 0 || wanted.length > free.length) throw new AppError('AlreadyBooked');
  const state = await stateFor(ctx, body.kind);
  const booking = { unitId: unit.id, kind: body.kind, state, driverId, bookedBy: actor.memberId, purpose: body.purpose };
  const ids = await repository.insertBookings(
    db,
    actor.accountId,
    wanted.map((span) => ({ ...booking, span })),
    now(),
  );
  await audit(ctx, 'booking-made', unit.name, toldBooking(wanted[0] ?? free[0]!, driverId, body.purpose));
  await ctx.ports.announce(db, [{ name: 'bookings-made', ids }], now());
  const [first, ...later] = ids;
  if (state === 'requested') await announceRequest(ctx, [first!, ...later]);
  else await tellDriver(ctx, [first!, ...later], 'made');
  return {
    id: ids[0]!,
    ids,
    state,
    skipped: spans.filter((span) => !wanted.includes(span)).map(({ fromMs }) => wallClock(fromMs, actor.timeZone).slice(0, 10)),
  };
}

/** Those of the spans in which the unit may be driven; throws what is against it where not one is left, or none may be left out. */
async function withoutClosed(ctx: MemberCtx, unitId: number, spans: readonly Span[], maySkip: boolean): Promise<readonly Span[]> {
  const closed = (await closedTimes(ctx, [unitId], whole(spans))).get(unitId);
  const open = spans.filter((span) => whyClosed(closed, span) === null);
  const why = spans.map((span) => whyClosed(closed, span)).find((each) => each !== null);
  if (why && (!maySkip || open.length === 0)) throw new AppError(why, { status: 422 });
  return open;
}

/** Those of the spans in which the unit is free; a racing request may still win, which the database judges. */
async function withoutTaken(ctx: MemberCtx, unitId: number, spans: readonly Span[], exceptId?: number): Promise<Span[]> {
  const taken = (await readModel.heldWithin(ctx, [unitId], whole(spans))).filter(({ id }) => id !== exceptId);
  const inRow = (at: number): boolean => spans.slice(0, at).some((other) => other.toMs > spans[at]!.fromMs);
  return spans.filter(
    (span, at) => !inRow(at) && !taken.some(({ from_ms, to_ms }) => overlaps({ fromMs: from_ms, toMs: to_ms }, span)),
  );
}

/** A booking of a unit that the actor sees; throws BookingNotFound. */
export async function findBooking(ctx: MemberCtx, id: number): Promise<readModel.WholeBooking> {
  await requireEnabled(ctx);
  const [row] = await readModel.wholeBookings(ctx, { id }, ctx.now());
  if (!row) throw new AppError('BookingNotFound', { status: 404 });
  return row;
}

const ownedOf = ({ driver_id, booked_by, kind }: readModel.BookingRow) => ({ driverId: driver_id, bookedBy: booked_by, kind });

/** The same, which is the actor's to change. */
export async function findChangeable(ctx: MemberCtx, id: number): Promise<readModel.WholeBooking> {
  const row = await findBooking(ctx, id);
  if (!mayChangeBooking(await bookerOf(ctx), ownedOf(row))) throw new AppError('CannotEditOthersBooking', { status: 403 });
  return row;
}

/** The same, held until the transaction ends. */
export async function hold(ctx: MemberCtx, id: number): Promise<readModel.WholeBooking> {
  await findBooking(ctx, id);
  await repository.holdBooking(ctx.db, ctx.actor.accountId, id);
  return findChangeable(ctx, id);
}

const phaseNow = ({ from_ms, to_ms }: readModel.BookingRow, nowMs: number) => phaseOf({ fromMs: from_ms, toMs: to_ms }, nowMs);

/** DEC-22: of one that has begun nothing is changed, and one that is refused or released is over. */
export function requireFuture(row: readModel.WholeBooking, nowMs: number): void {
  const isHeld = row.state === 'requested' || row.state === 'booked';
  if (!isHeld || phaseNow(row, nowMs) !== 'future') throw new AppError('ErrEditPastDateMsg', { status: 422 });
}

/** What webhooks hear of, approved, refused and given back ones too. */
export const tellChanged = ({ db, ports, now }: MemberCtx, ...ids: readonly number[]): Promise<void> =>
  ports.announce(db, [{ name: 'bookings-changed', ids }], now());

/** ADM-011: what becomes of bookings is said before units or access to them are taken away; of units that the actor sees alone. */
export async function countLosses(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof lossesEndpoint>,
): Promise<HandlerData<typeof lossesEndpoint>> {
  const { db, actor, now } = ctx;
  if (!(await readModel.isEnabled(db, actor.accountId))) return { bookings: 0 };
  const seen = new Set(await visibleUnitIds(ctx));
  const losses = body.losses.filter(({ unit_id }) => seen.has(unit_id));
  const lockedBy = body.by_lock ? actor.memberId : null;
  return { bookings: await readModel.countLosses(db, actor.accountId, { losses, now: now(), lockedBy }) };
}

/** When a booking is, for the audit log. */
export const toldSpan = ({ fromMs, toMs }: Span): { from: string; to: string } => ({
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
});

/** When a booking is, who drives and what for: by these one that is booked again is known to be the one that was cancelled. */
export const toldBooking = (span: Span, driverId: number | null, purpose: string) => ({
  ...toldSpan(span),
  ...(driverId === null ? {} : { user: driverId }),
  purpose,
});

/** A time as one value: an interval of ISO 8601. */
const toldTime = (span: Span): string => Object.values(toldSpan(span)).join('/');

/** What a booking becomes. */
export interface Change {
  readonly unit: readModel.BookableUnit;
  readonly driverId: number | null;
  readonly span: Span;
  readonly kind: readModel.BookingRow['kind'];
  readonly purpose: string;
}

/** Writes a change that was found sound, with its line in the audit log; a new time of an approved booking waits again. */
export async function writeChange(
  ctx: MemberCtx,
  row: readModel.BookingRow & { readonly unit_name: string },
  { unit, driverId, span, kind, purpose }: Change,
): Promise<'requested' | 'booked'> {
  const { db, actor, now } = ctx;
  const isMoved = !isAsItWas(row, unit.id, span);
  const state = isMoved || row.state === 'requested' ? await stateFor(ctx, kind) : 'booked';
  await repository.changeBooking(
    db,
    actor.accountId,
    row.id,
    { unit_id: unit.id, kind, state, driver_id: driverId, purpose, ...(isMoved && { span }) },
    now(),
  );
  const before = { vehicle: row.unit_name, time: toldTime({ fromMs: row.from_ms, toMs: row.to_ms }), booking_kind: row.kind };
  const changes = changesFor(
    { ...before, user: row.driver_id, purpose: row.purpose },
    { vehicle: unit.name, time: toldTime(span), booking_kind: kind, user: driverId, purpose },
  );
  const moved = unit.id === row.unit_id ? {} : { before: row.unit_name };
  await audit(ctx, 'booking-changed', unit.name, { ...toldSpan(span), ...moved, ...changes });
  // Its new unit is told by the change; who sees only the one that it leaves is to see it go.
  if (unit.id !== row.unit_id)
    await ctx.ports.live.announce(db, [{ accountId: actor.accountId, unitId: row.unit_id, kind: 'booking' }]);
  return state;
}

/** API-046, ERR-041. */
export async function updateBooking(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof updateEndpoint>,
): Promise<HandlerData<typeof updateEndpoint>> {
  const { actor, now } = ctx;
  const row = await hold(ctx, body.id);
  const nowMs = now().getTime();
  requireFuture(row, nowMs);
  requireUnchanged(await shown(ctx, row), body);
  const unit = await findBookable(ctx, body.imei);
  const driverId = await driverOf(ctx, unit.id, body, row);
  const span = spanOf(body.start_date, body.end_date, actor.timeZone);
  requireSound(span, nowMs);
  const isMoved = !isAsItWas(row, unit.id, span);
  // What was made before the account closed its vehicles then stays, and its purpose and driver may change.
  if (body.kind === 'drive' && (isMoved || row.kind !== 'drive')) await requireOpen(ctx, unit.id, span);
  if ((await withoutTaken(ctx, unit.id, [span], row.id)).length === 0) throw new AppError('AlreadyBooked');
  const isGiven = driverId !== row.driver_id;
  // Who had it has it no more.
  if (isGiven) await tellDriver(ctx, [row.id], 'deleted');
  const state = await writeChange(ctx, row, { unit, driverId, span, kind: body.kind, purpose: body.purpose });
  await tellChanged(ctx, row.id);
  if (state === 'requested') await announceRequest(ctx, [row.id]);
  else await tellDriver(ctx, [row.id], isGiven ? 'made' : 'changed', isGiven ? {} : { was: row });
  return { id: row.id, state };
}

/** API-047. */
export async function deleteBooking(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof deleteEndpoint>,
): Promise<HandlerData<typeof deleteEndpoint>> {
  const row = await hold(ctx, body.id);
  requireFuture(row, ctx.now().getTime());
  const gone = [row, ...(body.with_later ? await changeableInRow(ctx, row) : [])];
  const ids = gone.map(({ id }) => id);
  const rest = (await changeableInRow(ctx, row, { fromMs: 0, isHeld: false })).filter(({ id }) => !ids.includes(id));
  // Each driver once, of all of theirs, and with those of theirs that stay.
  for (const [driverId, [first, ...later]] of Map.groupBy(gone, ({ driver_id }) => driver_id)) {
    const stays = rest.filter((each) => each.driver_id === driverId && each.from_ms > ctx.now().getTime());
    await tellDriver(ctx, [first!.id, ...later.map(({ id }) => id)], 'deleted', {
      stays: stays.map(({ from_ms: fromMs }) => new Date(fromMs)),
    });
  }
  await ctx.ports.announce(ctx.db, [{ name: 'bookings-deleted', ids }], ctx.now());
  await repository.deleteBookings(ctx.db, ctx.actor.accountId, ids);
  for (const { from_ms: fromMs, to_ms: toMs, driver_id: driverId, unit_name, purpose } of gone)
    await audit(ctx, 'booking-deleted', unit_name, toldBooking({ fromMs, toMs }, driverId, purpose));
  return { deleted: gone.length, in_row_with: rest[0]?.id ?? null };
}

/** BOOK-036: of its row those from then on that are the actor's to change: one may have been given to somebody else since. */
export async function changeableInRow(
  ctx: MemberCtx,
  row: readModel.WholeBooking,
  { fromMs = row.from_ms, isHeld = true }: { readonly fromMs?: number; readonly isHeld?: boolean } = {},
): Promise<readModel.BookingInRow[]> {
  const booker = await bookerOf(ctx);
  const others = await readModel.othersInRow(ctx, row, { fromMs, isHeld });
  return others.filter((each) => mayChangeBooking(booker, ownedOf(each)));
}

export const getBooking = async (ctx: MemberCtx, id: number): Promise<Booking> => shown(ctx, await findBooking(ctx, id));

/** DEC-22: ends as this minute began, and what is left of its time is free: whoever books it now books it from that minute on. */
export async function returnVehicle(ctx: MemberCtx, { params }: HandlerInput<typeof returnEndpoint>): Promise<Booking> {
  const row = await hold(ctx, params.id);
  const now = ctx.now();
  if (row.state !== 'booked' || phaseNow(row, now.getTime()) !== 'ongoing')
    throw new AppError('BookingNotOngoing', { status: 422 });
  const span = { fromMs: row.from_ms, toMs: returnedAtMs(row.from_ms, now.getTime()) };
  await repository.changeBooking(ctx.db, ctx.actor.accountId, row.id, { span, returned_at: now }, now);
  await audit(ctx, 'booking-returned', row.unit_name, toldSpan(span));
  await tellChanged(ctx, row.id);
  return getBooking(ctx, row.id);
}

/** A booking of which the actor says how its vehicle was left; throws BookingNotBegun. */
export async function holdForHandOver(ctx: MemberCtx, id: number): Promise<readModel.WholeBooking> {
  const row = await hold(ctx, id);
  if (row.state !== 'booked' || phaseNow(row, ctx.now().getTime()) === 'future')
    throw new AppError('BookingNotBegun', { status: 422 });
  return row;
}

/** How it was left; also after its time, as long as nobody has had it since is not asked: what is written is the writer's word. */
export async function saveHandOver(ctx: MemberCtx, { params, body }: HandlerInput<typeof handOverEndpoint>): Promise<Booking> {
  const row = await holdForHandOver(ctx, params.id);
  await repository.saveHandOver(ctx.db, ctx.actor, row.id, body, ctx.now());
  return getBooking(ctx, row.id);
}

const toldDriven = (driven: readModel.Driven, row: readModel.WholeBooking, zone: string): Booking['driven'] => {
  const { trips, distance_m, from_ms, until_ms, drivers, driver_ids, log_drivers, log_driver_ids } = driven;
  const isNamed = driver_ids.length > 0 || row.driver_id === null || log_driver_ids.includes(row.driver_id);
  return {
    trips,
    distance_m,
    from: from_ms === null ? null : wallClock(from_ms, zone),
    was_out: trips > 0 && driven.was_out,
    until: until_ms === null ? null : wallClock(until_ms, zone),
    drivers: driver_ids.every((id) => id === row.driver_id) ? [] : [...drivers],
    log_drivers: isNamed ? [] : [...log_drivers],
    log_driver_ids: driven.has_undriven ? [] : [...log_driver_ids],
  };
};

/** As the actor may see it. */
export async function shown(ctx: MemberCtx, row: readModel.WholeBooking): Promise<Booking> {
  const { actor, now } = ctx;
  const phase = phaseNow(row, now().getTime());
  const owned = ownedOf(row);
  const booker = await bookerOf(ctx);
  const mayEdit = mayChangeBooking(booker, owned);
  const isHeld = row.state === 'requested' || row.state === 'booked';
  const settings = await settingsOf(ctx.db, actor.accountId);
  const isOpen = mayEdit && isHeld;
  const outcome = phase === 'past' ? (await readModel.outcomesOf(ctx, [row.id], now())).get(row.id) : undefined;
  // With what its driver drove on with.
  const span = { fromMs: row.from_ms, toMs: Math.max(row.to_ms, outcome?.driven_until_ms ?? 0) };
  const mayHandOver = isOpen && row.state === 'booked' && phase !== 'future';
  const odometerM = !mayHandOver
    ? null
    : phase === 'ongoing'
      ? await odometerNow(ctx, row.unit_id, now())
      : await odometerThen(ctx, row.unit_id, span, now());
  const tellsBefore = mayHandOver || (isHeld && phase !== 'past');
  const { id: exceptId, unit_id: unitId } = row;
  const before = tellsBefore
    ? await toldHandOverBefore(ctx, { unitId, from: new Date(row.from_ms), exceptId, now: now() })
    : null;
  const standsAt = isHeld && phase !== 'past' && actor.mayUseMap ? (await placesAsTold(ctx, [unitId])).get(unitId) : undefined;
  return {
    id: row.id,
    imei: row.imei ?? '',
    unit_name: row.unit_name,
    registration_number: row.registration_number ?? '',
    start_date: wallClock(row.from_ms, actor.timeZone),
    end_date: wallClock(row.to_ms, actor.timeZone),
    purpose: maySeePurpose(booker, owned) ? row.purpose : null,
    driver_id: row.driver_id,
    driver_name: row.driver_name,
    booked_by: row.booked_by,
    booked_by_name: row.booked_by_name,
    kind: row.kind,
    state: row.state,
    phase,
    in_row: Math.max(1, row.in_row),
    is_repeated: row.row_id !== null && (await readModel.repeatedRows(ctx, [row.row_id])).has(row.row_id),
    returned_date: row.returned_at && wallClock(row.returned_at.getTime(), actor.timeZone),
    reason: mayEdit ? row.reason : null,
    hand_over:
      row.handed_over_at === null
        ? null
        : {
            note: row.note ?? '',
            odometer_km: row.odometer_km,
            fuel_pct: row.fuel_pct,
            by_name: row.handed_over_by ?? '',
            at: row.handed_over_at.toISOString(),
          },
    place: standsAt?.name ?? null,
    place_is_approximate: standsAt?.isApproximate ?? false,
    hand_over_before: before,
    known_odometer_km: odometerM === null ? null : Math.round(odometerM / 100) / 10,
    has_picture: row.has_picture,
    driven: phase === 'future' ? null : toldDriven(await readModel.drivenIn(ctx, row.unit_id, span, now()), row, actor.timeZone),
    was_driven: outcome?.was_driven ?? null,
    fetched: outcome?.fetched_ms ? wallClock(outcome.fetched_ms, actor.timeZone) : null,
    driven_until: outcome?.driven_until_ms ? wallClock(outcome.driven_until_ms, actor.timeZone) : null,
    can: {
      edit: isOpen && phase === 'future',
      delete: isOpen && phase === 'future',
      return: isOpen && row.state === 'booked' && phase === 'ongoing',
      hand_over: mayHandOver,
      decide: row.state === 'requested' && mayDecide(actor, { approverId: settings.approver_id }),
    },
  };
}
