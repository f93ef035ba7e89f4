import type { RecordColumns } from '@spora/telemetry/columns';
import type { Kysely } from 'kysely';
import { advanceUnit, newMade } from '../core/engine/advance.ts';
import { initialState } from '../core/engine/engine.ts';
import * as project from '../core/engine/project.ts';
import * as projector from '../core/engine/projector.ts';
import * as rebuild from '../core/engine/rebuild.ts';
import * as silence from '../core/engine/silence.ts';
import type { Db } from '../platform/database/db.generated.ts';
import { ENGINE, tripsFinished } from '../roles/engine.ts';

type Rest<F extends (...args: never[]) => unknown> = F extends (engine: never, ...rest: infer R) => unknown ? R : never;

/** The engine's doings with the product's own list of projections, as tests of features call them. */
export const projectNext = (...rest: Rest<typeof project.projectNext>) => project.projectNext(ENGINE, ...rest);
export const settleSilentUnits = (...rest: Rest<typeof silence.settleSilentUnits>) => silence.settleSilentUnits(ENGINE, ...rest);
export const createProjector = (options: Omit<projector.ProjectorOptions, 'engine'>) =>
  projector.createProjector({ ...options, engine: ENGINE });

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
