import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/db.generated.ts';

/** The members of an account by name, with the last time that each was here: by a living session, or their last sign-in. */
export const memberRows = (db: Kysely<Db>, accountId: AccountId, { limit, id }: { limit?: number; id?: number } = {}) =>
  db
    .selectFrom('member')
    .where('member.account_id', '=', accountId)
    .$if(id !== undefined, (query) => query.where('member.id', '=', id ?? 0))
    .select((eb) => [
      'member.id',
      'member.full_name',
      'member.email',
      'member.is_admin',
      'member.two_factor',
      'member.disabled_at',
      sql<Date | null>`greatest(${eb
        .selectFrom('session')
        .whereRef('session.member_id', '=', 'member.id')
        .where('session.is_pending', '=', false)
        .select((session) => session.fn.max('session.last_used_at').as('at'))}, ${eb
        .selectFrom('audit_entry')
        .whereRef('audit_entry.account_id', '=', 'member.account_id')
        .whereRef('audit_entry.actor_member_id', '=', 'member.id')
        .where('audit_entry.action', '=', 'signed-in')
        .select((entry) => entry.fn.max('audit_entry.at').as('at'))})`.as('last_seen_at'),
    ])
    .orderBy('member.full_name')
    .orderBy('member.id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
