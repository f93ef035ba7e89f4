import { type Kysely, sql } from 'kysely';
import type { ModelFamily } from '@spora/protocols/avl/names';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

/** As which family the unit's records are to be read, in order of time; the last that began before a record is its own. */
export async function familiesOf(
  db: Kysely<Db>,
  unitId: number,
  from: Date,
  to: Date,
): Promise<{ sinceMs: number; family: ModelFamily }[]> {
  const { rows } = await sql<{ since: Date; family: ModelFamily }>`
    SELECT since, family FROM unit_families(${unitId}, ${from}, ${to})`.execute(db);
  return rows.map(({ since, family }) => ({ sinceMs: Number(since), family }));
}

/** UNIT-018: whether the speed of the unit is nobody's to see. */
export async function hidesSpeed(db: Kysely<Db>, accountId: AccountId, unitId: number): Promise<boolean> {
  const row = await db
    .selectFrom('unit')
    .where('account_id', '=', accountId)
    .where('id', '=', unitId)
    .select('hides_speed')
    .executeTakeFirst();
  return row?.hides_speed ?? false;
}
