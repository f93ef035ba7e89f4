import { DAY_MS } from '@spora/calendar/durations';
import { type Kysely, sql } from 'kysely';
import type { EventOf } from '../../../platform/events/events.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { IS_NUMBER_DEAD } from '../receivers/dead-number.ts';
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
      language: account.language,
      subsiteId: account.subsite_id,
      accountId,
      at: now,
      expiresAt: new Date(now.getTime() + MAIL_LIFE_MS),
      dedupKey: `sms-number-died:${smsId}:${id}`,
    });
}
