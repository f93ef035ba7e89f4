import type { Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import type { Span } from '../log/spans.ts';
import type { Made } from './advance.ts';
import { type Engine, type Inputs, type UnitState, usedBy } from './engine.ts';
import type { DomainEvent } from '../../platform/events/events.ts';
import type { BatchUnit, Cause, Change, Run } from './projections.ts';
import { dropSnapshots, saveSnapshots } from './snapshots.ts';
import { type SeqOf, saveStates } from './states.ts';

/** What a stretch of one unit's history made, of all projections. */
export interface UnitRun {
  readonly unit: BatchUnit;
  readonly cause: Cause;
  readonly state: UnitState;
  /** Of `new`: how far the log of the unit's trackers is in the state, when it is to be stored; null: it may wait (decision 0037). */
  readonly stores: SeqOf | null;
  readonly made: Made;
  readonly again: {
    readonly span: Span;
    readonly from: UnitState;
    readonly meetsBefore: boolean;
    readonly gone: ReadonlySet<number>;
    /** Snapshots from before, by their time, that those of this run replace. */
    readonly replaces: readonly number[];
  } | null;
}

function runOf(
  engine: Engine,
  at: number,
  run: UnitRun,
  input: unknown,
): Run<unknown, unknown, unknown, Record<string, unknown>> {
  const { unit, cause, state, made, again } = run;
  return {
    unit,
    cause,
    state: state.parts[at],
    used: usedBy(engine, at, state),
    input,
    effects: made.effects[at] ?? [],
    again: again && { span: again.span, from: again.from.parts[at], meetsBefore: again.meetsBefore, gone: again.gone },
  };
}

/**
 * Writes all that the runs made within the transaction: each projection its tables, then what is derived from them, then the units'
 * states, then what is told of it. `isQuiet`, as in a rebuild, tells nobody. Answers what happened.
 */
export async function writeRuns(
  engine: Engine,
  db: Kysely<Db>,
  runs: readonly UnitRun[],
  inputs: Inputs,
  now: Date,
  { isQuiet = false } = {},
): Promise<readonly DomainEvent[]> {
  const written = [];
  for (const [at, projection] of engine.projections.entries()) {
    const own = runs.map((run) => runOf(engine, at, run, inputs[at]?.get(run.unit.unitId)));
    written.push(await projection.write(db, own, now));
  }
  const changes = written.flatMap((each): readonly Change[] => each.changes ?? []);
  for (const derived of engine.derived) {
    const followed = changes.filter(({ topic }) => derived.topics.includes(topic));
    if (followed.length > 0) await derived.follow(db, followed, now);
  }
  await keepStates(engine, db, runs);
  const events = written.flatMap((each) => each.events ?? []);
  if (isQuiet) return events;
  // Of a unit one word is enough, however many projections have something new of it.
  const live = new Map(written.flatMap((each) => each.live ?? []).map((each) => [`${each.kind} ${each.unitId}`, each]));
  await engine.live.announce(db, [...live.values()]);
  if (events.length > 0) await engine.announce(db, events, now);
  return events;
}

async function keepStates(engine: Engine, db: Kysely<Db>, runs: readonly UnitRun[]): Promise<void> {
  for (const { unit, again } of runs) if (again) await dropSnapshots(db, unit.unitId, again.replaces);
  await saveSnapshots(
    db,
    runs.flatMap(({ unit, made }) => made.snapshots.map((snapshot) => ({ unit, snapshot }))),
  );
  await saveStates(
    engine,
    db,
    runs.flatMap(({ unit, cause, state, stores }) => (cause === 'new' && stores ? [{ unit, state, seqOf: stores }] : [])),
  );
}
