import { dayIn } from '@spora/calendar/zones';
import type {
  checkInDriver as checkInEndpoint,
  checkOutDriver as checkOutEndpoint,
  listCheckIns as listEndpoint,
  previewCheckIn as previewEndpoint,
} from '@spora/contract/drivers/endpoints';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { AppError } from '../../platform/app-error.ts';
import { audit } from '../../core/people/audit.ts';
import { inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { findVisibleTrip } from '../trips/api.ts';
import { mayCheckInOthers, mayCheckOut, requireMayCheckIn, requireMayCheckOut } from './policy.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import { consequenceOf, isStale } from './rules.ts';
import { findVisibleUnit, visibleUnitIds } from '../../core/fleet/visible-units.ts';
import { lockUnits } from '../../core/fleet/hold-units.ts';
import { usualDrivers } from '../../core/fleet/usual-drivers.ts';
import { writeToMember } from '../../core/people/letters.ts';
import { requireFeatureOf } from '../../core/fleet/unit-features.ts';
import { findMembers } from '../../core/people/members.ts';
import { statesAsTold } from '../tracking/api.ts';
import { isMasked } from '../trips/masking-rules.ts';
import { driverEdits, insertEdits, layOver } from '../trips/overlay-api.ts';
import { factsOf } from '../trips/shown-trip-api.ts';

interface Unit {
  readonly unitId: number;
  readonly name: string;
}
interface Person {
  readonly id: number;
  readonly name: string;
}

/** Who is checked in on the units that the actor sees, and on which the actor is. */
export async function listCheckIns(ctx: MemberCtx): Promise<HandlerData<typeof listEndpoint>> {
  const rows = await readModel.checkedIn(ctx, await visibleUnitIds(ctx), ctx.now());
  return { check_ins: rows.map((row) => toCheckIn(ctx, row)), can: { check_in_others: mayCheckInOthers(ctx.actor) } };
}

const toCheckIn = ({ actor, now }: MemberCtx, row: readModel.CheckedInRow) => ({
  unit_id: row.unit_id,
  imei: row.imei,
  unit_name: row.unit_name,
  registration_number: row.registration_number,
  driver: { id: row.driver_id, name: row.driver },
  since: row.told_at.toISOString(),
  source: row.source,
  // A tag that was left in its reader is nobody's to check out.
  is_stale:
    row.source !== 'tag' &&
    isStale({ at: row.since, recordedAt: row.recorded_at, drivenAt: row.driven_at, isDriving: row.is_driving }, now()),
  is_own: row.driver_id === actor.memberId,
  can: { check_out: mayCheckOut(actor, row.driver_id) },
});

/** DRV-005, DEC-46. */
export async function previewCheckIn(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof previewEndpoint>,
): Promise<HandlerData<typeof previewEndpoint>> {
  const unit = await findVisibleOrDriven(ctx, body.imei);
  await requireFeatureOf(ctx, unit.unitId, 'check-in');
  if (body.driver_id !== null) await mustKnow(ctx, body.driver_id);
  const from = await fromOf(ctx, unit, body.from_trip_id);
  const plan = await planOf(ctx, unit, from, body.driver_id);
  const beyond = (trip: readModel.ForwardTrip): boolean => plan.next !== null && trip.started_at >= plan.next.at;
  const counted = plan.changed.filter((trip) => !trip.is_second);
  return {
    from: from.toISOString(),
    changed: { all: counted.length, 'until-next': counted.filter((trip) => !beyond(trip)).length },
    checked_out: plan.checkedOut,
    driving: body.from_trip_id === null && body.driver_id !== null ? await drivingNow(ctx, unit, body.driver_id) : null,
    next: plan.next && { at: plan.next.told_at.toISOString(), driver: plan.next.driver },
    left: plan.left
      .filter(({ trip }) => !trip.is_second)
      .map(({ trip, reason }) => ({
        id: trip.id,
        start: (isSomebodysPrivate(ctx, trip) ? trip.day_at : trip.started_at).toISOString(),
        distance_m: trip.distance_m,
        reason,
        is_masked: isSomebodysPrivate(ctx, trip),
        is_after_next: beyond(trip),
      })),
  };
}

/**
 * Somebody else who drives the unit at this moment; of private use that is withheld, and so it is from who has no map. Who drives it is
 * known by a check-in or a tag alone: otherwise the usual driver is told as what they are.
 */
async function drivingNow(
  ctx: MemberCtx,
  { unitId }: Unit,
  memberId: number,
): Promise<{ driver: string | null; usual_driver: string | null } | null> {
  if (!ctx.actor.mayUseMap) return null;
  const [told] = await statesAsTold(ctx, [unitId]);
  if (told?.state !== 'moving') return null;
  const [checkedIn] = await readModel.driversNow(ctx, [unitId], ctx.now());
  if (checkedIn) return checkedIn.id === memberId ? null : { driver: checkedIn.name, usual_driver: null };
  const [member] = await findMembers(ctx, [memberId]);
  return member?.full_name === told.usualDriver ? null : { driver: null, usual_driver: told.usualDriver };
}

/** API-107, DRV-002 to DRV-004. */
export async function checkIn(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof checkInEndpoint>,
): Promise<HandlerData<typeof checkInEndpoint>> {
  const { driver_id } = body;
  if (driver_id === null) throw new AppError('NoDriverToCheckIn', { status: 422 });
  const unit = await findVisibleUnit(ctx, body.imei);
  requireMayCheckIn(ctx.actor, driver_id);
  await requireFeatureOf(ctx, unit.unitId, 'check-in');
  await mustKnow(ctx, driver_id);
  return inTransaction(ctx, async (inner) => {
    await lockUnits(inner.db, [unit.unitId]);
    const from = await fromOf(inner, unit, body.from_trip_id);
    return changeDriver(inner, unit, { from, memberId: driver_id, source: 'member', untilNext: body.extent === 'until-next' });
  });
}

/** API-107: from a trip forward, or from now; until somebody else is checked in. */
export async function checkOut(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof checkOutEndpoint>,
): Promise<HandlerData<typeof checkOutEndpoint>> {
  const unit = await findVisibleOrDriven(ctx, body.imei);
  return inTransaction(ctx, async (inner) => {
    await lockUnits(inner.db, [unit.unitId]);
    const from = await fromOf(inner, unit, body.from_trip_id);
    const current = await readModel.eventAt(inner, unit.unitId, from);
    const wanted = body.driver_id ?? current?.driver_id;
    if (!current?.driver_id || wanted !== current.driver_id) throw new AppError('NotCheckedIn');
    requireMayCheckOut(inner.actor, current.driver_id);
    return changeDriver(inner, unit, { from, memberId: null, source: 'member', untilNext: true });
  });
}

/** A unit that the actor sees, or is checked in on without seeing it (DRV-009). */
async function findVisibleOrDriven(ctx: MemberCtx, imei: string): Promise<Unit> {
  const own = (await readModel.checkedIn(ctx, [], ctx.now())).find((row) => row.imei === imei);
  return own ? { unitId: own.unit_id, name: own.unit_name } : findVisibleUnit(ctx, imei);
}

async function mustKnow(ctx: MemberCtx, memberId: number): Promise<void> {
  if ((await findMembers(ctx, [memberId])).length === 0) throw new AppError('UserNotFound');
}

/** When the chosen trip began; of somebody else's private trip nobody says so. Without a trip: now. */
async function fromOf(ctx: MemberCtx, unit: Unit, tripId: number | null): Promise<Date> {
  if (tripId === null) return ctx.now();
  const trip = await findVisibleTrip(ctx, tripId);
  if (trip.unit_id !== unit.unitId) throw new AppError('TripNotFound');
  if (isMasked(ctx.actor, factsOf(trip))) throw new AppError('TripNotYours', { status: 403 });
  return trip.started_at;
}

const isSomebodysPrivate = ({ actor }: MemberCtx, trip: readModel.ForwardTrip): boolean =>
  isMasked(actor, { type: trip.is_private ? 'private' : '', driverMemberId: trip.driver_member_id });

interface Plan {
  readonly changed: readModel.ForwardTrip[];
  readonly left: { trip: readModel.ForwardTrip; reason: 'attested' | 'private' }[];
  readonly checkedOut: Person | null;
  readonly next: readModel.EventRow | null;
  readonly later: readModel.EventRow[];
}

/** What a check-in, or (without a member) a check-out, from an instant on meets. */
async function planOf(ctx: MemberCtx, { unitId }: Unit, from: Date, memberId: number | null): Promise<Plan> {
  const current = await readModel.eventAt(ctx, unitId, from);
  const all = await readModel.eventsAfter(ctx, unitId, from);
  // A check-out ends what its driver began, however often; it ends nobody else's.
  const isNext = ({ driver_id }: readModel.EventRow): boolean =>
    memberId !== null || (driver_id !== null && driver_id !== current?.driver_id);
  const next = all.find(isNext) ?? null;
  const trips = await readModel.tripsFrom(ctx, unitId, from, memberId);
  const within = memberId === null && next ? trips.filter((trip) => trip.started_at < next.at) : trips;
  const judged = within.map((trip) => ({
    trip,
    consequence: consequenceOf(
      {
        driverMemberId: trip.driver_member_id,
        editedDriverId: trip.edited_driver_id,
        usualDriverId: trip.usual_driver_id,
        isAttested: trip.is_attested || trip.is_closed,
        isMasked: isSomebodysPrivate(ctx, trip) || (trip.is_private && trip.is_before_member),
      },
      memberId,
      current?.driver_id ?? null,
    ),
  }));
  return {
    changed: judged.filter(({ consequence }) => consequence === 'changes').map(({ trip }) => trip),
    left: judged.flatMap(({ trip, consequence }) =>
      consequence === 'attested' || consequence === 'private' ? [{ trip, reason: consequence }] : [],
    ),
    checkedOut:
      current?.driver_id && current.driver && current.driver_id !== memberId
        ? { id: current.driver_id, name: current.driver }
        : null,
    next,
    later: memberId !== null || next === null ? all : all.slice(0, all.indexOf(next)),
  };
}

export interface DriverChange {
  readonly from: Date;
  /** Null: checks out. */
  readonly memberId: number | null;
  readonly source: 'member' | 'qr';
  /** DEC-46: later check-ins stand; of a check-out always. */
  readonly untilNext: boolean;
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
  readonly givesCard?: boolean;
}

/** Lays a check-in or check-out over the unit's trips, in the transaction that holds the unit. */
export async function changeDriver(
  inner: MemberCtx,
  unit: Unit,
  change: DriverChange,
): Promise<{ changed: number; left: number; checked_out: Person | null }> {
  const { db, actor } = inner;
  const at = inner.now();
  const { from, memberId, untilNext, ...event } = change;
  const plan = await planOf(inner, unit, from, memberId);
  const isMeant = ({ started_at }: readModel.ForwardTrip): boolean => !untilNext || !plan.next || started_at < plan.next.at;
  const changed = plan.changed.filter(isMeant);
  const left = plan.left.filter(({ trip }) => isMeant(trip));
  const supersedes = memberId === null || !untilNext ? plan.later : [];
  await repository.supersede(
    db,
    supersedes.map(({ id }) => id),
    at,
  );
  await repository.insertEvent(db, actor, { ...event, unitId: unit.unitId, at: from, memberId }, at);
  const edits = [
    // It stands over drivers that were chosen by hand (DRV-002): what was said last counts.
    ...changed
      .filter((trip) => trip.edited_driver_id !== null)
      .flatMap((trip) => driverEdits(unit.unitId, trip, { was: trip.driver_member_id, is: memberId ?? trip.usual_driver_id })),
    // Somebody else's private trip keeps its driver, or a check-in would show where it went (TRIP-032); so does one of a day that the
    // new driver has attested.
    ...left
      .filter(({ trip, reason }) => (reason === 'private' || trip.is_closed) && trip.edited_driver_id === null)
      .flatMap(({ trip }) => driverEdits(unit.unitId, trip, { was: trip.driver_member_id, is: trip.driver_member_id })),
  ];
  if (edits.length > 0) await insertEdits(db, actor, edits, at);
  await layOver(db, [{ unitId: unit.unitId, fromMs: from.getTime(), toMs: FAR_MS }]);
  await inner.ports.live.announce(db, [{ accountId: actor.accountId, unitId: unit.unitId, kind: 'trip' }]);
  const [driver] = memberId === null ? [] : await findMembers(inner, [memberId]);
  await audit(inner, memberId === null ? 'driver-checked-out' : 'driver-checked-in', unit.name, {
    driver: driver?.full_name ?? plan.checkedOut?.name ?? '',
    // Whoever was checked in until then is not any more.
    ...(memberId !== null && plan.checkedOut ? { before: plan.checkedOut.name } : {}),
    source: change.source,
    trips: changed.length,
  });
  const isFromNow = memberId !== null && !(untilNext && plan.next);
  if (isFromNow) await tellOthers(inner, unit, { id: memberId, name: driver?.full_name ?? '', checkedOut: plan.checkedOut });
  const count = (trips: readonly readModel.ForwardTrip[]): number => trips.filter((trip) => !trip.is_second).length;
  return { changed: count(changed), left: count(left.map(({ trip }) => trip)), checked_out: plan.checkedOut };
}

/**
 * TRIP-032: what is driven from now on is the one's who is checked in, private trips too. Who was until then, and who usually drives the
 * unit, must know; once a day of each that is.
 */
async function tellOthers(ctx: MemberCtx, unit: Unit, checkedIn: Person & { readonly checkedOut: Person | null }): Promise<void> {
  const usual = (await usualDrivers(ctx, [unit.unitId], ctx.now())).get(unit.unitId);
  const day = dayIn(ctx.now(), ctx.actor.timeZone);
  for (const id of new Set([checkedIn.checkedOut?.id, usual?.id])) {
    if (id === undefined || id === checkedIn.id) continue;
    await writeToMember(ctx, id, {
      template: 'checked-in-instead',
      params: (names) => ({ ...names, unitName: unit.name, driverName: checkedIn.name }),
      dedupKey: `checked in ${unit.unitId} ${checkedIn.id} ${id} ${day}`,
    });
  }
}

/** Beyond any trip. */
const FAR_MS = Date.UTC(2200, 0, 1);
