import type { NamedValues } from '@spora/protocols/avl/named-values';
import { type ModelFamily, nameRecord, ORDINARY_FAMILY } from '@spora/protocols/avl/names';
import type { RecordColumns } from '@spora/telemetry/columns';
import { type Engine, type Inputs, type UnitState, toStored, usedBy } from './engine.ts';
import type { NamedRecord } from './projections.ts';

/** What a tracker's values mean, from an instant on. */
export interface DatedFamily {
  readonly fromMs: number;
  readonly family: ModelFamily;
}

/** A unit's state after a record of the time given: its history can be taken up from there. */
export interface Snapshot {
  readonly atMs: number;
  /** As it is stored. */
  readonly state: string;
}

/** What a stretch of history made known. */
export interface Made {
  /** By projection, in their order. */
  readonly effects: unknown[][];
  readonly snapshots: Snapshot[];
}

/** Nothing made known yet. */
export const newMade = (engine: Engine): Made => ({ effects: engine.projections.map(() => []), snapshots: [] });

/** What records are read by. */
export interface Reading {
  readonly unitId: number;
  readonly families: readonly DatedFamily[];
  readonly inputs: Inputs;
}

function familyAt(families: readonly DatedFamily[], timeMs: number): ModelFamily {
  for (let i = families.length - 1; i > 0; i--)
    if ((families[i] as DatedFamily).fromMs <= timeMs) return (families[i] as DatedFamily).family;
  return families[0]?.family ?? ORDINARY_FAMILY;
}

/**
 * Takes a unit's state, in place, over records that are sorted by time and newer than it (record-set.ts); records of one instant are
 * read as one. The same however the records are cut into calls between two instants.
 */
export function advanceUnit(engine: Engine, state: UnitState, columns: RecordColumns, reading: Reading, made: Made): void {
  const { projections } = engine;
  const inputs = projections.map((_, i) => reading.inputs[i]?.get(reading.unitId));
  const used = projections.map((_, i) => usedBy(engine, i, state));
  const emits = made.effects.map((list) => (effect: unknown) => void list.push(effect));
  const { timeMs, satellites, n } = columns;
  for (let i = 0; i < n;) {
    const at = timeMs[i] as number;
    const family = familyAt(reading.families, at);
    let row = i;
    let values = nameRecord(columns, i, family);
    for (i++; i < n && timeMs[i] === at; i++) {
      values = { ...values, ...definedOf(nameRecord(columns, i, family)) };
      if ((satellites[i] as number) > (satellites[row] as number)) row = i;
    }
    const record: NamedRecord = { timeMs: at, columns, row, values };
    let isResting = false;
    for (let p = 0; p < projections.length; p++)
      if (projections[p]!.advance(state.parts[p], record, inputs[p], used[p]!, emits[p]!)) isResting = true;
    state.lastMs = at;
    if (isResting) made.snapshots.push({ atMs: at, state: toStored(engine, state) });
  }
}

const definedOf = (values: NamedValues): NamedValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
