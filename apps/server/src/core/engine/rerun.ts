import { isDeepStrictEqual } from 'node:util';
import type { RecordColumns } from '@spora/telemetry/columns';
import { uniteColumns } from '@spora/telemetry/record-set';
import type { RoutePoint } from '@spora/telemetry/route';
import type { Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import type { RunningDay } from '../../features/maintenance/rules.ts';
import { matchTrips } from '../../features/trips/rules.ts';
import { NO_STATE, type ProjectionInputs, type UnitState, advanceUnit } from './advance.ts';
import { DAY_MS, firstAtOrAfter } from '../log/spans.ts';
import * as repository from './check-points.ts';
import { deleteTrips, insertTrips, proposeChanges, type TripRow, updateTrips } from '../../features/trips/repository.ts';
import { joinRoute } from '../../features/trips/candidate-rules.ts';
import { openTrip } from '../../features/trips/projection.ts';
import { replaceReadings } from '../../features/drivers/repository.ts';
import type { TagEffect } from '../../features/drivers/rules.ts';
import { layOver } from '../../features/trips/overlay-api.ts';

/** So much of the log is held at once. */
const WINDOW_MS = 7 * DAY_MS;

export interface Rerun {
  readonly unitId: number;
  readonly accountId: number;
  readonly fittings: readonly repository.Fitting[];
  readonly inputsOf: (trackerId: number) => ProjectionInputs;
  /** How far each tracker's log counts, this transaction's part included. */
  readonly seqOf: ReadonlyMap<number, number>;
  readonly now: Date;
}

export interface RerunResult {
  readonly state: UnitState;
  /** Trips whose rows were written, with the spans their days have to be counted anew for. */
  readonly tripIds: readonly number[];
  readonly days: readonly { unitId: number; fromMs: number; toMs: number }[];
  /** UTC days on which the unit ran, as far as they are over. */
  readonly ran: readonly RunningDay[];
}

/** A unit with everything that its history is made of. */
export async function prepareRerun(db: Kysely<Db>, unit: { unitId: number; accountId: number }, now: Date): Promise<Rerun> {
  const fittings = await repository.fittingsOf(db, 'unit_id', [unit.unitId]);
  const trackerIds = fittings.map((fitting) => fitting.trackerId);
  const families = await repository.familiesOf(db, trackerIds);
  const settings = (await repository.settingsOf(db, [unit.unitId])).get(unit.unitId) ?? [];
  const seqOf = await repository.projectedSeqs(db, trackerIds);
  return {
    unitId: unit.unitId,
    accountId: unit.accountId,
    fittings,
    seqOf,
    now,
    inputsOf: (id) => ({ families: families.get(id) ?? [], settings }),
  };
}

type MadeTrip = TripRow & { readonly startMs: number; readonly endMs: number };

/**
 * Runs a unit's history again from before `fromMs`, and replaces what became different. It starts from the state stored with the
 * last trip closed before, and is over where a state stored with a later trip, beyond `untilMs`, comes out the same again; then
 * everything after it stands and `current` stays. A rebuild looks for no such place. A trip whose ends the log no longer holds
 * stands in any case: trips are kept longer than positions, and what is left of its records would make it another one. So does an
 * attested trip: what would change it is proposed to an administrator (TRIP-029).
 */
export async function rerunUnit(
  db: Kysely<Db>,
  rerun: Rerun,
  { fromMs, untilMs, current, isRebuild = false }: { fromMs: number; untilMs: number; current: UnitState; isRebuild?: boolean },
): Promise<RerunResult> {
  const { base, after } = await repository.tripsFrom(db, rerun.unitId, fromMs);
  const extent = await repository.extentOf(db, rerun.unitId);
  if (!extent) {
    const gone = isRebuild ? await tripsMovedAway(db, rerun, after) : [];
    await replaceTrips(db, rerun, gone, []);
    // Nothing is left to run from: what was made of it stands.
    return { state: gone.length > 0 ? NO_STATE : current, tripIds: [], days: daysOf(rerun, gone), ran: [] };
  }
  let state = base?.state ?? NO_STATE;
  let atMs = Math.max(state.motion.lastMs === null ? -Infinity : state.motion.lastMs + 1, extent.oldestMs);
  const made: MadeTrip[] = [];
  const ran: RunningDay[] = [];
  const reads: TagEffect[] = [];
  const startedAtMs = atMs;
  let route: RoutePoint[][] = [];
  /** Ends of trips, which are times of records all, that no record was met at. What the base's state holds was met already. */
  const unmet = new Set(
    after.flatMap((trip) => [trip.startMs, trip.endMs]).filter((at) => at > (state.motion.lastMs ?? -Infinity)),
  );
  const run = async (toMs: number): Promise<void> => {
    while (atMs < toMs) {
      const endMs = Math.min(toMs, atMs + WINDOW_MS);
      for (const { columns, trackerId } of await recordsBetween(db, rerun, atMs, endMs)) {
        for (const at of unmet) if (columns.timeMs[firstAtOrAfter(columns, at)] === at) unmet.delete(at);
        const step = advanceUnit(state, columns, rerun.inputsOf(trackerId));
        state = step.state;
        for (const effect of step.effects) {
          if (effect.kind === 'route') route = joinRoute(route, effect.piece);
          else if (effect.kind === 'ran') ran.push(effect.day);
          else if (effect.kind === 'tag') reads.push(effect);
          else {
            made.push(rowOf(rerun, effect.trip, route, effect.state));
            route = [];
          }
        }
      }
      atMs = endMs;
    }
  };

  let convergedAt: number | null = null;
  if (!isRebuild) {
    for (const trip of after) {
      const reached = trip.state?.motion.lastMs;
      if (reached === null || reached === undefined || reached <= untilMs) continue;
      await run(reached + 1);
      if (!isDeepStrictEqual(JSON.parse(JSON.stringify(state)), trip.state)) continue;
      convergedAt = trip.startMs;
      break;
    }
  }
  if (convergedAt === null) await run(extent.newestMs + 1);

  const passed = after.filter((trip) => convergedAt === null || trip.startMs <= convergedAt);
  for (const at of await timesHeldElsewhere(db, rerun, unmet)) unmet.delete(at);
  const standing = passed.filter((trip) => trip.isAttested || unmet.has(trip.startMs) || unmet.has(trip.endMs));
  const replaced = passed.filter((trip) => !standing.includes(trip));
  const inputs = rerun.inputsOf(rerun.fittings.at(-1)?.trackerId ?? 0);
  const open = convergedAt === null ? openTrip(state.motion, inputs.settings) : null;
  if (open) made.push(rowOf(rerun, open, route, undefined));
  const written = made.filter((trip) => !standing.some((old) => old.startMs < trip.endMs && trip.startMs < old.endMs));
  const changedAtMs = await replaceReadings(db, rerun, { fromMs: startedAtMs, toMs: atMs }, reads, rerun.now);
  const tripIds = await replaceTrips(db, rerun, replaced, written);
  if (changedAtMs !== null) await layOver(db, [{ unitId: rerun.unitId, fromMs: changedAtMs, toMs: rerun.now.getTime() }]);
  await proposeChanges(db, proposalsFor(rerun, standing, made), rerun.now);
  const days = daysOf(rerun, [...replaced, ...written]);
  return { state: convergedAt === null ? state : current, tripIds, days, ran };
}

const daysOf = (rerun: Rerun, trips: readonly { startMs: number; endMs: number }[]): RerunResult['days'] =>
  trips.map((trip) => ({ unitId: rerun.unitId, fromMs: trip.startMs, toMs: trip.endMs }));

/**
 * Those of the times at which the log of one of the unit's trackers still holds a record of time that the tracker now spent
 * elsewhere (UNIT-011): such a record has not expired, it is no longer the unit's.
 */
async function timesHeldElsewhere(db: Kysely<Db>, { fittings, seqOf }: Rerun, times: Iterable<number>): Promise<number[]> {
  const held: number[] = [];
  const trackers = [...Map.groupBy(fittings, (fitting) => fitting.trackerId)];
  for (const at of times)
    for (const [trackerId, own] of trackers) {
      if (own.some((fitting) => fitting.fromMs <= at && at < fitting.toMs)) continue;
      const span = { fromMs: at, toMs: at + 1 };
      if ((await repository.projectedRecords(db, trackerId, seqOf.get(trackerId) ?? 0, span)).n > 0) held.push(at);
    }
  return held;
}

async function tripsMovedAway(
  db: Kysely<Db>,
  rerun: Rerun,
  trips: readonly repository.Checkpointed[],
): Promise<repository.Checkpointed[]> {
  const open = trips.filter((trip) => !trip.isAttested);
  const moved = new Set(
    await timesHeldElsewhere(
      db,
      rerun,
      open.flatMap((trip) => [trip.startMs, trip.endMs]),
    ),
  );
  return open.filter((trip) => moved.has(trip.startMs) && moved.has(trip.endMs));
}

/** What the machine now makes of time that attested trips hold, where it is something else. */
const proposalsFor = (rerun: Rerun, standing: readonly repository.Checkpointed[], made: readonly MadeTrip[]) =>
  standing
    .filter((old) => old.isAttested)
    .flatMap((old) =>
      made
        .filter((trip) => trip.startMs < old.endMs && old.startMs < trip.endMs)
        .filter((trip) => trip.startMs !== old.startMs || trip.endMs !== old.endMs || trip.trip.distanceM !== old.distanceM)
        .map((trip) => ({
          accountId: rerun.accountId,
          unitId: rerun.unitId,
          tripId: old.id,
          startMs: trip.startMs,
          endMs: trip.endMs,
          distanceM: trip.trip.distanceM,
        })),
    );

const rowOf = (rerun: Rerun, trip: TripRow['trip'], route: RoutePoint[][], machineState: unknown): MadeTrip => ({
  accountId: rerun.accountId,
  unitId: rerun.unitId,
  trip,
  route,
  machineState,
  startMs: trip.startMs,
  endMs: trip.endMs,
});

async function replaceTrips(
  db: Kysely<Db>,
  rerun: Rerun,
  replaced: readonly repository.Checkpointed[],
  made: readonly MadeTrip[],
): Promise<number[]> {
  const matches = matchTrips(replaced, made);
  const kept = new Set(matches);
  await deleteTrips(
    db,
    replaced.flatMap((trip, i) => (kept.has(i) ? [] : [trip.id])),
  );
  const updates = made.flatMap((row, i) =>
    matches[i] === -1 ? [] : [{ ...row, id: (replaced[matches[i] as number] as repository.Checkpointed).id }],
  );
  await updateTrips(db, updates, rerun.now);
  const inserted = await insertTrips(
    db,
    made.filter((_, i) => matches[i] === -1),
    rerun.now,
  );
  const [first, last] = [made[0], made.at(-1)];
  if (first && last) await layOver(db, [{ unitId: rerun.unitId, fromMs: first.startMs, toMs: last.startMs }]);
  return [...updates.map((row) => row.id), ...inserted];
}

/** The unit's records of a span, each tracker's for as long as it was fitted, in order of time. */
async function recordsBetween(
  db: Kysely<Db>,
  { fittings, seqOf }: Rerun,
  fromMs: number,
  toMs: number,
): Promise<{ columns: RecordColumns; trackerId: number }[]> {
  const found: { columns: RecordColumns; trackerId: number }[] = [];
  for (const fitting of [...fittings].sort((a, b) => a.fromMs - b.fromMs)) {
    const span = { fromMs: Math.max(fromMs, fitting.fromMs), toMs: Math.min(toMs, fitting.toMs) };
    if (span.fromMs >= span.toMs) continue;
    const columns = await repository.projectedRecords(db, fitting.trackerId, seqOf.get(fitting.trackerId) ?? 0, span);
    if (columns.n > 0) found.push({ columns, trackerId: fitting.trackerId });
  }
  return found;
}

/** Of records older than the state, those that the projected log does not hold already: a resend adds nothing. */
export async function unknownAmong(
  db: Kysely<Db>,
  late: RecordColumns,
  { trackerId, projectedSeq }: { trackerId: number; projectedSeq: number },
): Promise<number> {
  const span = { fromMs: late.timeMs[0] as number, toMs: (late.timeMs[late.n - 1] as number) + 1 };
  const known = await repository.projectedRecords(db, trackerId, projectedSeq, span);
  return uniteColumns([known, late]).n - known.n;
}
