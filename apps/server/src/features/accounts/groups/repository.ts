import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { GroupKind } from '@spora/contract/accounts/endpoints';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

type TripType = 'business' | 'private' | 'other' | null;

export interface GroupRow {
  readonly id: number;
  readonly name: string;
  readonly trip_type: string | null;
  readonly archived_at: Date | null;
  readonly uses: number;
  readonly users: number;
}

/** What bears a group, by its name: units, for departments users as well, and for purposes trips but private ones, whose purposes are their drivers' (TRIP-032). */
const BEARERS: Readonly<Record<GroupKind, (name: Expression<string>, accountId: AccountId) => RawBuilder<number>>> = {
  departments: (name, accountId) =>
    sql<number>`((SELECT count(*) FROM unit u WHERE u.account_id = ${accountId} AND u.department = ${name})
      + (SELECT count(*) FROM member m WHERE m.account_id = ${accountId} AND m.department = ${name} AND m.removed_at IS NULL))::integer`,
  projects: (name, accountId) =>
    sql<number>`(SELECT count(*)::integer FROM unit u WHERE u.account_id = ${accountId} AND u.project = ${name})`,
  tags: (name, accountId) =>
    sql<number>`(SELECT count(*)::integer FROM unit u WHERE u.account_id = ${accountId} AND ${name} = ANY (u.tags))`,
  purposes: (name, accountId) =>
    sql<number>`(SELECT count(*)::integer FROM trip t WHERE t.account_id = ${accountId} AND t.purpose = ${name} AND t.type <> 'private')`,
};

const usersOf = (kind: GroupKind, name: Expression<string>, accountId: AccountId): RawBuilder<number> =>
  kind === 'departments'
    ? sql<number>`(SELECT count(*)::integer FROM member m WHERE m.account_id = ${accountId} AND m.department = ${name} AND m.removed_at IS NULL)`
    : sql<number>`0`;

const groups = (db: Kysely<Db>, accountId: AccountId, kind: GroupKind) =>
  db
    .selectFrom('account_group')
    .where('account_group.account_id', '=', accountId)
    .where('account_group.kind', '=', kind)
    .select((eb) => [
      'account_group.id',
      'account_group.name',
      'account_group.trip_type',
      'account_group.archived_at',
      BEARERS[kind](eb.ref('account_group.name'), accountId).as('uses'),
      usersOf(kind, eb.ref('account_group.name'), accountId).as('users'),
    ]);

export const listGroups = (db: Kysely<Db>, accountId: AccountId, kind: GroupKind): Promise<GroupRow[]> =>
  groups(db, accountId, kind).orderBy('account_group.name').execute();

export const groupById = (db: Kysely<Db>, accountId: AccountId, kind: GroupKind, id: number): Promise<GroupRow | undefined> =>
  groups(db, accountId, kind).where('account_group.id', '=', id).forUpdate('account_group').executeTakeFirst();

/** Whether another group of the kind bears the name, in whatever case. */
export async function isNameTaken(
  db: Kysely<Db>,
  accountId: AccountId,
  kind: GroupKind,
  name: string,
  butId?: number,
): Promise<boolean> {
  const isSame = sql<SqlBool>`lower(name) = lower(${name})`;
  let query = db
    .selectFrom('account_group')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where(isSame);
  if (butId !== undefined) query = query.where('id', '<>', butId);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Null when another caller was first with the name. */
export async function insertGroup(
  db: Kysely<Db>,
  accountId: AccountId,
  group: { kind: GroupKind; name: string; trip_type: TripType },
): Promise<number | null> {
  const row = await db
    .insertInto('account_group')
    .values({ account_id: accountId, ...group })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function updateGroup(
  db: Kysely<Db>,
  accountId: AccountId,
  id: number,
  change: { name?: string; trip_type?: TripType; archived_at?: Date | null },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.updateTable('account_group').set(change).where('account_id', '=', accountId).where('id', '=', id).execute();
}

export async function deleteGroup(db: Kysely<Db>, accountId: AccountId, id: number): Promise<void> {
  await db.deleteFrom('account_group').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** Units and users that bore the old name bear the new one. What was written on trips stays as it was written. */
export async function renameOnBearers(
  db: Kysely<Db>,
  accountId: AccountId,
  kind: GroupKind,
  from: string,
  to: string,
): Promise<void> {
  if (kind === 'purposes') {
    // ADM-014: what new trips get.
    await db
      .updateTable('unit')
      .where('account_id', '=', accountId)
      .where('default_purpose', '=', from)
      .set({ default_purpose: to })
      .execute();
    await db
      .updateTable('member')
      .where('account_id', '=', accountId)
      .where('default_purpose', '=', from)
      .set({ default_purpose: to })
      .execute();
    return;
  }
  const units = db.updateTable('unit').where('account_id', '=', accountId);
  if (kind === 'departments') {
    await units.set({ department: to }).where('department', '=', from).execute();
    await db
      .updateTable('member')
      .set({ department: to })
      .where('account_id', '=', accountId)
      .where('department', '=', from)
      .execute();
  } else if (kind === 'projects') await units.set({ project: to }).where('project', '=', from).execute();
  else
    await units
      .set({
        tags: sql<string[]>`(SELECT array_agg(DISTINCT CASE tag WHEN ${from} THEN ${to} ELSE tag END) FROM unnest(tags) AS tag)`,
      })
      .where(sql<SqlBool>`${from} = ANY (tags)`)
      .execute();
}

export async function mayMembersCreate(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<boolean> {
  const row = await db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('account.id', '=', accountId)
    .where('member.id', '=', memberId)
    .select(['account.members_may_create_groups', 'member.rights'])
    .executeTakeFirst();
  return row !== undefined && (row.members_may_create_groups || row.rights.includes('create-groups'));
}
