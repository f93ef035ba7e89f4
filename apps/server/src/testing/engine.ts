import type { RecordColumns } from '@spora/telemetry/columns';
import type { Kysely } from 'kysely';
import { advanceUnit, newMade } from '../core/engine/advance.ts';
import { initialState, toStored } from '../core/engine/engine.ts';
import type { UnitKey } from '../core/engine/projections.ts';
import * as project from '../core/engine/project.ts';
import * as projector from '../core/engine/projector.ts';
import * as rebuild from '../core/engine/rebuild.ts';
import * as silence from '../core/engine/silence.ts';
import { lockStates } from '../core/engine/states.ts';
import * as lagging from '../core/engine/lagging.ts';
import type { Db } from '../platform/database/db.generated.ts';
import { ENGINE, tripsFinished } from '../roles/engine.ts';

type Rest<F extends (...args: never[]) => unknown> = F extends (engine: never, ...rest: infer R) => unknown ? R : never;

/** The engine's doings with the product's own list of projections, as tests of features call them. */
export const projectNext = (...rest: Rest<typeof project.projectNext>) => project.projectNext(ENGINE, ...rest);
export const settleSilentUnits = (...rest: Rest<typeof silence.settleSilentUnits>) => silence.settleSilentUnits(ENGINE, ...rest);
export const createProjector = (options: Omit<projector.ProjectorOptions, 'engine'>) =>
  projector.createProjector({ ...options, engine: ENGINE });

export const storeLaggingStates = (...rest: Rest<typeof lagging.storeLaggingStates>) =>
  lagging.storeLaggingStates(ENGINE, ...rest);

/** With the keys of its objects in order: what was read from the database has them in another. */
const inOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOrder)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .map(([key, each]) => [key, inOrder(each)] as const)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value;

/** A unit's newest state, whether it is stored already or not. */
export async function newestState(db: Kysely<Db>, unit: UnitKey): Promise<{ lastMs: number | null; state: unknown }> {
  const held = await db.transaction().execute((tx) => lockStates(ENGINE, tx, [unit]));
  const state = held.get(unit.unitId)?.state ?? initialState(ENGINE);
  return { lastMs: state.lastMs, state: inOrder(JSON.parse(toStored(ENGINE, state))) };
}

/** Computes the units of a tracker again; answers them with their trips. */
export async function rebuildTracker(db: Kysely<Db>, imei: string, now: Date): Promise<{ unitId: number; trips: number }[]> {
  const units = await rebuild.rebuildTracker(ENGINE, db, imei, now);
  return units.map(({ unitId, events }) => ({ unitId, trips: tripsFinished(events) }));
}

/** Computes a unit again; answers its trips. */
export async function rebuildUnit(...rest: Rest<typeof rebuild.rebuildUnit>): Promise<number> {
  return tripsFinished(await rebuild.rebuildUnit(ENGINE, ...rest));
}

/** The state of a projection after records of a unit of the common model family, by default settings. */
export function stateAfter(columns: RecordColumns, projection: string): unknown {
  const state = initialState(ENGINE);
  advanceUnit(ENGINE, state, columns, { unitId: 1, families: [], inputs: [] }, newMade(ENGINE));
  return state.parts[ENGINE.projections.findIndex(({ name }) => name === projection)];
}
