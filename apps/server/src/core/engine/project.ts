import type { RecordColumns } from '@spora/telemetry/columns';
import { sliceColumns } from '@spora/telemetry/columns';
import type { Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import { firstAtOrAfter, withinSpan } from '../log/spans.ts';
import { type DatedFamily, advanceUnit, newMade } from './advance.ts';
import * as checkPoints from './check-points.ts';
import { type Engine, type Inputs, inputsOf } from './engine.ts';
import type { DomainEvent } from '../../platform/events/events.ts';
import type { BatchUnit } from './projections.ts';
import { prepareRerun, rerunUnit, unknownAmong } from './rerun.ts';
import { type Held, type SeqOf, type StateMemory, heldAfter, lockStates, mustBeStored } from './states.ts';
import { type UnitRun, writeRuns } from './write.ts';

/** How much is projected in one transaction. */
export interface ProjectOptions {
  /** Trackers in one transaction. */
  readonly trackers: number;
  /** Segments of each of them. */
  readonly segments: number;
}

/** What one transaction did. */
export interface Projected {
  readonly trackers: number;
  /** Those trackers; of each there may be more. */
  readonly trackerIds: readonly number[];
  /** Whether the look found as many trackers with news as it may: there may be others. */
  readonly mayHaveLeftOut: boolean;
  readonly records: number;
  readonly reruns: number;
  /** What happened, and was told of. */
  readonly events: readonly DomainEvent[];
}

const NOTHING: Projected = { trackers: 0, trackerIds: [], mayHaveLeftOut: false, records: 0, reruns: 0, events: [] };

/**
 * Projects the next piece of the log of some trackers, of the `choice` given, in one transaction with their check points: done once
 * or not at all. Trackers that another worker has in hand are passed over.
 */
export async function projectNext(
  engine: Engine,
  db: Kysely<Db>,
  now: Date,
  options: ProjectOptions,
  { memory, ...choice }: checkPoints.Choice & { readonly memory?: StateMemory } = {},
): Promise<Projected> {
  const candidates = await checkPoints.trackersWithNews(db, options.trackers, choice);
  if (candidates.size === 0) return NOTHING;
  await checkPoints.ensureCheckpoints(db, [...candidates.keys()]);
  const after = new Map<number, Held>();
  const hands = { candidates, now, options, memory, after };
  const projected = await db.transaction().execute((tx) => projectTrackers(engine, tx, hands));
  if (memory) for (const [unitId, held] of after) memory.keep(unitId, held);
  return projected;
}

interface UnitWork extends BatchUnit {
  contact: Date;
  readonly parts: { trackerId: number; projectedSeq: number; columns: RecordColumns }[];
}

interface Hands {
  readonly candidates: ReadonlyMap<number, number>;
  readonly now: Date;
  readonly options: ProjectOptions;
  readonly memory: StateMemory | undefined;
  /** Gets the units' states as they are when the transaction is committed. */
  readonly after: Map<number, Held>;
}

async function projectTrackers(
  engine: Engine,
  tx: Kysely<Db>,
  { candidates, now, options, memory, after }: Hands,
): Promise<Projected> {
  const claims = await checkPoints.claim(tx, [...candidates.keys()]);
  if (claims.length === 0) return NOTHING;
  const found = await checkPoints.nextRecords(tx, claims, options.segments);
  // Where nothing is to be read, retention was faster: what was there at the look is gone.
  const reached = new Map(
    claims.map(({ trackerId, seq }) => [trackerId, Math.max(seq, found.get(trackerId)?.seq ?? candidates.get(trackerId) ?? 0)]),
  );
  const trackerIds = [...found.keys()];
  const mayHaveLeftOut = candidates.size >= options.trackers;
  if (trackerIds.length === 0) {
    await checkPoints.saveCheckpoints(tx, reached);
    return { ...NOTHING, trackers: claims.length, trackerIds: claims.map(({ trackerId }) => trackerId), mayHaveLeftOut };
  }
  const fittings = await checkPoints.fittingsOf(tx, 'tracker_id', trackerIds);
  const works = shareOut(claims, found, fittings, now);
  const families = await checkPoints.familiesOf(tx, trackerIds);
  // Held first: who changes settings of days gone by holds the units, and then recomputes what stands (TRIP-036).
  const states = await lockStates(engine, tx, works, memory);
  await checkPoints.saveCheckpoints(tx, reached);
  const inputs = await inputsOf(
    engine,
    tx,
    works.map((work) => work.unitId),
  );

  const runs: UnitRun[] = [];
  for (const work of works) {
    const held = states.get(work.unitId) as Held;
    const made = await runsOf(engine, tx, work, held, { families, inputs, reached });
    runs.push(...made.runs);
    after.set(work.unitId, made.held);
  }
  const events = await writeRuns(engine, tx, runs, inputs, now);
  let records = 0;
  for (const { columns } of found.values()) records += columns.n;
  return {
    trackers: trackerIds.length,
    trackerIds,
    mayHaveLeftOut,
    records,
    reruns: runs.filter(({ cause }) => cause === 'late').length,
    events,
  };
}

/** Each record goes to the unit that its tracker sat in at the record's own time; what was fitted nowhere goes nowhere. */
function shareOut(
  claims: readonly checkPoints.Claim[],
  found: ReadonlyMap<number, checkPoints.NextRecords>,
  fittings: readonly checkPoints.Fitting[],
  now: Date,
): UnitWork[] {
  const works = new Map<number, UnitWork>();
  const seqOf = new Map(claims.map((claim) => [claim.trackerId, claim.seq]));
  for (const fitting of fittings) {
    const next = found.get(fitting.trackerId);
    if (!next) continue;
    const columns = withinSpan(next.columns, fitting);
    if (columns.n === 0) continue;
    const contact = fitting.trackerContact ?? now;
    let work = works.get(fitting.unitId);
    if (!work) works.set(fitting.unitId, (work = { unitId: fitting.unitId, accountId: fitting.accountId, contact, parts: [] }));
    if (contact > work.contact) work.contact = contact;
    work.parts.push({ trackerId: fitting.trackerId, projectedSeq: seqOf.get(fitting.trackerId) ?? 0, columns });
  }
  return [...works.values()].sort((a, b) => a.unitId - b.unitId);
}

interface Known {
  readonly families: ReadonlyMap<number, readonly DatedFamily[]>;
  readonly inputs: Inputs;
  readonly reached: ReadonlyMap<number, number>;
}

/** What the records of a unit make: of those that belong before what was known a stretch of history again, and its newest state. */
async function runsOf(
  engine: Engine,
  db: Kysely<Db>,
  work: UnitWork,
  held: Held,
  { families, inputs, reached }: Known,
): Promise<{ runs: UnitRun[]; held: Held }> {
  const runs: UnitRun[] = [];
  const unit: BatchUnit = { unitId: work.unitId, accountId: work.accountId, contact: work.contact };
  const current = held.state;
  const { lastMs } = current;
  // A tracker's time in the unit ends before the next one's begins, so their records do not mix.
  work.parts.sort((a, b) => (a.columns.timeMs[0] as number) - (b.columns.timeMs[0] as number));
  let lateFromMs = Infinity;
  let lateUntilMs = -Infinity;
  const fresh: { trackerId: number; columns: RecordColumns }[] = [];
  for (const part of work.parts) {
    const { columns } = part;
    const firstNew = lastMs === null ? 0 : firstAtOrAfter(columns, lastMs + 1);
    if (firstNew > 0) {
      const late = sliceColumns(columns, 0, firstNew);
      if ((await unknownAmong(db, late, part)) > 0) {
        lateFromMs = Math.min(lateFromMs, late.timeMs[0] as number);
        lateUntilMs = Math.max(lateUntilMs, late.timeMs[late.n - 1] as number);
      }
    }
    if (firstNew < columns.n)
      fresh.push({ trackerId: part.trackerId, columns: firstNew === 0 ? columns : sliceColumns(columns, firstNew) });
  }
  const made = newMade(engine);
  let state = current;
  if (lateFromMs < Infinity) {
    const rerun = await prepareRerun(db, unit, inputs);
    const seqOf = new Map(rerun.seqOf);
    // What this transaction has in hand counts as projected.
    for (const trackerId of seqOf.keys()) seqOf.set(trackerId, reached.get(trackerId) ?? (seqOf.get(trackerId) as number));
    const result = await rerunUnit(engine, db, { ...rerun, seqOf }, { fromMs: lateFromMs, untilMs: lateUntilMs, current });
    if (result.run) runs.push(result.run);
    state = result.state;
  }
  // Run to the end of the log, the fresh records are in it.
  if (state === current)
    for (const { trackerId, columns } of fresh)
      advanceUnit(engine, state, columns, { unitId: unit.unitId, families: families.get(trackerId) ?? [], inputs }, made);
  const records = fresh.reduce((sum, { columns }) => sum + columns.n, 0);
  const seqOf = reachedOf(held.seqOf, reached);
  // What came late changes what the stored state would be taken on from; a place to take the history up from is a small state.
  const isStored = runs.length > 0 || made.snapshots.length > 0 || mustBeStored(held, records);
  runs.push({ unit, cause: 'new', state, stores: isStored ? seqOf : null, made, again: null });
  return { runs, held: heldAfter(held, state, seqOf, { isStored, records }) };
}

/** How far the log of a unit's trackers is in its state after this transaction. */
const reachedOf = (before: SeqOf, reached: ReadonlyMap<number, number>): SeqOf =>
  new Map([...before].map(([trackerId, seq]) => [trackerId, reached.get(trackerId) ?? seq]));
