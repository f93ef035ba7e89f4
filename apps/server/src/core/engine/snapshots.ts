import { type Kysely, sql } from 'kysely';
import { int8Array, timestamptzArray } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { Snapshot } from './advance.ts';
import type { UnitKey } from './projections.ts';

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
