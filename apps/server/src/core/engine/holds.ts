import { type Kysely, sql } from 'kysely';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { UnitKey } from './projections.ts';

/*
 * Who has what in hand, by advisory locks until the transaction ends: what locks a row writes it, and each record locked three. The kind
 * stands in the upper bits of a lock's number, as in the function `lock_units` (migration 0031).
 */
const kind = (of: bigint) => (of << 48n).toString();
const TRACKER = kind(0x7c01n);
const UNIT = kind(0x7c02n);
const ACCOUNT = kind(0x7c03n);

/** Takes those trackers in hand that nobody else has. */
export async function holdFreeTrackers(db: Kysely<Db>, trackerIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM unnest(${int8Array(trackerIds)}::bigint[]) AS t (id) WHERE pg_try_advisory_xact_lock(${TRACKER}::bigint | id)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/**
 * Takes units in hand, waiting for whoever has them: accounts first, shared, since who works on all units of an account holds the account
 * alone, then each unit; all in the order of their numbers, so that no two wait for each other.
 */
export async function holdUnits(db: Kysely<Db>, units: readonly UnitKey[]): Promise<void> {
  await sql`SELECT CASE WHEN is_shared THEN pg_advisory_xact_lock_shared(id) ELSE pg_advisory_xact_lock(id) END FROM (
      SELECT ${ACCOUNT}::bigint | id AS id, true AS is_shared, 0 AS step FROM unnest(${int8Array(accountsOf(units))}::bigint[]) AS a (id)
      UNION ALL SELECT ${UNIT}::bigint | id, false, 1 FROM unnest(${int8Array(units.map(({ unitId }) => unitId))}::bigint[]) AS u (id)
      ORDER BY step, id) AS held`.execute(db);
}

export const holdUnit = (db: Kysely<Db>, unit: UnitKey): Promise<void> => holdUnits(db, [unit]);

/** Takes those of the units in hand that nobody else has. */
export async function holdFreeUnits<U extends UnitKey>(db: Kysely<Db>, units: readonly U[]): Promise<U[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM unnest(${int8Array(units.map(({ unitId }) => unitId))}::bigint[], ${int8Array(units.map(({ accountId }) => accountId))}::bigint[])
      AS u (id, account_id)
    WHERE pg_try_advisory_xact_lock_shared(${ACCOUNT}::bigint | account_id) AND pg_try_advisory_xact_lock(${UNIT}::bigint | id)`.execute(
    db,
  );
  const held = new Set(rows.map((row) => row.id));
  return units.filter(({ unitId }) => held.has(unitId));
}

const accountsOf = (units: readonly UnitKey[]) => [...new Set(units.map(({ accountId }) => accountId))];
