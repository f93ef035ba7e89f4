import type { Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import { holdFreeUnits } from './holds.ts';
import { type Engine, type Inputs, type UnitState, inputsOf, usedBy } from './engine.ts';
import type { UnitChoice, UnitKey } from './projections.ts';
import { type Held, type StateMemory, readHeld } from './states.ts';
import { type UnitRun, writeRuns } from './write.ts';

const UNITS_AT_ONCE = 500;

interface SettleOptions {
  readonly only?: readonly number[];
  readonly isQuiet?: boolean;
  readonly atOnce?: number;
  readonly memory?: StateMemory;
}

/**
 * Lets projections tell what the clock alone shows, as that a trip is over: the unit stood and says no more, or has gone silent. Only
 * what is shown changes, not the states: a backlog may prove that the unit went on. `isQuiet` tells nobody, as in a rebuild. A
 * transaction holds `atOnce` units at most. Answers of how many there was something to tell.
 */
export async function settleSilentUnits(
  engine: Engine,
  db: Kysely<Db>,
  now: Date,
  { only, isQuiet = false, atOnce = UNITS_AT_ONCE, memory }: SettleOptions = {},
): Promise<number> {
  let told = 0;
  let after: number | null = 0;
  while (after !== null) {
    const group = await settleGroup(engine, db, now, { isQuiet, memory }, { only, after, limit: atOnce });
    told += group.told;
    after = group.last;
  }
  return told;
}

/** Answers the last unit looked at; null when none is left. */
async function settleGroup(
  engine: Engine,
  db: Kysely<Db>,
  now: Date,
  { isQuiet, memory }: Pick<SettleOptions, 'isQuiet' | 'memory'>,
  choice: UnitChoice,
): Promise<{ told: number; last: number | null }> {
  const { told, last, states } = await db.transaction().execute(async (tx) => {
    const { units: due, last } = await dueUnits(engine, tx, now, choice);
    // Those that a worker has in hand are heard of just now.
    const units = await holdFreeUnits(tx, due);
    if (units.length === 0) return { told: 0, last, states: new Map<number, Held>() };
    const states = await readHeld(engine, tx, units, memory);
    const inputs = await inputsOf(
      engine,
      tx,
      units.map((unit) => unit.unitId),
    );
    const runs = units.flatMap((unit) => {
      const held = states.get(unit.unitId);
      const run = held && runOf(engine, unit, held.state, inputs, now);
      return run ? [run] : [];
    });
    if (runs.length > 0) await writeRuns(engine, tx, runs, inputs, now, { isQuiet: isQuiet ?? false });
    return { told: runs.length, last, states };
  });
  if (memory) for (const [unitId, held] of states) memory.keep(unitId, held);
  return { told, last };
}

/** Units that any projection names, in order; of a full answer no further than all of them have looked. */
async function dueUnits(
  engine: Engine,
  db: Kysely<Db>,
  now: Date,
  choice: UnitChoice,
): Promise<{ units: UnitKey[]; last: number | null }> {
  const found = new Map<number, UnitKey>();
  let last: number | null = null;
  for (const { clock } of engine.projections) {
    const due = (await clock?.due?.(db, now, choice)) ?? [];
    for (const unit of due) found.set(unit.unitId, unit);
    if (due.length >= choice.limit) last = Math.min(last ?? Infinity, due.at(-1)?.unitId ?? Infinity);
  }
  const units = [...found.values()].filter(({ unitId }) => last === null || unitId <= last);
  return { units: units.sort((a, b) => a.unitId - b.unitId), last };
}

/** What the clock tells of a unit; null when it is nothing. */
function runOf(engine: Engine, unit: UnitKey, state: UnitState, inputs: Inputs, now: Date): UnitRun | null {
  const effects = engine.projections.map(({ clock }, i) =>
    clock ? [...clock.tell(state.parts[i], inputs[i]?.get(unit.unitId), usedBy(engine, i, state), now.getTime())] : [],
  );
  if (effects.every((list) => list.length === 0)) return null;
  return { unit: { ...unit, contact: null }, cause: 'clock', state, stores: null, made: { effects, snapshots: [] }, again: null };
}
