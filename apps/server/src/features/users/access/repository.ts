import type { Kysely } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { byName } from '../../../platform/database/name-order.ts';

export interface Pair {
  readonly user_id: number;
  readonly unit_id: number;
}

export const accessPairs = (db: Kysely<Db>, accountId: AccountId) =>
  db
    .selectFrom('unit_access')
    .innerJoin('member', 'member.id', 'unit_access.member_id')
    .innerJoin('unit', 'unit.id', 'unit_access.unit_id')
    .where('unit_access.account_id', '=', accountId)
    .where('member.removed_at', 'is', null)
    .where('unit.retired_at', 'is', null)
    .select(['unit_access.member_id', 'unit_access.unit_id'])
    .orderBy('unit_access.member_id')
    .orderBy('unit_access.unit_id');

export const matrixUnits = (db: Kysely<Db>, accountId: AccountId) =>
  db
    .selectFrom('unit')
    .where('account_id', '=', accountId)
    .where('retired_at', 'is', null)
    .select(['id', 'name', 'registration_number', 'department', 'locked_by_member_id as locked_by'])
    .orderBy(byName('name'))
    .orderBy('id')
    .execute();

/** Units locked by somebody else that the member was not given (LOCK-005). */
export async function unitsShutTo(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('unit')
    .leftJoin('unit_access', (join) =>
      join.onRef('unit_access.unit_id', '=', 'unit.id').on('unit_access.member_id', '=', memberId),
    )
    .where('unit.account_id', '=', accountId)
    .where('unit.locked_by_member_id', 'is not', null)
    .where('unit.locked_by_member_id', '!=', memberId)
    .where('unit_access.unit_id', 'is', null)
    .select('unit.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Answers the pairs that are new. */
export async function insertAccess(db: Kysely<Db>, accountId: AccountId, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const rows = await db
    .insertInto('unit_access')
    .columns(['account_id', 'member_id', 'unit_id'])
    .values(pairs.map(({ user_id, unit_id }) => ({ account_id: accountId, member_id: user_id, unit_id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['member_id as user_id', 'unit_id'])
    .execute();
  return rows;
}

/** Answers the pairs that are gone. */
export async function deleteAccess(db: Kysely<Db>, accountId: AccountId, pairs: readonly Pair[]): Promise<Pair[]> {
  const taken: Pair[] = [];
  for (const [userId, unitIds] of Map.groupBy(pairs, (pair) => pair.user_id)) {
    const rows = await db
      .deleteFrom('unit_access')
      .where('account_id', '=', accountId)
      .where('member_id', '=', userId)
      .where(
        'unit_id',
        'in',
        unitIds.map(({ unit_id }) => unit_id),
      )
      .returning(['member_id as user_id', 'unit_id'])
      .execute();
    taken.push(...rows);
  }
  return taken;
}
