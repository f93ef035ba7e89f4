import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type {
  bulkUpdateTrips as bulkUpdateTripsEndpoint,
  OdometerExplanation,
  Passenger,
  setTripType as setTripTypeEndpoint,
  TripChanges,
  updateTrip as updateTripEndpoint,
} from '@spora/contract/trips/endpoints';
import { AppError } from '../../../platform/app-error.ts';
import { inTransaction, type MemberActor, type MemberCtx } from '../../../platform/ctx.ts';
import { editRefusal, refusedBy } from '../policy.ts';
import { findVisibleTrip, findVisibleTrips, type TripListRow, tripsByIds } from '../api.ts';
import { anchorsOf } from '../rules.ts';
import { withheldFromNewMember } from '../joined-later-api.ts';
import { closedFor } from './repository.ts';
import { lockUnits } from '../../../core/fleet/hold-units.ts';
import { findMembers } from '../../../core/people/members.ts';
import { isMasked } from '../masking-rules.ts';
import { recomputeUnitDays } from '../unit-days-api.ts';
import { insertEdits, layOver } from '../overlay-api.ts';
import { factsOf, toTrip } from '../shown-trip-api.ts';

/** API-065: each trip answers for itself; those that may be changed are, together. */
export const setTripType = (
  ctx: MemberCtx,
  { body }: HandlerInput<typeof setTripTypeEndpoint>,
): Promise<HandlerData<typeof setTripTypeEndpoint>> => changeTrips(ctx, body.trip_ids, { type: body.type });

/** TRIP-021: the same for any field, with an answer for each trip. */
export const bulkUpdateTrips = (
  ctx: MemberCtx,
  { body }: HandlerInput<typeof bulkUpdateTripsEndpoint>,
): Promise<HandlerData<typeof bulkUpdateTripsEndpoint>> => changeTrips(ctx, body.trip_ids, body.changes, body);

interface Expected {
  readonly if_unchanged?: TripChanges | undefined;
  readonly seen?: readonly ({ readonly id: number } & TripChanges)[] | undefined;
}

async function changeTrips(
  ctx: MemberCtx,
  tripIds: readonly number[],
  changes: TripChanges,
  { if_unchanged = {}, seen = [] }: Expected = {},
): Promise<HandlerData<typeof bulkUpdateTripsEndpoint>> {
  const ids = [...new Set(tripIds)];
  await mustKnow(ctx, changes);
  const read = new Map(seen.map(({ id, ...values }) => [id, values]));
  const visible = await findVisibleTrips(ctx, ids);
  return inTransaction(ctx, async (inner) => {
    const found = new Map((await holdTrips(inner, visible)).map((row) => [row.id, row]));
    const closed = await closedTo(inner, [...found.values()], changes);
    const withheld = await withheldFrom(inner, [...found.values()], changes);
    const refusals = new Map(
      ids.map((id) => {
        const row = found.get(id);
        if (!row) return [id, 'TripNotFound' as const];
        const refusal =
          refusalOf(ctx, row, changes) ??
          (withheld.has(id) ? ('DriverJoinedLater' as const) : null) ??
          (closed.has(id) ? ('DriverHasAttested' as const) : null);
        const isOthers = isOther(ctx.actor, row, if_unchanged) || isOther(ctx.actor, row, read.get(id) ?? {}, changes);
        return [id, refusal ?? (isOthers ? ('TripChangedMeanwhile' as const) : null)];
      }),
    );
    const toChange = [...found.values()].filter((row) => refusals.get(row.id) === null);
    for (const row of await edit(inner, toChange, changes)) found.set(row.id, row);
    return {
      results: ids.map((id) => {
        const error = refusals.get(id);
        const row = found.get(id);
        if (error === 'TripChangedMeanwhile' && row) return { id, success: false as const, error, trip: toTrip(ctx.actor, row) };
        return error || !row
          ? { id, success: false as const, error: error ?? 'TripNotFound' }
          : { id, success: true as const, trip: toTrip(ctx.actor, row) };
      }),
    };
  });
}

/**
 * What one cannot see, one does not write over: of somebody else's private trip without a driver only the type may be put right. An
 * administrator gives it to who drove it, and not to oneself: that would show where it went (TRIP-032).
 */
function refusalOf({ actor }: MemberCtx, row: TripListRow, changes: TripChanges) {
  const facts = factsOf(row);
  const isGift = actor.isAdmin && isMasked(actor, facts) && facts.driverMemberId === null && isToAnother(actor.memberId, changes);
  const refusal = editRefusal(actor, isGift ? { ...facts, isSaidPrivate: false } : facts);
  if (isGift) return refusal;
  if (refusal) return refusal;
  const writesDetails = Object.entries(changes).some(([field, value]) => field !== 'type' && value !== undefined);
  return writesDetails && isMasked(actor, factsOf(row)) ? ('TripNotYours' as const) : null;
}

/** Trips that the new driver's attested period would get as new rows. */
const closedTo = (inner: MemberCtx, rows: readonly TripListRow[], { driver_id }: TripChanges): Promise<Set<number>> =>
  driver_id === undefined
    ? Promise.resolve(new Set())
    : closedFor(
        inner,
        rows.map(({ id }) => id),
        driver_id,
      );

/** Of private trips that the actor does not see, those that began before the new driver was a member. */
const withheldFrom = (inner: MemberCtx, rows: readonly TripListRow[], { driver_id }: TripChanges): Promise<Set<number>> =>
  typeof driver_id === 'number'
    ? withheldFromNewMember(
        inner,
        rows.filter((row) => isMasked(inner.actor, factsOf(row))).map(({ id }) => id),
        driver_id,
      )
    : Promise.resolve(new Set());

function isToAnother(memberId: number, { driver_id, ...others }: TripChanges): boolean {
  const isAlone = Object.values(others).every((value) => value === undefined);
  return isAlone && typeof driver_id === 'number' && driver_id !== memberId;
}

/** API-066: absent leaves a field, an empty text clears it. */
export async function updateTrip(
  ctx: MemberCtx,
  { params, body: { if_unchanged, ...body } }: HandlerInput<typeof updateTripEndpoint>,
): Promise<HandlerData<typeof updateTripEndpoint>> {
  await mustKnow(ctx, body);
  const seen = await findVisibleTrip(ctx, params.id);
  return inTransaction(ctx, async (inner) => {
    const [row] = await holdTrips(inner, [seen]);
    if (!row) throw new AppError('TripNotFound');
    const refusal = refusalOf(ctx, row, body) ?? (isMasked(ctx.actor, factsOf(row)) ? 'TripNotYours' : null);
    if (refusal) throw refusedBy(refusal);
    if ((await closedTo(inner, [row], body)).size > 0) throw new AppError('DriverHasAttested');
    if (isOther(ctx.actor, row, if_unchanged ?? {})) throw new AppError('TripChangedMeanwhile');
    const [changed] = await edit(inner, [row], body);
    return { trip: toTrip(ctx.actor, changed ?? row) };
  });
}

/** People who are named are the account's. */
export async function mustKnow(ctx: MemberCtx, { driver_id, passengers }: TripChanges): Promise<void> {
  const wanted = [driver_id, ...(passengers ?? []).map((one) => one.member_id)].filter((id) => typeof id === 'number');
  if (wanted.length > 0 && (await findMembers(ctx, wanted)).length < new Set(wanted).size) throw new AppError('UserNotFound');
}

/** A re-run of a unit may replace its trips at any time: what is decided by and written over is read again once nobody can. */
export async function holdTrips(ctx: MemberCtx, seen: readonly TripListRow[]): Promise<TripListRow[]> {
  if (seen.length === 0) return [];
  await lockUnits(
    ctx.db,
    seen.map((row) => row.unit_id),
  );
  return tripsByIds(
    ctx,
    seen.map((row) => row.id),
  );
}

/** The values as an edit keeps them: a driver by number, 0 for nobody; passengers as JSON. */
const textsOf = (changes: TripChanges): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      type: changes.type,
      purpose: changes.purpose,
      note: changes.note,
      project: changes.project,
      visited: changes.visited,
      driver: changes.driver_id === undefined ? undefined : String(changes.driver_id ?? 0),
      passengers: changes.passengers && passengersText(changes.passengers),
      odometer: changes.odometer_explanation === undefined ? undefined : explanationText(changes.odometer_explanation),
    }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** The same of a stored trip: what the history shows as the old value. */
const textsNow = (row: TripListRow): Record<string, string> => ({
  type: row.edited_type ?? '',
  purpose: row.purpose,
  note: row.note,
  project: row.project,
  visited: row.visited,
  driver: String(row.driver_member_id ?? 0),
  passengers: passengersText(row.passengers),
  odometer: explanationText(row.odometer_explanation),
});

/**
 * Whether the trip shows the actor another value than it is expected to, of any field that is named, and not the one that is wanted.
 * Only what is shown is compared: of a masked trip a guess must not be answered (TRIP-032).
 */
function isOther(actor: MemberActor, row: TripListRow, expected: TripChanges, wanted: TripChanges = {}): boolean {
  const { odometer_explanation = null, ...trip } = toTrip(actor, row);
  const [shown, after] = [textsOf({ ...trip, odometer_explanation }), textsOf(wanted)];
  return Object.entries(textsOf(expected)).some(([field, value]) => shown[field] !== value && shown[field] !== after[field]);
}

const passengersText = (list: readonly { member_id?: number | null; name: string }[]): string =>
  JSON.stringify(list.map((one): Passenger => ({ member_id: one.member_id ?? null, name: one.name })));

const explanationText = (said: OdometerExplanation | null): string =>
  said === null ? '' : JSON.stringify({ reason: said.reason, note: said.note });

/** What is kept of an explanation: which gap it is about, of the trip's own. Of a trip without one nothing is. */
const explanationKept = (value: string, gapM: number | null): string | null => {
  if (value === '') return '';
  return gapM === null ? null : JSON.stringify({ ...(JSON.parse(value) as OdometerExplanation), gap_m: gapM });
};

/**
 * An edit is an event, laid over what the machine computed, in the transaction that holds the trips, with the day totals that
 * follow from it. Of merged trips both are edited: divided again they are what was said of them. A value that is there already
 * leaves no trace.
 */
export async function edit(inner: MemberCtx, rows: readonly TripListRow[], changes: TripChanges): Promise<TripListRow[]> {
  const { db, actor } = inner;
  const at = inner.now();
  const wanted = textsOf(changes);
  const edits = rows.flatMap((row) => {
    const now = textsNow(row);
    return Object.entries(wanted)
      .filter(([field, value]) => now[field] !== value)
      .flatMap(([field, value]) =>
        partsOf(row).flatMap(({ fromMs, toMs, gapM }) =>
          anchorsOf(field, { isManual: row.is_manual, fromMs, toMs }).map((anchor) => ({
            unitId: row.unit_id,
            anchor,
            field,
            // Of a type what it was, whoever or whatever had decided it: who may take it back follows from that.
            oldValue: field === 'type' ? row.type : (now[field] ?? ''),
            value: field === 'odometer' ? explanationKept(value, gapM) : value,
            manualTripId: row.is_manual ? row.id : null,
          })),
        ),
      )
      .filter((one): one is typeof one & { value: string } => one.value !== null);
  });
  if (edits.length === 0) return [];
  await insertEdits(db, actor, edits, at);
  const spans = rows.map((row) => ({ unitId: row.unit_id, fromMs: row.started_at.getTime(), toMs: row.ended_at.getTime() }));
  await layOver(db, spans);
  if (changes.type !== undefined) await recomputeUnitDays(db, spans);
  await inner.ports.live.announce(
    db,
    [...new Set(rows.map((row) => row.unit_id))].map((unitId) => ({
      accountId: actor.accountId,
      unitId,
      kind: 'trip' as const,
    })),
  );
  return tripsByIds(
    inner,
    rows.map((row) => row.id),
  );
}

const partsOf = (row: TripListRow): { fromMs: number; toMs: number; gapM: number | null }[] =>
  row.parts.length > 0
    ? row.parts.map(({ start, stop, gap_m }) => ({ fromMs: Date.parse(start), toMs: Date.parse(stop), gapM: gap_m }))
    : [{ fromMs: row.started_at.getTime(), toMs: row.ended_at.getTime(), gapM: row.gap_m }];
