import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { announceAll } from '../../platform/live/hub.ts';

/**
 * OUT-002, DEC-59: tells open screens that something became of commands, in the caller's transaction. `isAnswer`: by the tracker, which
 * answers when it is up, and not by a person.
 */
export async function announceCommands(db: Kysely<Db>, ids: readonly number[], { isAnswer = false } = {}): Promise<void> {
  const { rows } = await sql<{ account_id: AccountId; unit_id: number }>`
    SELECT DISTINCT account_id, unit_id FROM command WHERE id = ANY (${ids}::bigint[])`.execute(db);
  await announceAll(
    db,
    rows.map(({ account_id, unit_id }) => ({
      accountId: account_id,
      unitId: unit_id,
      kind: 'command' as const,
      isPassing: isAnswer,
    })),
  );
}
