import type { Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import type { MemberCtx } from '../../platform/ctx.ts';

/** A link that has not been used opens nothing any more. */
export async function endLinks(db: Kysely<Db>, memberId: number, now: Date): Promise<void> {
  await db
    .updateTable('password_reset')
    .set({ ended_at: now })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Links to set a new password that were mailed to a member of the actor's account open nothing any more. As `endSessionsOf`. */
export const endResetLinksOf = (ctx: MemberCtx, memberId: number): Promise<void> => endLinks(ctx.db, memberId, ctx.now());
