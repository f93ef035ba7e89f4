import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { AccountId } from '../account-id.ts';
import type { Db } from '../database/db.generated.ts';
import { addJob, defineJob } from '../jobs/jobs.ts';
import { countMessages } from '../outbox/outbox.ts';
import { creditsPassed } from './credits.ts';
import { smsSize } from './message-size.ts';
import { e164 } from './phone-number.ts';

declare module '../events/events.ts' {
  interface DomainEvents {
    /** ALARM-038: the credits of an account came down to a mark; `left` is the mark, 10 or 0. */
    'sms-credits-low': { readonly accountId: AccountId; readonly left: number };
    /** The provider says that a number takes no messages: another to it is of no use. */
    'sms-number-died': { readonly accountId: AccountId; readonly smsId: number; readonly number: string };
  }
}

export const sendSms = defineJob({
  name: 'sms.send',
  payload: z.object({ sms_id: z.number().int() }),
  retry: { attempts: 10 },
});

/** Tells of low credits by itself: who orders may be a listener, which announces nothing. */
export const tellSmsCredits = defineJob({
  name: 'sms.tell-credits',
  payload: z.object({ account_id: z.number().int(), left: z.number().int() }),
  retry: { attempts: 5 },
});

/** More is no message but a letter. */
export const SMS_PARTS_MAX = 6;

export interface SmsOrder {
  readonly accountId: AccountId;
  /** Whose number it is, where it is a member's. */
  readonly memberId?: number | null;
  readonly dialCode: string;
  /** Within the country, as people write it. */
  readonly phone: string;
  /** In the receiver's language. */
  readonly text: string;
  readonly at: Date;
  /** Not worth sending later than this. */
  readonly expiresAt?: Date;
  /** A second order of the account with the same key is the first. */
  readonly dedupKey?: string;
}

/**
 * Orders a text message inside the caller's transaction and takes its credits, one for each part: it leaves, and they are gone, if and
 * only if that commits. Any role may. Answers its id in the delivery log, whose `state` says at once whether it waits (`queued`) or
 * why not (`no-credits`, `day-limit`, `dead`: no telephone number); null when it was ordered before. Orders of one account wait for
 * each other until the transaction ends: who orders for several accounts in one transaction does so by their numbers, rising. Throws
 * for an empty text and for one of more than SMS_PARTS_MAX parts.
 */
export async function orderSms(db: Kysely<Db>, order: SmsOrder): Promise<number | null> {
  const { accountId, memberId = null, text, at, expiresAt = null, dedupKey = null } = order;
  const { parts } = smsSize(text);
  if (text === '' || parts > SMS_PARTS_MAX) throw new Error(`a text message of ${text === '' ? 0 : parts} parts`);
  const number = e164(order.dialCode, order.phone);
  const recipient = number ?? `${order.dialCode} ${order.phone}`.slice(0, 40);
  const { rows } = await sql<{ sms_id: number; outcome: string; credits_before: number; credits_left: number }>`
    SELECT * FROM order_sms(${accountId}, ${memberId}, ${recipient}, ${number !== null}, ${text}, ${parts}, ${dedupKey}, ${at}, ${expiresAt})`.execute(
    db,
  );
  const ordered = rows[0];
  if (!ordered) return null;
  if (ordered.outcome !== 'queued') {
    countMessages('sms', ordered.outcome);
    return ordered.sms_id;
  }
  await addJob(db, sendSms, { sms_id: ordered.sms_id }, { key: String(ordered.sms_id) });
  const passed = creditsPassed(ordered.credits_before, ordered.credits_left);
  if (passed !== null) await addJob(db, tellSmsCredits, { account_id: accountId, left: passed }, { key: String(accountId) });
  return ordered.sms_id;
}
