import { randomBytes } from 'node:crypto';
import { RECEIVER_PAGE } from '@spora/contract/alarms/receiver-link';
import { LOG_MAX_MONTHS } from '@spora/contract/limits';
import { type Kysely, sql } from 'kysely';
import type { Language } from '@spora/messages/languages';
import { type AccountId, setAccount } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { hashOfToken } from '../../../platform/http/session-gate.ts';

/** Whom a message goes to. */
export interface LinkedReceiver {
  readonly accountId: number;
  readonly id: number;
  /** Who signs in has a page of their own, and no link. */
  readonly memberId: number | null;
}

/** ALARM-039: the page by which a receiver without a sign-in stops alarms, with a token that is this message's; null of a member. */
export async function newLink(db: Kysely<Db>, { accountId, id, memberId }: LinkedReceiver, at: Date): Promise<string | null> {
  if (memberId !== null) return null;
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('alarm_receiver_link')
    .values({ token_hash: hashOfToken(token), account_id: accountId, receiver_id: id, made_at: at })
    .execute();
  return `${RECEIVER_PAGE}#${token}`;
}

/** How often a receiver by text message alone is given the link anew: it takes the place of half a message, which costs a credit. */
const TEXTED_EVERY_DAYS = 30;

/** The same for a text message: only to who is reached by nothing else, and once a month. */
export async function newTextedLink(
  db: Kysely<Db>,
  receiver: LinkedReceiver & { readonly email: string },
  at: Date,
): Promise<string | null> {
  if (receiver.email !== '') return null;
  const { rows } = await sql<{ has: boolean }>`SELECT EXISTS (SELECT FROM alarm_receiver_link l
    WHERE l.receiver_id = ${receiver.id} AND l.made_at > ${at}::timestamptz - make_interval(days => ${TEXTED_EVERY_DAYS})) AS has`.execute(
    db,
  );
  return rows[0]?.has ? null : newLink(db, receiver, at);
}

/** The receiver that a token is about, with its account put in force; null for a token that opens nothing. */
export async function receiverOfLink(db: Kysely<Db>, tokenHash: Buffer): Promise<LinkedReceiver | null> {
  const { rows } = await sql<{ account_id: AccountId; receiver_id: number }>`
    SELECT account_id, receiver_id FROM receiver_of_link(${tokenHash})`.execute(db);
  const row = rows[0];
  if (!row) return null;
  await setAccount(db, row.account_id);
  return { accountId: row.account_id, id: row.receiver_id, memberId: null };
}

/** What the page of a link tells of its receiver, and whether it has stopped. */
export const lookAt = (db: Kysely<Db>, { accountId, id }: LinkedReceiver) =>
  db
    .selectFrom('alarm_receiver as r')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .where('r.account_id', '=', accountId)
    .where('r.id', '=', id)
    .select(['r.name', 'r.email', 'r.phone', 'r.stopped_at', 'a.name as account', sql<Language>`a.alert_language`.as('language')])
    .executeTakeFirstOrThrow();

/** Answers whether it was otherwise before. */
export async function setStopped(
  db: Kysely<Db>,
  { accountId, id }: LinkedReceiver,
  { stops, at }: { readonly stops: boolean; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alarm_receiver')
    .set({ stopped_at: stops ? at : null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('stopped_at', stops ? 'is' : 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Links that are older than the log of alarms; of who has stopped they stay, since by them alone alarms begin again. */
export async function forgetLinks(db: Kysely<Db>, now: Date): Promise<void> {
  await sql`DELETE FROM alarm_receiver_link l USING alarm_receiver r WHERE r.id = l.receiver_id AND r.stopped_at IS NULL
    AND l.made_at < ${now}::timestamptz - make_interval(months => ${LOG_MAX_MONTHS})`.execute(db);
}
