import type { Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import type { Announce } from '../../platform/events/events.ts';
import type { Live } from '../../platform/live/hub.ts';
import type { Derived, Projection } from './projections.ts';

/** What the engine runs: given by the role, so that it knows no feature. */
export interface EngineParts {
  /** In their order: each may use the states of those before it. */
  readonly projections: readonly Projection[];
  /** In their order, after all projections have written. */
  readonly derived: readonly Derived[];
  readonly announce: Announce;
  readonly live: Pick<Live, 'announce'>;
}

/** The parts, checked, with the places of the states that each projection uses. */
export interface Engine extends EngineParts {
  readonly keys: readonly string[];
  readonly usesOf: readonly (readonly { readonly name: string; readonly at: number }[])[];
}

/** All that is remembered of a unit between records. */
export interface UnitState {
  /** The time of the newest record. */
  lastMs: number | null;
  /** One of each projection, in their order. */
  readonly parts: readonly unknown[];
}

/** An engine over the parts given; refuses a list that cannot be computed in its order. */
export function createEngine(parts: EngineParts): Engine {
  const places = new Map<string, number>();
  const usesOf = parts.projections.map(({ name, uses }, at) => {
    const found = uses.map((used) => {
      const place = places.get(used);
      if (place === undefined) throw new Error(`the projection ${name} uses ${used}, which does not stand before it`);
      return { name: used, at: place };
    });
    if (places.has(name)) throw new Error(`two projections are called ${name}`);
    places.set(name, at);
    return found;
  });
  return { ...parts, usesOf, keys: parts.projections.map(({ name, version }) => `${name}@${version}`) };
}

/** The state of a unit that never reported. */
export const initialState = (engine: Engine): UnitState => ({ lastMs: null, parts: engine.projections.map((p) => p.initial()) });

/** A copy that may be taken on without changing the original. */
export const copyState = (engine: Engine, { lastMs, parts }: UnitState): UnitState => ({
  lastMs,
  parts: engine.projections.map((projection, i) => projection.copy(parts[i])),
});

/** The states that a projection uses, by their names. */
export const usedBy = (engine: Engine, at: number, { parts }: UnitState): Record<string, unknown> =>
  Object.fromEntries((engine.usesOf[at] ?? []).map((used) => [used.name, parts[used.at]]));

/** A state as it is stored: each projection's under its name and version. */
export const toStored = (engine: Engine, { parts }: UnitState): string =>
  JSON.stringify(
    Object.fromEntries(engine.projections.map(({ stored }, i) => [engine.keys[i], stored ? stored.pack(parts[i]) : parts[i]])),
  );

/**
 * A stored state. What is not there, because a projection is new or counts as another by now, begins anew; `isWhole` says whether any
 * is missing.
 */
export function fromStored(engine: Engine, lastMs: number | null, stored: unknown): { state: UnitState; isWhole: boolean } {
  const byKey = (stored ?? {}) as Record<string, unknown>;
  const parts = engine.projections.map((projection, i) => {
    const part = byKey[engine.keys[i] as string];
    if (part === undefined) return projection.initial();
    return projection.stored ? projection.stored.unpack(part) : part;
  });
  return { state: { lastMs, parts }, isWhole: lastMs === null || engine.keys.every((key) => key in byKey) };
}

/** What each projection is computed by, for the units given; one answer by projection, in their order. */
export type Inputs = readonly (ReadonlyMap<number, unknown> | undefined)[];

/** Reads the settings of units for all projections. */
export async function inputsOf(engine: Engine, db: Kysely<Db>, unitIds: readonly number[]): Promise<Inputs> {
  const found: (ReadonlyMap<number, unknown> | undefined)[] = [];
  for (const { inputs } of engine.projections)
    if (typeof inputs === 'string') found.push(found[engine.projections.findIndex(({ name }) => name === inputs)]);
    else found.push(await inputs?.(db, unitIds));
  return found;
}
