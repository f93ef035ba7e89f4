import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { GroupKind } from '@spora/contract/accounts/endpoints';
import { fittedTrackers } from '../../../core/fleet/visible-units.ts';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { byName, NAME_ORDER } from '../../../platform/database/name-order.ts';

type TripType = 'business' | 'private' | 'other' | null;

export interface GroupRow {
  readonly id: number;
  readonly name: string;
  readonly trip_type: string | null;
  readonly archived_at: Date | null;
  readonly uses: number;
  readonly users: number;
  readonly trips: number;
  readonly attested_trips: number;
}

/** How many bear each name: rows of (name, n); of trips also how many of them are attested. */
type Count = (accountId: AccountId) => RawBuilder<unknown>;

const NOTHING: Count = () => sql`SELECT NULL::text AS name, 0 AS n, 0 AS attested WHERE false`;
const unitsBy =
  (column: 'department' | 'project'): Count =>
  (accountId) =>
    sql`SELECT ${sql.ref(column)} AS name, count(*)::integer AS n FROM unit WHERE account_id = ${accountId} GROUP BY 1`;
const usersByDepartment: Count = (accountId) =>
  sql`SELECT department AS name, count(*)::integer AS n FROM member WHERE account_id = ${accountId} AND removed_at IS NULL GROUP BY 1`;
/** Whose usual purpose each is: typed by people, so in whatever case, as trips are given it. */
const usualOf =
  (bearer: 'unit' | 'member'): Count =>
  (accountId) =>
    sql`SELECT g.name, count(*)::integer AS n FROM ${sql.table(bearer)} b JOIN account_group g ON g.account_id = b.account_id
      AND g.kind = 'purposes' AND lower(g.name) = lower(b.default_purpose)
      WHERE b.account_id = ${accountId} ${bearer === 'member' ? sql`AND b.removed_at IS NULL` : sql``} GROUP BY 1`;
/** But private ones: what is said of those is their drivers' (TRIP-032). */
const tripsBy =
  (column: 'project' | 'purpose'): Count =>
  (accountId) =>
    sql`SELECT ${sql.ref(column)} AS name, count(*)::integer AS n, count(attestation_id)::integer AS attested FROM trip
      WHERE account_id = ${accountId} AND type <> 'private' GROUP BY 1`;

/** What bears a group by its name; units and users a purpose as the usual one of their trips. */
const BEARERS: Readonly<Record<GroupKind, { readonly units: Count; readonly users: Count; readonly trips: Count }>> = {
  departments: { units: unitsBy('department'), users: usersByDepartment, trips: NOTHING },
  projects: { units: unitsBy('project'), users: NOTHING, trips: tripsBy('project') },
  tags: {
    units: (accountId) =>
      sql`SELECT tag AS name, count(*)::integer AS n FROM unit, unnest(tags) AS tag WHERE account_id = ${accountId} GROUP BY 1`,
    users: NOTHING,
    trips: NOTHING,
  },
  purposes: { units: usualOf('unit'), users: usualOf('member'), trips: tripsBy('purpose') },
};

async function groups(db: Kysely<Db>, accountId: AccountId, kind: GroupKind, id: number | null): Promise<GroupRow[]> {
  const { units, users, trips } = BEARERS[kind];
  const { rows } = await sql<GroupRow>`
    SELECT g.id, g.name, g.trip_type, g.archived_at, coalesce(u.n, 0) + coalesce(m.n, 0) + coalesce(t.n, 0) AS uses,
      coalesce(m.n, 0) AS users, coalesce(t.n, 0) AS trips, coalesce(t.attested, 0) AS attested_trips
    FROM account_group g LEFT JOIN (${units(accountId)}) u ON u.name = g.name LEFT JOIN (${users(accountId)}) m ON m.name = g.name
      LEFT JOIN (${trips(accountId)}) t ON t.name = g.name
    WHERE g.account_id = ${accountId} AND g.kind = ${kind} AND (${id}::bigint IS NULL OR g.id = ${id}) ORDER BY g.name ${NAME_ORDER}
    ${id === null ? sql`` : sql`FOR UPDATE OF g`}`.execute(db);
  return rows;
}

export const listGroups = (db: Kysely<Db>, accountId: AccountId, kind: GroupKind): Promise<GroupRow[]> =>
  groups(db, accountId, kind, null);

export const groupById = async (
  db: Kysely<Db>,
  accountId: AccountId,
  kind: GroupKind,
  id: number,
): Promise<GroupRow | undefined> => (await groups(db, accountId, kind, id))[0];

/** ADM-014: units and users whose usual purpose it is, by name. */
export async function bearersOfUsual(
  db: Kysely<Db>,
  accountId: AccountId,
  purpose: string,
): Promise<{ units: { imei: string | null; name: string }[]; users: { id: number; name: string }[] }> {
  const isUsual = sql<SqlBool>`lower(default_purpose) = lower(${purpose})`;
  const units = await db
    .selectFrom('unit')
    .leftJoin(fittedTrackers.as('fitted'), 'fitted.unit_id', 'unit.id')
    .where('unit.account_id', '=', accountId)
    .where(isUsual)
    .select(['fitted.imei', 'unit.name'])
    .orderBy(byName('unit.name'))
    .orderBy('unit.id')
    .execute();
  const users = await db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where(isUsual)
    .select(['id', 'full_name as name'])
    .orderBy(byName('full_name'))
    .orderBy('id')
    .execute();
  return { units, users };
}

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

/** Units and users that bore the old name bear the new one; trips are another feature's. */
export async function renameOnBearers(
  db: Kysely<Db>,
  accountId: AccountId,
  kind: GroupKind,
  from: string,
  to: string,
): Promise<void> {
  if (kind === 'purposes') {
    // ADM-014: what new trips get.
    const wasUsual = sql<SqlBool>`lower(default_purpose) = lower(${from})`;
    await db.updateTable('unit').where('account_id', '=', accountId).where(wasUsual).set({ default_purpose: to }).execute();
    await db.updateTable('member').where('account_id', '=', accountId).where(wasUsual).set({ default_purpose: to }).execute();
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
