import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';

export interface UnitKey {
  readonly accountId: AccountId;
  readonly unitId: number;
}

export interface StoredSettings {
  readonly validFrom: Date;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** All of a unit's dated settings, in order of time. */
export async function settingsOf(db: Kysely<Db>, { accountId, unitId }: UnitKey): Promise<StoredSettings[]> {
  const { rows } = await sql<{ valid_from: Date; settings: Record<string, unknown> }>`
    SELECT valid_from, settings FROM unit_setting WHERE account_id = ${accountId} AND unit_id = ${unitId} ORDER BY valid_from`.execute(
    db,
  );
  return rows.map((row) => ({ validFrom: row.valid_from, settings: row.settings }));
}

/**
 * From `from` on the unit has what `patch` says, whatever was said for later; what it does not name stays as it was dated. The
 * caller holds the unit's row.
 */
export async function changeFrom(
  db: Kysely<Db>,
  { accountId, unitId }: UnitKey,
  from: Date,
  patch: Readonly<Record<string, unknown>>,
): Promise<void> {
  const json = JSON.stringify(patch);
  await sql`INSERT INTO unit_setting (account_id, unit_id, valid_from, settings)
    SELECT ${accountId}, ${unitId}, ${from}::timestamptz, coalesce((
      SELECT s.settings FROM unit_setting s WHERE s.unit_id = ${unitId} AND s.valid_from <= ${from} ORDER BY s.valid_from DESC LIMIT 1), '{}')
    ON CONFLICT (unit_id, valid_from) DO NOTHING`.execute(db);
  await sql`UPDATE unit_setting SET settings = settings || ${json}::jsonb
    WHERE account_id = ${accountId} AND unit_id = ${unitId} AND valid_from >= ${from}`.execute(db);
}
