import { isDeepStrictEqual } from 'node:util';
import { DAY_MS } from '@spora/calendar/durations';
import type { RecordColumns } from '@spora/telemetry/columns';
import { uniteColumns } from '@spora/telemetry/record-set';
import type { Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import { firstAtOrAfter } from '../log/spans.ts';
import { type DatedFamily, advanceUnit, newMade } from './advance.ts';
import * as checkPoints from './check-points.ts';
import { type Engine, type Inputs, type UnitState, copyState, fromStored, initialState, toStored } from './engine.ts';
import type { BatchUnit } from './projections.ts';
import { snapshotAt, snapshotBefore, snapshotTimes } from './snapshots.ts';
import type { UnitRun } from './write.ts';

/** So much of the log is held at once. */
const WINDOW_MS = 7 * DAY_MS;

/** A unit with everything that its history is made of. */
export interface Rerun {
  readonly unit: BatchUnit;
  readonly fittings: readonly checkPoints.Fitting[];
  readonly families: ReadonlyMap<number, readonly DatedFamily[]>;
  readonly inputs: Inputs;
  /** How far each tracker's log counts, this transaction's part included. */
  readonly seqOf: ReadonlyMap<number, number>;
}

/** Reads what a unit's history is made of, besides the records. */
export async function prepareRerun(db: Kysely<Db>, unit: BatchUnit, inputs: Inputs): Promise<Rerun> {
  const fittings = await checkPoints.fittingsOf(db, 'unit_id', [unit.unitId]);
  const trackerIds = fittings.map((fitting) => fitting.trackerId);
  const families = await checkPoints.familiesOf(db, trackerIds);
  const seqOf = await checkPoints.projectedSeqs(db, trackerIds);
  return { unit, fittings, families, inputs, seqOf };
}

/** Where a history is run again from, and how far what is different reaches. */
export interface Stretch {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly current: UnitState;
  readonly isRebuild?: boolean;
}

/**
 * Runs a unit's history again from before `fromMs`, to replace what became different. It starts from the newest snapshot before, and is
 * over where the states of a later snapshot, beyond `untilMs`, come out the same again; then everything after it stands and `current`
 * stays. A rebuild looks for no such place. Answers the unit's newest state, and what is to be written; null when nothing is left to
 * run from: then what was made of it stands.
 */
export async function rerunUnit(
  engine: Engine,
  db: Kysely<Db>,
  rerun: Rerun,
  { fromMs, untilMs, current, isRebuild = false }: Stretch,
): Promise<{ state: UnitState; run: UnitRun | null }> {
  const { unitId } = rerun.unit;
  const extent = await checkPoints.extentOf(db, unitId);
  if (!extent) return isRebuild ? clearedOf(engine, db, rerun, current) : { state: current, run: null };
  const base = await snapshotBefore(db, unitId, fromMs);
  const from = base ? fromStored(engine, base.atMs, base.state).state : initialState(engine);
  const state = copyState(engine, from);
  const made = newMade(engine);
  const later = await snapshotTimes(db, unitId, base?.atMs ?? null);
  /** Times that what is stored rests on and no record was met at. What the base's state holds was met already. */
  const unmet = new Set([...later, ...(await restsOn(engine, db, unitId, from))].filter((at) => at > (from.lastMs ?? -Infinity)));
  let atMs = Math.max(from.lastMs === null ? -Infinity : from.lastMs + 1, extent.oldestMs);
  const startedAtMs = atMs;
  const runTo = async (toMs: number): Promise<void> => {
    while (atMs < toMs) {
      const endMs = Math.min(toMs, atMs + WINDOW_MS);
      for (const { columns, trackerId } of await recordsBetween(db, rerun, atMs, endMs)) {
        for (const at of unmet) if (columns.timeMs[firstAtOrAfter(columns, at)] === at) unmet.delete(at);
        const families = rerun.families.get(trackerId) ?? [];
        advanceUnit(engine, state, columns, { unitId, families, inputs: rerun.inputs }, made);
      }
      atMs = endMs;
    }
  };

  let metAtMs: number | null = null;
  if (!isRebuild)
    for (const at of later) {
      if (at <= untilMs) continue;
      await runTo(at + 1);
      if (!isDeepStrictEqual(JSON.parse(toStored(engine, state)), await snapshotAt(db, unitId, at))) continue;
      metAtMs = at;
      break;
    }
  if (metAtMs === null) await runTo(extent.newestMs + 1);
  for (const at of await timesHeldElsewhere(db, rerun, unmet)) unmet.delete(at);
  const run: UnitRun = {
    unit: rerun.unit,
    cause: isRebuild ? 'rebuild' : 'late',
    state,
    stores: null,
    made,
    again: {
      span: { fromMs: startedAtMs, toMs: atMs },
      from,
      meetsBefore: metAtMs !== null,
      gone: unmet,
      replaces: later.filter((at) => (metAtMs === null || at <= metAtMs) && !unmet.has(at)),
    },
  };
  return { state: metAtMs === null ? state : current, run };
}

/** Times of records that stored rows of the unit rest on, from a state on. */
async function restsOn(engine: Engine, db: Kysely<Db>, unitId: number, from: UnitState): Promise<number[]> {
  const times: number[] = [];
  for (const [i, projection] of engine.projections.entries())
    times.push(...((await projection.restsOn?.(db, unitId, from.parts[i])) ?? []));
  return times;
}

/** A unit of which the log holds nothing: what was made of records that are another's by now goes (UNIT-011), the rest stands. */
async function clearedOf(
  engine: Engine,
  db: Kysely<Db>,
  rerun: Rerun,
  current: UnitState,
): Promise<{ state: UnitState; run: UnitRun | null }> {
  const from = initialState(engine);
  const snapshots = await snapshotTimes(db, rerun.unit.unitId, null);
  const gone = new Set([...snapshots, ...(await restsOn(engine, db, rerun.unit.unitId, from))]);
  const moved = await timesHeldElsewhere(db, rerun, gone);
  if (moved.length === 0) return { state: current, run: null };
  for (const at of moved) gone.delete(at);
  const state = initialState(engine);
  const span = { fromMs: moved.reduce((a, b) => Math.min(a, b)), toMs: moved.reduce((a, b) => Math.max(a, b)) + 1 };
  const replaces = snapshots.filter((at) => !gone.has(at));
  const again = { span, from, meetsBefore: false, gone, replaces };
  return { state, run: { unit: rerun.unit, cause: 'rebuild', state, stores: null, made: newMade(engine), again } };
}

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
      if ((await checkPoints.projectedRecords(db, trackerId, seqOf.get(trackerId) ?? 0, span)).n > 0) held.push(at);
    }
  return held;
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
    const columns = await checkPoints.projectedRecords(db, fitting.trackerId, seqOf.get(fitting.trackerId) ?? 0, span);
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
  const known = await checkPoints.projectedRecords(db, trackerId, projectedSeq, span);
  return uniteColumns([known, late]).n - known.n;
}
