import type { EcoSettings } from '@spora/contract/eco/rules';
import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';

/** From an instant on driving is judged by these. */
export async function saveSettings(db: Kysely<Db>, accountId: AccountId, settings: EcoSettings, from: Date): Promise<void> {
  await sql`INSERT INTO eco_setting (account_id, valid_from, settings) VALUES (${accountId}, ${from}, ${JSON.stringify(settings)}::jsonb)
    ON CONFLICT ON CONSTRAINT eco_setting_pk DO UPDATE SET settings = excluded.settings`.execute(db);
}
