import { DAY_MS } from '@spora/calendar/durations';
import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import type { EventOf } from '../../../platform/events/events.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { IS_ADDRESS_REFUSED, IS_NUMBER_DEAD } from '../receivers/out-of-reach.ts';
import { administratorsOf, alertSettings } from './repository.ts';

/** By then an administrator has seen it in the list of receivers. */
const MAIL_LIFE_MS = 7 * DAY_MS;

/** Marks the account's receivers with a number that takes no text messages, and tells the administrators of each once. */
export async function markDeadNumber(
  { accountId, smsId, number }: EventOf<'sms-number-died'>,
  db: Kysely<Db>,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`UPDATE alarm_receiver r SET phone_died_at = ${now}
    WHERE r.account_id = ${accountId} AND r.phone <> '' AND '+' || r.dial_code || r.phone = ${number} AND NOT ${IS_NUMBER_DEAD}
    RETURNING r.name`.execute(db);
  const account = rows.length === 0 ? undefined : await alertSettings(db, accountId);
  if (!account) return;
  for (const { id, email, full_name } of await administratorsOf(db, accountId))
    await orderMail(db, {
      template: 'number-died',
      params: {
        fullName: full_name,
        accountName: account.account_name,
        receiverName: rows.map(({ name }) => name).join(', '),
        number,
      },
      to: email,
      ...mailOf(accountId, account, now),
      dedupKey: `sms-number-died:${smsId}:${id}`,
    });
}

/** Marks the account's receivers with an address that a mail server says is none, and tells the administrators of each once. */
export async function markRefusedAddress(
  { accountId, mailId, address }: EventOf<'mail-address-refused'>,
  db: Kysely<Db>,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`UPDATE alarm_receiver r SET email_refused_at = ${now}
    WHERE r.account_id = ${accountId} AND lower(r.email) = lower(${address}) AND NOT ${IS_ADDRESS_REFUSED}
    RETURNING r.name`.execute(db);
  const account = rows.length === 0 ? undefined : await alertSettings(db, accountId);
  if (!account) return;
  for (const { id, email, full_name } of await administratorsOf(db, accountId)) {
    // What tells of it would be refused, and tell of that.
    if (email.toLowerCase() === address.toLowerCase()) continue;
    await orderMail(db, {
      template: 'address-refused',
      params: {
        fullName: full_name,
        accountName: account.account_name,
        receiverName: rows.map(({ name }) => name).join(', '),
        address,
      },
      to: email,
      ...mailOf(accountId, account, now),
      dedupKey: `mail-address-refused:${mailId}:${id}`,
    });
  }
}

const mailOf = (
  accountId: AccountId,
  { language, subsite_id: subsiteId }: NonNullable<Awaited<ReturnType<typeof alertSettings>>>,
  at: Date,
) => ({ accountId, language, subsiteId, at, expiresAt: new Date(at.getTime() + MAIL_LIFE_MS) });
