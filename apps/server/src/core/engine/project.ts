import type { RecordColumns } from '@spora/telemetry/columns';
import { sliceColumns } from '@spora/telemetry/columns';
import { uniteColumns } from '@spora/telemetry/record-set';
import type { Kysely } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { DatedSettings } from '../../features/trips/rules.ts';
import { type DatedFamily, type ProjectionInputs, type UnitState, NO_STATE, advanceUnit } from './advance.ts';
import { type LogSegment, firstAtOrAfter, withinSpan } from '../log/spans.ts';
import * as repository from './check-points.ts';
import { type Batch, newBatch, noteClosed, noteRan, noteReading, noteRerun, noteRoute, noteState, writeBatch } from './batch.ts';
import { type Rerun, prepareRerun, rerunUnit, unknownAmong } from './rerun.ts';

export interface ProjectOptions {
  /** Trackers in one transaction. */
  readonly trackers: number;
  /** Segments of each of them. */
  readonly segments: number;
}

export interface Projected {
  readonly trackers: number;
  readonly records: number;
  readonly closedTrips: number;
  readonly reruns: number;
}

const NOTHING: Projected = { trackers: 0, records: 0, closedTrips: 0, reruns: 0 };

/**
 * Projects the next piece of the log of some trackers, of the `choice` given, in one transaction with their check points: done once
 * or not at all. Trackers that another worker has in hand are passed over.
 */
export async function projectNext(
  db: Kysely<Db>,
  now: Date,
  options: ProjectOptions,
  choice?: repository.Choice,
): Promise<Projected> {
  const candidates = await repository.trackersWithNews(db, options.trackers, choice);
  if (candidates.size === 0) return NOTHING;
  await repository.ensureCheckpoints(db, [...candidates.keys()]);
  return db.transaction().execute((tx) => projectTrackers(tx, candidates, now, options));
}

interface UnitWork {
  readonly unitId: number;
  readonly accountId: AccountId;
  contact: Date;
  readonly parts: { trackerId: number; projectedSeq: number; columns: RecordColumns }[];
}

async function projectTrackers(
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
  const unitIds = works.map((work) => work.unitId);
  const families = await repository.familiesOf(tx, trackerIds);
  // Held first: who changes settings of days gone by holds the units, and then recomputes what stands (TRIP-036).
  const states = await repository.lockStates(tx, works);
  const settings = await repository.settingsOf(tx, unitIds);

  const batch = newBatch();
  for (const work of works)
    await projectUnit(tx, batch, work, states.get(work.unitId) ?? NO_STATE, { families, settings, reached, now });
  await writeBatch(tx, batch, settings, now);
  let records = 0;
  for (const list of segments.values()) for (const { columns } of list) records += columns.n;
  return { trackers: trackerIds.length, records, closedTrips: batch.closedTrips, reruns: batch.reruns };
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

interface Inputs {
  readonly families: ReadonlyMap<number, readonly DatedFamily[]>;
  readonly settings: ReadonlyMap<number, readonly DatedSettings[]>;
  readonly reached: readonly repository.Claim[];
  readonly now: Date;
}

async function projectUnit(db: Kysely<Db>, batch: Batch, work: UnitWork, before: UnitState, inputs: Inputs): Promise<void> {
  const settings = inputs.settings.get(work.unitId) ?? [];
  const inputsOf = (trackerId: number): ProjectionInputs => ({ families: inputs.families.get(trackerId) ?? [], settings });
  let state = before;
  // A tracker's time in the unit ends before the next one's begins, so their records do not mix.
  work.parts.sort((a, b) => (a.columns.timeMs[0] as number) - (b.columns.timeMs[0] as number));
  let lateFromMs = Infinity;
  let lateUntilMs = -Infinity;
  const fresh: { trackerId: number; columns: RecordColumns }[] = [];
  for (const part of work.parts) {
    const { columns } = part;
    const firstNew = before.motion.lastMs === null ? 0 : firstAtOrAfter(columns, before.motion.lastMs + 1);
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
  if (lateFromMs < Infinity) {
    const span = { fromMs: lateFromMs, untilMs: lateUntilMs, current: before };
    const result = await rerunUnit(db, await rerunOf(db, work, inputs, inputs.now), span);
    noteRerun(batch, work, result);
    // Run to the end of the log, the fresh records are in it.
    if (result.state !== before) return noteState(batch, work, result.state);
  }
  for (const { trackerId, columns } of fresh) {
    const step = advanceUnit(state, columns, inputsOf(trackerId));
    state = step.state;
    for (const effect of step.effects) {
      if (effect.kind === 'route') noteRoute(batch, work, effect.startMs, effect.piece);
      else if (effect.kind === 'ran') noteRan(batch, work, [effect.day]);
      else if (effect.kind === 'tag') noteReading(batch, work, effect);
      else noteClosed(batch, work, effect.trip, effect.state);
    }
  }
  noteState(batch, work, state);
}

async function rerunOf(db: Kysely<Db>, work: UnitWork, inputs: Inputs, now: Date): Promise<Rerun> {
  const rerun = await prepareRerun(db, work, now);
  const seqOf = new Map(rerun.seqOf);
  // What this transaction has in hand counts as projected.
  for (const { trackerId, seq } of inputs.reached) if (seqOf.has(trackerId)) seqOf.set(trackerId, seq);
  return { ...rerun, seqOf };
}
