import type { Kysely } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';

/** Of two who change the account at once the second waits, and sees what the first has changed (ERR-041). */
export async function holdAccount(db: Kysely<Db>, accountId: AccountId): Promise<void> {
  await db.selectFrom('account').where('id', '=', accountId).select('id').forNoKeyUpdate().executeTakeFirstOrThrow();
}
