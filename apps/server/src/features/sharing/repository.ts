import { type Kysely, sql } from 'kysely';
import type { AccountId, MemberActor } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { waitForTurn } from '../../platform/database/turns.ts';

export interface NewLink {
  readonly actor: MemberActor;
  readonly tokenHash: Buffer;
  readonly sealedToken: string;
  readonly title: string;
  readonly showsNames: boolean;
  readonly withTrail: boolean;
  readonly withOwnPrivate: boolean;
  readonly destination: { readonly lat: number; readonly lng: number; readonly label: string } | null;
  readonly at: Date;
  readonly until: Date;
  readonly unitIds: readonly number[];
}

export async function insert(db: Kysely<Db>, link: NewLink): Promise<number> {
  const { accountId, memberId } = link.actor;
  const { id } = await db
    .insertInto('share_link')
    .values({
      account_id: accountId,
      member_id: memberId,
      token_hash: link.tokenHash,
      sealed_token: link.sealedToken,
      title: link.title,
      shows_names: link.showsNames,
      with_trail: link.withTrail,
      with_own_private: link.withOwnPrivate,
      destination_lat: link.destination?.lat ?? null,
      destination_lng: link.destination?.lng ?? null,
      destination_label: link.destination?.label ?? null,
      created_at: link.at,
      expires_at: link.until,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('share_link_unit')
    .values(link.unitIds.map((unitId, position) => ({ account_id: accountId, link_id: id, unit_id: unitId, position })))
    .execute();
  return id;
}

const LINK_COLUMNS = [
  'share_link.id',
  'share_link.member_id',
  'share_link.title',
  'share_link.shows_names',
  'share_link.with_trail',
  'share_link.with_own_private',
  'share_link.destination_lat',
  'share_link.destination_lng',
  'share_link.destination_label',
  'share_link.created_at',
  'share_link.expires_at',
] as const;

/** Those that open now, newest first; of one member, or of the account. */
export function listOpen(db: Kysely<Db>, { accountId, memberId, isAdmin }: MemberActor, now: Date) {
  const open = db
    .selectFrom('share_link')
    .innerJoin('member', 'member.id', 'share_link.member_id')
    .where('share_link.account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);
  return (isAdmin ? open : open.where('member_id', '=', memberId))
    .select([...LINK_COLUMNS, 'sealed_token', 'member.full_name'])
    .orderBy('share_link.id', 'desc')
    .execute();
}

/** Waits for a link that the actor makes at the same time. */
export async function countOpen(db: Kysely<Db>, { accountId, memberId }: MemberActor, now: Date): Promise<number> {
  await waitForTurn(db, 'share-link', memberId);
  const { count } = await db
    .selectFrom('share_link')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const find = (db: Kysely<Db>, accountId: AccountId, id: number) =>
  db
    .selectFrom('share_link')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .select([...LINK_COLUMNS, 'revoked_at'])
    .executeTakeFirst();

/** Units that have not left their link, in the order in which they were chosen. */
export const unitsOf = (db: Kysely<Db>, accountId: AccountId, linkIds: readonly number[]) =>
  db
    .selectFrom('share_link_unit')
    .innerJoin('unit', 'unit.id', 'share_link_unit.unit_id')
    .where('share_link_unit.account_id', '=', accountId)
    .where('link_id', 'in', [0, ...linkIds])
    .where('left_at', 'is', null)
    .where('unit.retired_at', 'is', null)
    .select(['link_id', 'unit_id', 'position', 'unit.name', 'unit.hides_speed'])
    .orderBy('position')
    .execute();

/** Ended once; a second time leaves the first moment. */
export async function revoke(db: Kysely<Db>, accountId: AccountId, id: number, at: Date): Promise<void> {
  await db
    .updateTable('share_link')
    .set({ revoked_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

export interface Watched {
  readonly linkId: number;
  readonly memberId: number;
  readonly accountId: AccountId;
  readonly isAdmin: boolean;
  readonly timeZone: string;
  /** The maker's own private trips as well (decision 0100). */
  readonly showsOwnPrivate: boolean;
}

/** Null for a token that opens nothing; no account is in force yet. */
export async function findWatched(db: Kysely<Db>, tokenHash: Buffer, now: Date): Promise<Watched | null> {
  const { rows } = await sql<Watched>`
    SELECT link_id AS "linkId", member_id AS "memberId", account_id AS "accountId", is_admin AS "isAdmin", time_zone AS "timeZone",
      shows_own_private AS "showsOwnPrivate" FROM watched_share_link(${tokenHash}, ${now})`.execute(db);
  return rows[0] ?? null;
}

/** By which brand the member's account is reached, and whose it is: a company's or a private person's. */
export const accountOf = (db: Kysely<Db>, accountId: AccountId) =>
  db.selectFrom('account').where('id', '=', accountId).select(['subsite_id', 'kind']).executeTakeFirstOrThrow();

export async function deleteEndedBefore(db: Kysely<Db>, before: Date): Promise<void> {
  await sql`DELETE FROM share_link WHERE least(expires_at, revoked_at) < ${before}`.execute(db);
}

export const tokensBeside = (db: Kysely<Db>, prefix: string) =>
  db
    .selectFrom('share_link')
    .where(sql<boolean>`NOT starts_with(sealed_token, ${prefix})`)
    .select(['id', 'account_id', 'sealed_token'])
    .orderBy('id')
    .execute();

export const replaceToken = (db: Kysely<Db>, id: number, before: string, after: string) =>
  db.updateTable('share_link').set({ sealed_token: after }).where('id', '=', id).where('sealed_token', '=', before).execute();
