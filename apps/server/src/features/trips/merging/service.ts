import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type {
  mergeTrips as mergeTripsEndpoint,
  previewMerge as previewMergeEndpoint,
  unmergeTrips as unmergeTripsEndpoint,
} from '@spora/contract/trips/endpoints';
import { AppError } from '../../../platform/app-error.ts';
import { inTransaction, type MemberCtx } from '../../../platform/ctx.ts';
import { holdTrips } from '../edits/service.ts';
import { editRefusal, refusedBy } from '../policy.ts';
import { findVisibleTrip, findVisibleTrips, type TripListRow, tripsByIds } from '../api.ts';
import { anchorOf } from '../rules.ts';
import * as repository from './repository.ts';
import { mergeRefusal } from './rules.ts';
import { averageKmh } from '../fuel/rules.ts';
import { isMasked } from '../masking-rules.ts';
import { insertEdits, layMerges } from '../overlay-api.ts';
import { drivenSeconds, factsOf, toTrip, usedBy } from '../shown-trip-api.ts';

/** TRIP-010, DEC-45: what the two would be, and which trips lie between. */
export async function previewMerge(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof previewMergeEndpoint>,
): Promise<HandlerData<typeof previewMergeEndpoint>> {
  const [first, second] = await mergeablePair(ctx, await findVisibleTrips(ctx, body.trip_ids));
  const between = await repository.tripsBetween(ctx, first.unit_id, first.ended_at, second.started_at);
  const whole = { distance_m: first.distance_m + second.distance_m, duration_s: first.duration_s + second.duration_s };
  const [shown, later] = [toTrip(ctx.actor, first), toTrip(ctx.actor, second)];
  return {
    // Of two that the actor may merge nothing is withheld.
    start: { ...shown.start, time: first.started_at.toISOString() },
    stop: { ...(later.stop ?? later.start), time: second.ended_at.toISOString() },
    ...whole,
    average_kmh: first.hides_speed
      ? null
      : averageKmh(
          whole.distance_m,
          drivenSeconds(first) + drivenSeconds(second),
          Math.max(first.max_speed_kmh, second.max_speed_kmh),
        ),
    ...usedBy({ ...first, ...whole }),
    purpose: first.purpose || second.purpose,
    note: first.note || second.note,
    between: between.map((trip) => {
      // TRIP-032: of somebody else's private trip nothing but its day.
      const hides = isMasked(ctx.actor, { type: trip.type, driverMemberId: trip.driver_member_id });
      return {
        id: trip.id,
        start: (hides ? trip.day_at : trip.started_at).toISOString(),
        stop: (hides ? trip.day_at : trip.ended_at).toISOString(),
        distance_m: trip.distance_m,
      };
    }),
  };
}

/** API-067: nothing of either trip is lost; a split brings both back. */
export async function mergeTrips(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof mergeTripsEndpoint>,
): Promise<HandlerData<typeof mergeTripsEndpoint>> {
  const seen = await findVisibleTrips(ctx, body.trip_ids);
  return inTransaction(ctx, async (inner) => {
    const [first, second] = await mergeablePair(inner, await holdTrips(inner, seen));
    const at = inner.now();
    await repository.insertMerge(
      inner.db,
      inner.actor,
      { unitId: first.unit_id, first: anchor(first), second: anchor(second) },
      at,
    );
    await remember(inner, first, 'merge', second.started_at.toISOString());
    const [merged] = await afterwards(inner, first.unit_id, [first.id]);
    return { trip: toTrip(inner.actor, merged as TripListRow) };
  });
}

/** API-068. */
export async function unmergeTrips(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof unmergeTripsEndpoint>,
): Promise<HandlerData<typeof unmergeTripsEndpoint>> {
  const seen = await findVisibleTrip(ctx, body.trip_id);
  return inTransaction(ctx, async (inner) => {
    const [row] = await holdTrips(inner, [seen]);
    if (!row) throw new AppError('TripNotFound');
    mustBeTheirs(inner, row);
    const second = row.parts[1];
    if (!second) throw new AppError('MergeNotMerged');
    await repository.endMerges(inner.db, row.unit_id, { from: new Date(second.start), to: new Date(second.stop) }, inner.now());
    await remember(inner, row, 'split', new Date(second.start).toISOString());
    const rows = await afterwards(inner, row.unit_id, [row.id, second.id]);
    return { trips: rows.sort((a, b) => a.started_at.getTime() - b.started_at.getTime()).map((one) => toTrip(inner.actor, one)) };
  });
}

/** Both, in order of time, or the reason why not. */
async function mergeablePair(ctx: MemberCtx, rows: readonly TripListRow[]): Promise<[first: TripListRow, second: TripListRow]> {
  const [first, second] = [...rows].sort((a, b) => a.started_at.getTime() - b.started_at.getTime());
  if (!first || !second) throw new AppError('TripNotFound');
  // The second of two merged trips has no row of its own in the log: who names it names a merged trip.
  const merged = await repository.mergedAmong(ctx.db, [first.id, second.id]);
  const factsFor = (row: TripListRow) => ({
    unitId: row.unit_id,
    day: row.day_at.toISOString(),
    driverMemberId: row.driver_member_id,
    type: row.type,
    isMerged: row.parts.length > 0 || merged.has(row.id),
  });
  const refusal = mergeRefusal(factsFor(first), factsFor(second));
  mustBeTheirs(ctx, first);
  mustBeTheirs(ctx, second);
  if (refusal) throw new AppError(refusal);
  return [first, second];
}

function mustBeTheirs({ actor }: MemberCtx, row: TripListRow): void {
  const refusal = editRefusal(actor, factsOf(row)) ?? (isMasked(actor, factsOf(row)) ? 'TripNotYours' : null);
  if (refusal) throw refusedBy(refusal);
}

const anchor = (row: TripListRow): Date => new Date(anchorOf(row.started_at.getTime(), row.ended_at.getTime()));

async function remember({ db, actor, now }: MemberCtx, row: TripListRow, field: 'merge' | 'split', value: string): Promise<void> {
  const [part] = row.parts;
  const [from, to] = part ? [Date.parse(part.start), Date.parse(part.stop)] : [row.started_at.getTime(), row.ended_at.getTime()];
  const entry = { unitId: row.unit_id, anchor: new Date(anchorOf(from, to)), field, oldValue: '', value };
  await insertEdits(db, actor, [{ ...entry, manualTripId: row.is_manual ? row.id : null }], now());
}

async function afterwards(inner: MemberCtx, unitId: number, ids: readonly number[]): Promise<TripListRow[]> {
  await layMerges(inner.db, [unitId]);
  await inner.ports.live.announce(inner.db, [{ accountId: inner.actor.accountId, unitId, kind: 'trip' }]);
  return tripsByIds(inner, ids);
}
