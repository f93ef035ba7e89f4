import type { RecordColumns } from '@spora/telemetry/columns';
import { sliceColumns } from '@spora/telemetry/columns';
import { uniteColumns } from '@spora/telemetry/record-set';
import type { Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import { type LogSegment, firstAtOrAfter, withinSpan } from '../log/spans.ts';
import { type DatedFamily, advanceUnit, newMade } from './advance.ts';
import * as repository from './check-points.ts';
import { type Engine, type Inputs, type UnitState, initialState, inputsOf } from './engine.ts';
import type { DomainEvent } from '../../platform/events/events.ts';
import type { BatchUnit } from './projections.ts';
import { prepareRerun, rerunUnit, unknownAmong } from './rerun.ts';
import { lockStates } from './states.ts';
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
  readonly records: number;
  readonly reruns: number;
  /** What happened, and was told of. */
  readonly events: readonly DomainEvent[];
}

const NOTHING: Projected = { trackers: 0, records: 0, reruns: 0, events: [] };

/**
 * Projects the next piece of the log of some trackers, of the `choice` given, in one transaction with their check points: done once
 * or not at all. Trackers that another worker has in hand are passed over.
 */
export async function projectNext(
  engine: Engine,
  db: Kysely<Db>,
  now: Date,
  options: ProjectOptions,
  choice?: repository.Choice,
): Promise<Projected> {
  const candidates = await repository.trackersWithNews(db, options.trackers, choice);
  if (candidates.size === 0) return NOTHING;
  await repository.ensureCheckpoints(db, [...candidates.keys()]);
  return db.transaction().execute((tx) => projectTrackers(engine, tx, candidates, now, options));
}

interface UnitWork extends BatchUnit {
  contact: Date;
  readonly parts: { trackerId: number; projectedSeq: number; columns: RecordColumns }[];
}

async function projectTrackers(
  engine: Engine,
  tx: Kysely<Db>,
  candidates: ReadonlyMap<number, number>,
  now: Date,
  options: ProjectOptions,
): Promise<Projected> {
  const claims = await repository.claim(tx, [...candidates.keys()]);
  if (claims.length === 0) return NOTHING;
  const segments = await repository.nextSegments(tx, claims, options.segments);
  // Where nothing is to be read, retention was faster: what was there at the look is gone.
  const reached = claims.map(({ trackerId, seq }) => ({
    trackerId,
    seq: Math.max(seq, segments.get(trackerId)?.at(-1)?.seq ?? candidates.get(trackerId) ?? 0),
  }));
  await repository.saveCheckpoints(tx, reached);
  const trackerIds = [...segments.keys()];
  if (trackerIds.length === 0) return { ...NOTHING, trackers: claims.length };
  const fittings = await repository.fittingsOf(tx, 'tracker_id', trackerIds);
  const works = shareOut(claims, segments, fittings, now);
  const families = await repository.familiesOf(tx, trackerIds);
  // Held first: who changes settings of days gone by holds the units, and then recomputes what stands (TRIP-036).
  const states = await lockStates(engine, tx, works);
  const inputs = await inputsOf(
    engine,
    tx,
    works.map((work) => work.unitId),
  );

  const runs: UnitRun[] = [];
  for (const work of works)
    runs.push(
      ...(await runsOf(engine, tx, work, states.get(work.unitId) ?? initialState(engine), { families, inputs, reached })),
    );
  const events = await writeRuns(engine, tx, runs, inputs, now);
  let records = 0;
  for (const list of segments.values()) for (const { columns } of list) records += columns.n;
  return { trackers: trackerIds.length, records, reruns: runs.filter(({ cause }) => cause === 'late').length, events };
}

/** Each record goes to the unit that its tracker sat in at the record's own time; what was fitted nowhere goes nowhere. */
function shareOut(
  claims: readonly repository.Claim[],
  segments: ReadonlyMap<number, readonly LogSegment[]>,
  fittings: readonly repository.Fitting[],
  now: Date,
): UnitWork[] {
  const works = new Map<number, UnitWork>();
  const seqOf = new Map(claims.map((claim) => [claim.trackerId, claim.seq]));
  for (const fitting of fittings) {
    const list = segments.get(fitting.trackerId);
    if (!list) continue;
    const united = list.length === 1 ? (list[0] as LogSegment).columns : uniteColumns(list.map((segment) => segment.columns));
    const columns = withinSpan(united, fitting);
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
  readonly reached: readonly repository.Claim[];
}

/** What the records of a unit make: of those that belong before what was known a stretch of history again, and its newest state. */
async function runsOf(
  engine: Engine,
  db: Kysely<Db>,
  work: UnitWork,
  current: UnitState,
  { families, inputs, reached }: Known,
): Promise<UnitRun[]> {
  const runs: UnitRun[] = [];
  const unit: BatchUnit = { unitId: work.unitId, accountId: work.accountId, contact: work.contact };
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
    for (const { trackerId, seq } of reached) if (seqOf.has(trackerId)) seqOf.set(trackerId, seq);
    const result = await rerunUnit(engine, db, { ...rerun, seqOf }, { fromMs: lateFromMs, untilMs: lateUntilMs, current });
    if (result.run) runs.push(result.run);
    state = result.state;
  }
  // Run to the end of the log, the fresh records are in it.
  if (state === current)
    for (const { trackerId, columns } of fresh)
      advanceUnit(engine, state, columns, { unitId: unit.unitId, families: families.get(trackerId) ?? [], inputs }, made);
  runs.push({ unit, cause: 'new', state, made, again: null });
  return runs;
}
