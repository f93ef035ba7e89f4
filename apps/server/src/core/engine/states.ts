import { type Kysely, sql } from 'kysely';
import { int8Array, timestamptzArray } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { refitUnit } from './refit.ts';
import type { Snapshot } from './advance.ts';
import { type Engine, type UnitState, fromStored, toStored } from './engine.ts';
import type { UnitKey } from './projections.ts';

/** Locks units and reads their states, making those that are not there yet. */
export async function lockStates(engine: Engine, db: Kysely<Db>, units: readonly UnitKey[]): Promise<Map<number, UnitState>> {
  const ids = int8Array(units.map((u) => u.unitId));
  await sql`INSERT INTO unit_projection (unit_id, account_id, state)
    SELECT u.id, u.account_id, 'null' FROM unnest(${ids}::bigint[], ${int8Array(units.map((u) => u.accountId))}::bigint[]) AS u (id, account_id)
    WHERE NOT EXISTS (SELECT FROM unit_projection p WHERE p.unit_id = u.id) ORDER BY u.id ON CONFLICT DO NOTHING`.execute(db);
  const { rows } = await sql<{ unit_id: number; state: unknown; newest: Date | null }>`
    SELECT unit_id, state, newest_record_at AS newest FROM unit_projection WHERE unit_id = ANY (${ids}::bigint[])
    ORDER BY unit_id FOR UPDATE`.execute(db);
  const found = new Map<number, UnitState>();
  for (const row of rows) {
    const { state, isWhole } = fromStored(engine, row.newest?.getTime() ?? null, row.state);
    found.set(row.unit_id, state);
    // A projection that is new, or counts as another by now, gets its past from the log.
    if (!isWhole) await addJob(db, refitUnit, { unitId: row.unit_id });
  }
  return found;
}

/** Keeps the newest states of units. */
export async function saveStates(
  engine: Engine,
  db: Kysely<Db>,
  states: readonly { readonly unit: UnitKey; readonly state: UnitState }[],
): Promise<void> {
  if (states.length === 0) return;
  await sql`UPDATE unit_projection p SET state = s.state, newest_record_at = to_timestamp(s.newest_ms / 1000)
    FROM unnest(${int8Array(states.map((s) => s.unit.unitId))}::bigint[], ${states.map((s) => toStored(engine, s.state))}::jsonb[],
      ${states.map((s) => s.state.lastMs)}::float8[]) AS s (id, state, newest_ms)
    WHERE p.unit_id = s.id`.execute(db);
}

/** The newest snapshot of a unit from before an instant; null when its history is to be read from its beginning. */
export async function snapshotBefore(
  db: Kysely<Db>,
  unitId: number,
  beforeMs: number,
): Promise<{ atMs: number; state: unknown } | null> {
  const { rows } = await sql<{ at: Date; state: unknown }>`
    SELECT at, state FROM unit_snapshot WHERE unit_id = ${unitId} AND at < ${new Date(beforeMs)} ORDER BY at DESC LIMIT 1`.execute(
    db,
  );
  return rows[0] ? { atMs: rows[0].at.getTime(), state: rows[0].state } : null;
}

/** When the snapshots of a unit after an instant were taken, in order; null: all of them. */
export async function snapshotTimes(db: Kysely<Db>, unitId: number, afterMs: number | null): Promise<number[]> {
  const { rows } = await sql<{ at: Date }>`
    SELECT at FROM unit_snapshot WHERE unit_id = ${unitId} ${afterMs === null ? sql`` : sql`AND at > ${new Date(afterMs)}`} ORDER BY at`.execute(
    db,
  );
  return rows.map(({ at }) => at.getTime());
}

/** The state in a snapshot, as it is stored. */
export async function snapshotAt(db: Kysely<Db>, unitId: number, atMs: number): Promise<unknown> {
  const { rows } = await sql<{ state: unknown }>`
    SELECT state FROM unit_snapshot WHERE unit_id = ${unitId} AND at = ${new Date(atMs)}`.execute(db);
  return rows[0]?.state;
}

/** Takes snapshots of a unit away. */
export async function dropSnapshots(db: Kysely<Db>, unitId: number, timesMs: readonly number[]): Promise<void> {
  if (timesMs.length === 0) return;
  await sql`DELETE FROM unit_snapshot WHERE unit_id = ${unitId} AND at = ANY (${timestamptzArray(timesMs)}::timestamptz[])`.execute(
    db,
  );
}

/** Keeps snapshots, in place of those of the same instants. */
export async function saveSnapshots(
  db: Kysely<Db>,
  taken: readonly { readonly unit: UnitKey; readonly snapshot: Snapshot }[],
): Promise<void> {
  if (taken.length === 0) return;
  await sql`INSERT INTO unit_snapshot (unit_id, account_id, at, state)
    SELECT * FROM unnest(${int8Array(taken.map(({ unit }) => unit.unitId))}::bigint[], ${int8Array(taken.map(({ unit }) => unit.accountId))}::bigint[],
      ${timestamptzArray(taken.map(({ snapshot }) => snapshot.atMs))}::timestamptz[], ${taken.map(({ snapshot }) => snapshot.state)}::jsonb[])
    ON CONFLICT ON CONSTRAINT unit_snapshot_pk DO UPDATE SET state = excluded.state`.execute(db);
}

/**
 * Drops snapshots from before what each account keeps of positions: a state holds where the unit was. Of each unit the newest of those
 * stays, to take its history up from. Answers how many went.
 */
export async function dropExpiredSnapshots(db: Kysely<Db>, now: Date): Promise<number> {
  const limit = sql`date_trunc('day', ${now}::timestamptz - make_interval(months => a.position_months), 'UTC')`;
  const { numAffectedRows } = await sql`DELETE FROM unit_snapshot s USING account a WHERE a.id = s.account_id AND s.at < ${limit}
    AND EXISTS (SELECT FROM unit_snapshot n WHERE n.unit_id = s.unit_id AND n.at > s.at AND n.at < ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
