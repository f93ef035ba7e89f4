import type { Kysely } from 'kysely';
import { OBJECT_TYPES } from '@spora/contract/object-description/endpoints';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { NOTHING_KNOWN, type ObjectFacts } from './rules.ts';

export interface OfUnit {
  readonly accountId: AccountId;
  readonly unitId: number;
}

export async function findFacts(db: Kysely<Db>, { accountId, unitId }: OfUnit): Promise<ObjectFacts> {
  const row = await db
    .selectFrom('object_description')
    .where('account_id', '=', accountId)
    .where('unit_id', '=', unitId)
    .select([
      'object_type',
      'manufacturer',
      'model',
      'built_year',
      'hull_number',
      'motor_number',
      'chassis_number',
      'serial_number',
      'insurance_company',
      'insurance_number',
      'links',
    ])
    .executeTakeFirst();
  if (!row) return NOTHING_KNOWN;
  const { object_type, built_year, ...facts } = row;
  return { ...facts, type: OBJECT_TYPES.find((type) => type === object_type) ?? null, year: built_year };
}

export async function saveFacts(db: Kysely<Db>, { accountId, unitId }: OfUnit, facts: ObjectFacts, at: Date): Promise<void> {
  const { type, year, links, ...texts } = facts;
  const row = { ...texts, object_type: type, built_year: year, links: [...links], changed_at: at };
  await db
    .insertInto('object_description')
    .values({ account_id: accountId, unit_id: unitId, ...row })
    .onConflict((conflict) => conflict.column('unit_id').doUpdateSet(row))
    .execute();
}
