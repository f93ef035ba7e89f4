import { type Kysely, sql } from 'kysely';
import type { MessageKey } from '@spora/messages/keys';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { isMessageKey } from '../../../platform/http/envelope.ts';

/** A tracker that is new here was nobody else's before: what it has stored since it was mounted belongs to the unit too. */
const LONG_AGO = new Date('2000-01-01T00:00:00Z');

export type Claimed =
  | { readonly fault: MessageKey }
  | { readonly fault: null; readonly trackerId: number; readonly usableFrom: Date; readonly subscription: string };

/** Takes a tracker of the stock, or says why it cannot be had; the stock's row stays locked until the transaction ends. */
export async function claimTracker(db: Kysely<Db>, imei: string, now: Date): Promise<Claimed> {
  const { rows } = await sql<{ fault: string | null; tracker_id: number; usable_from: Date; subscription: string }>`
    SELECT fault, tracker_id, usable_from, subscription FROM claim_tracker(${imei}, ${now}, ${LONG_AGO})`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('claim_tracker answered nothing');
  if (row.fault !== null) return { fault: isMessageKey(row.fault) ? row.fault : 'ImeiNumberError' };
  return { fault: null, trackerId: row.tracker_id, usableFrom: row.usable_from, subscription: row.subscription };
}

export async function stockFault(db: Kysely<Db>, accountId: AccountId, imei: string, now: Date): Promise<MessageKey | null> {
  const { rows } = await sql<{ fault: string | null }>`
    SELECT stock_fault(${imei}, (SELECT subsite_id FROM account WHERE id = ${accountId}), ${now}) AS fault`.execute(db);
  const fault = rows[0]?.fault ?? null;
  return fault === null ? null : isMessageKey(fault) ? fault : 'ImeiNumberError';
}

export async function releaseTracker(db: Kysely<Db>, trackerId: number, now: Date): Promise<void> {
  await sql`SELECT release_tracker(${trackerId}, ${now})`.execute(db);
}

export async function insertFitting(
  db: Kysely<Db>,
  fitting: { accountId: AccountId; unitId: number; trackerId: number; from: Date },
): Promise<void> {
  await db
    .insertInto('fitting')
    .values({
      account_id: fitting.accountId,
      unit_id: fitting.unitId,
      tracker_id: fitting.trackerId,
      during: `[${fitting.from.toISOString()},)`,
    })
    .execute();
}

/** When the tracker came into the unit where it sits now. */
export async function openFitting(
  db: Kysely<Db>,
  accountId: AccountId,
  trackerId: number,
): Promise<{ id: number; from: Date } | undefined> {
  return db
    .selectFrom('fitting')
    .where('account_id', '=', accountId)
    .where('tracker_id', '=', trackerId)
    .where(sql<boolean>`upper_inf(during)`)
    .select(['id', sql<Date>`lower(during)`.as('from')])
    .executeTakeFirst();
}

/** Where a tracker of the account sat last, and until when; undefined where it never sat anywhere. */
export async function lastFitting(
  db: Kysely<Db>,
  accountId: AccountId,
  trackerId: number,
): Promise<{ unitId: number; to: Date } | undefined> {
  return db
    .selectFrom('fitting')
    .where('account_id', '=', accountId)
    .where('tracker_id', '=', trackerId)
    .select(['unit_id as unitId', sql<Date>`upper(during)`.as('to')])
    .orderBy(sql`upper(during)`, 'desc')
    .executeTakeFirst();
}

export async function endFitting(db: Kysely<Db>, accountId: AccountId, id: number, at: Date): Promise<void> {
  await db
    .updateTable('fitting')
    .set({ during: sql<string>`tstzrange(lower(during), ${at})` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}
