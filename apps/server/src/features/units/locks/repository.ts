import type { Kysely } from 'kysely';
import type { AccountId, MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { byName } from '../../../platform/database/name-order.ts';

type Actor = Pick<MemberActor, 'accountId' | 'memberId' | 'visit'>;

export interface LockEntry {
  readonly unitId: number;
  readonly at: Date;
  readonly action: 'lock' | 'unlock';
  readonly reason: string;
}

export async function insertEntry(db: Kysely<Db>, actor: Actor, { unitId, at, action, reason }: LockEntry): Promise<void> {
  await db
    .insertInto('unit_lock_entry')
    .values({
      account_id: actor.accountId,
      unit_id: unitId,
      member_id: actor.visit ? null : actor.memberId,
      actor_name: actor.visit?.staffName ?? '',
      at,
      action,
      reason,
    })
    .execute();
}

/** Newest first; nothing ever changes or removes a row. */
export const entriesOf = (db: Kysely<Db>, { accountId }: Pick<MemberActor, 'accountId'>, unitId: number) =>
  db
    .selectFrom('unit_lock_entry')
    .leftJoin('member', 'member.id', 'unit_lock_entry.member_id')
    .where('unit_lock_entry.account_id', '=', accountId)
    .where('unit_lock_entry.unit_id', '=', unitId)
    .select([
      'unit_lock_entry.at',
      'unit_lock_entry.action',
      'unit_lock_entry.reason',
      'unit_lock_entry.actor_name',
      'member.full_name',
    ])
    .orderBy('unit_lock_entry.at', 'desc')
    .orderBy('unit_lock_entry.id', 'desc')
    .execute();

/** None of somebody who was removed: their address is nobody's any more. */
export const memberToTell = (db: Kysely<Db>, { accountId }: Pick<MemberActor, 'accountId'>, memberId: number) =>
  db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.account_id', '=', accountId)
    .where('member.id', '=', memberId)
    .where('member.removed_at', 'is', null)
    .select(['member.full_name', 'member.email', 'member.language', 'account.subsite_id'])
    .executeTakeFirst();

/** The units that a member has locked. */
export async function namesLockedBy(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('unit')
    .where('account_id', '=', accountId)
    .where('locked_by_member_id', '=', memberId)
    .select('name')
    .orderBy(byName('name'))
    .execute();
  return rows.map(({ name }) => name);
}
