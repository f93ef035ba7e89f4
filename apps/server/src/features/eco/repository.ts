import type { EcoSettings } from '@spora/contract/eco/rules';
import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';

/** Holds the account's row, so that of two who change its settings the second sees what the first said. */
export async function holdAccount(db: Kysely<Db>, accountId: AccountId): Promise<void> {
  await db.selectFrom('account').where('id', '=', accountId).select('id').forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** From an instant on driving is judged by these. */
export async function saveSettings(db: Kysely<Db>, accountId: AccountId, settings: EcoSettings, from: Date): Promise<void> {
  await sql`INSERT INTO eco_setting (account_id, valid_from, settings) VALUES (${accountId}, ${from}, ${JSON.stringify(settings)}::jsonb)
    ON CONFLICT ON CONSTRAINT eco_setting_pk DO UPDATE SET settings = excluded.settings`.execute(db);
}
