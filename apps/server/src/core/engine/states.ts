import { type Kysely, sql } from 'kysely';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { holdUnits } from './holds.ts';
import { type Engine, type UnitState, fromStored, toStored } from './engine.ts';
import type { UnitKey } from './projections.ts';
import { refitUnit } from './refit.ts';
import { catchUp } from './catch-up.ts';

/** How far the log of each tracker of a unit counts, by the tracker's number. */
export type SeqOf = ReadonlyMap<number, number>;

/** A unit's newest state, in the hands of one transaction. */
export interface Held {
  readonly state: UnitState;
  /** How far each tracker's log is in it. */
  readonly seqOf: SeqOf;
  /** Of the stored state, which may lag behind (decision 0037). */
  readonly stored: {
    /** Another each time that it is stored. */
    readonly version: number;
    /** The time of its newest record; null: of no record. */
    readonly lastMs: number | null;
    /** Records that it has not seen. */
    readonly behind: number;
  };
}

/**
 * What a process remembers of units from one transaction to the next, so that their states are not read and parsed each time. It is
 * believed only as far as the database says the same.
 */
export interface StateMemory {
  /** Taken out: a transaction that fails leaves nothing behind that it has changed. */
  take(unitId: number): Held | undefined;
  keep(unitId: number, held: Held): void;
}

/** A state takes 2 to 4 kB. */
const REMEMBERED_UNITS = 20_000;

/** A memory of the units heard of last. */
export function createStateMemory(most: number = REMEMBERED_UNITS): StateMemory {
  const known = new Map<number, Held>();
  return {
    take(unitId) {
      const held = known.get(unitId);
      known.delete(unitId);
      return held;
    },
    keep(unitId, held) {
      known.delete(unitId);
      known.set(unitId, held);
      if (known.size > most) for (const oldest of known.keys()) return void known.delete(oldest);
    },
  };
}

interface Stored {
  readonly unit_id: number;
  readonly version: number;
  readonly newest: Date | null;
}

/** Takes units in hand and answers their newest states. */
export async function lockStates(
  engine: Engine,
  db: Kysely<Db>,
  units: readonly UnitKey[],
  memory?: StateMemory,
): Promise<Map<number, Held>> {
  await holdUnits(db, units);
  return readHeld(engine, db, units, memory);
}

/** The newest states of units that are in hand: whoever had them before has written by now. */
export async function readHeld(
  engine: Engine,
  db: Kysely<Db>,
  units: readonly UnitKey[],
  memory?: StateMemory,
): Promise<Map<number, Held>> {
  let stored = await read(db, units);
  if (stored.length < units.length) {
    await makeMissing(db, units);
    stored = await read(db, units);
  }
  const seqs = await seqsOf(
    db,
    stored.map((row) => row.unit_id),
  );
  const found = new Map<number, Held>();
  const unknown: Stored[] = [];
  for (const row of stored) {
    const held = memory?.take(row.unit_id);
    const reached = seqs.get(row.unit_id) ?? [];
    if (held?.stored.version === row.version && missedBy(held.state.lastMs, held.seqOf, reached).length === 0)
      found.set(row.unit_id, { ...held, seqOf: seqOfAll(reached) });
    else unknown.push(row);
  }
  for (const [unitId, held] of await readStates(engine, db, unknown, seqs)) found.set(unitId, held);
  return found;
}

async function read(db: Kysely<Db>, units: readonly UnitKey[]): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    SELECT unit_id, version, newest_record_at AS newest FROM unit_projection WHERE unit_id = ANY (${int8Array(units.map((u) => u.unitId))}::bigint[])`.execute(
    db,
  );
  return rows;
}

async function makeMissing(db: Kysely<Db>, units: readonly UnitKey[]): Promise<void> {
  await sql`INSERT INTO unit_projection (unit_id, account_id, state)
    SELECT u.id, u.account_id, 'null' FROM unnest(${int8Array(units.map((u) => u.unitId))}::bigint[], ${int8Array(units.map((u) => u.accountId))}::bigint[]) AS u (id, account_id)
    WHERE NOT EXISTS (SELECT FROM unit_projection p WHERE p.unit_id = u.id) ORDER BY u.id ON CONFLICT DO NOTHING`.execute(db);
}

/** How far the log of a tracker is projected that sits in a unit, or sat in it until `toMs`. */
interface Reached {
  readonly unitId: number;
  readonly trackerId: number;
  readonly seq: number;
  readonly toMs: number;
}

async function seqsOf(db: Kysely<Db>, unitIds: readonly number[]): Promise<Map<number, Reached[]>> {
  const { rows } = await sql<{ unit_id: number; tracker_id: number; seq: number; to_ms: number | null }>`
    SELECT f.unit_id, f.tracker_id, c.seq, extract(epoch FROM upper(f.during))::float8 * 1000 AS to_ms
    FROM fitting f JOIN projection_checkpoint c ON c.tracker_id = f.tracker_id
    WHERE f.unit_id = ANY (${int8Array(unitIds)}::bigint[])`.execute(db);
  return Map.groupBy(
    rows.map((row) => ({ unitId: row.unit_id, trackerId: row.tracker_id, seq: row.seq, toMs: row.to_ms ?? Infinity })),
    ({ unitId }) => unitId,
  );
}

const seqOfAll = (reached: readonly Reached[]): SeqOf => new Map(reached.map(({ trackerId, seq }) => [trackerId, seq]));

/**
 * The trackers whose log goes on beyond what a state has seen of it. One that left the unit before the state's newest record has
 * nothing more to say: what comes of that time is late, and a state is stored then.
 */
const missedBy = (lastMs: number | null, seen: SeqOf, reached: readonly Reached[]): Reached[] =>
  reached.filter(({ trackerId, seq, toMs }) => toMs > (lastMs ?? -Infinity) && (seen.get(trackerId) ?? 0) !== seq);

/** Reads stored states, and takes those that lag behind on to where the log is projected. */
async function readStates(
  engine: Engine,
  db: Kysely<Db>,
  rows: readonly Stored[],
  seqs: ReadonlyMap<number, readonly Reached[]>,
): Promise<Map<number, Held>> {
  if (rows.length === 0) return new Map();
  const { rows: read } = await sql<{ unit_id: number; state: unknown; seqs: Record<string, number> }>`
    SELECT unit_id, state, seqs FROM unit_projection WHERE unit_id = ANY (${int8Array(rows.map((row) => row.unit_id))}::bigint[])`.execute(
    db,
  );
  const byUnit = new Map(read.map((row) => [row.unit_id, row]));
  const lagging = [];
  const found = new Map<number, Held>();
  for (const { unit_id: unitId, version, newest } of rows) {
    const row = byUnit.get(unitId);
    const lastMs = newest?.getTime() ?? null;
    const { state, isWhole } = fromStored(engine, lastMs, row?.state);
    const reached = seqs.get(unitId) ?? [];
    found.set(unitId, { state, seqOf: seqOfAll(reached), stored: { version, lastMs, behind: 0 } });
    const seen = new Map(Object.entries(row?.seqs ?? {}).map(([trackerId, seq]) => [Number(trackerId), seq]));
    for (const { trackerId, seq } of missedBy(lastMs, seen, reached))
      lagging.push({ unitId, trackerId, fromSeq: seen.get(trackerId) ?? 0, toSeq: seq, state });
    // A projection that is new, or counts as another by now, gets its past from the log.
    if (!isWhole) await addJob(db, refitUnit, { unitId });
  }
  for (const [unitId, behind] of await catchUp(engine, db, lagging)) {
    const held = found.get(unitId) as Held;
    found.set(unitId, { ...held, stored: { ...held.stored, behind } });
  }
  return found;
}

/** Stores the newest states of units, each with how far the log of its trackers is in it. */
export async function saveStates(
  engine: Engine,
  db: Kysely<Db>,
  states: readonly { readonly unit: UnitKey; readonly state: UnitState; readonly seqOf: SeqOf }[],
): Promise<void> {
  if (states.length === 0) return;
  await sql`UPDATE unit_projection p SET state = s.state, seqs = s.seqs, newest_record_at = to_timestamp(s.newest_ms / 1000), version = p.version + 1
    FROM unnest(${int8Array(states.map((s) => s.unit.unitId))}::bigint[], ${states.map((s) => toStored(engine, s.state))}::jsonb[],
      ${states.map((s) => JSON.stringify(Object.fromEntries(s.seqOf)))}::jsonb[], ${states.map((s) => s.state.lastMs)}::float8[])
      AS s (id, state, seqs, newest_ms)
    WHERE p.unit_id = s.id`.execute(db);
}

/** So many records, or so long by their own time, a stored state may lag behind. */
const BEHIND = { records: 128, ms: 3_600_000 } as const;

/** Whether a state that has gone on by so many records is to be stored. */
export const mustBeStored = ({ state, stored }: Held, records: number): boolean =>
  stored.lastMs === null || stored.behind + records >= BEHIND.records || (state.lastMs ?? 0) - stored.lastMs >= BEHIND.ms;

/** A state after a transaction: as it was stored, or with so many more records that the stored one has not seen. */
export function heldAfter(
  held: Held,
  state: UnitState,
  seqOf: SeqOf,
  { isStored, records }: { isStored: boolean; records: number },
): Held {
  const { version, lastMs, behind } = held.stored;
  const stored = isStored
    ? { version: version + 1, lastMs: state.lastMs, behind: 0 }
    : { version, lastMs, behind: behind + records };
  return { state, seqOf, stored };
}
