import type { Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import { newMade } from './advance.ts';
import * as checkPoints from './check-points.ts';
import { type Engine, inputsOf } from './engine.ts';
import type { DomainEvent } from '../../platform/events/events.ts';
import type { BatchUnit, UnitKey } from './projections.ts';
import { prepareRerun, rerunUnit } from './rerun.ts';
import { settleSilentUnits } from './silence.ts';
import { lockStates } from './states.ts';
import { writeRuns } from './write.ts';

/** A unit that was computed again. */
export interface Rebuilt {
  readonly unitId: number;
  readonly events: readonly DomainEvent[];
}

/**
 * Computes everything about the units of a tracker from the log again, as far back as the log reaches: the same result as having
 * lived through it. What people edited and the ids of rows stay; nobody is told of anything. Answers the units, with what there would
 * be to tell.
 */
export async function rebuildTracker(engine: Engine, db: Kysely<Db>, imei: string, now: Date): Promise<Rebuilt[]> {
  const done: Rebuilt[] = [];
  for (const unit of await checkPoints.unitsOfImei(db, imei))
    done.push({ unitId: unit.unitId, events: await rebuildUnit(engine, db, unit, now) });
  return done;
}

/** The same of one unit, whether a tracker sits in it now or not. */
export async function rebuildUnit(engine: Engine, db: Kysely<Db>, key: UnitKey, now: Date): Promise<readonly DomainEvent[]> {
  const events = await db.transaction().execute(async (tx) => {
    const held = (await lockStates(engine, tx, [key])).get(key.unitId);
    if (!held) return [];
    const { state: current, seqOf } = held;
    const inputs = await inputsOf(engine, tx, [key.unitId]);
    const unit: BatchUnit = { ...key, contact: await checkPoints.contactOf(tx, key.unitId) };
    const rerun = await prepareRerun(tx, unit, inputs);
    const extent = await checkPoints.extentOf(tx, key.unitId);
    const stretch = { fromMs: extent?.oldestMs ?? 0, untilMs: Infinity, current, isRebuild: true };
    const { state, run } = await rerunUnit(engine, tx, rerun, stretch);
    if (!run) return [];
    const newest = { unit, cause: 'new', state, stores: seqOf, made: newMade(engine), again: null } as const;
    return writeRuns(engine, tx, [run, newest], inputs, now, { isQuiet: true });
  });
  await settleSilentUnits(engine, db, now, { only: [key.unitId], isQuiet: true });
  return events;
}
