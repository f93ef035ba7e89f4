import { type RawBuilder, sql } from 'kysely';

/**
 * In SQL: whether the provider said of the number of a receiver `r` that it takes no text messages, and none has arrived since.
 */
export const IS_NUMBER_DEAD: RawBuilder<boolean> = sql`(r.phone_died_at IS NOT NULL AND NOT EXISTS (SELECT FROM sms s
  WHERE s.account_id = r.account_id AND s.recipient = '+' || r.dial_code || r.phone AND s.queued_at > r.phone_died_at
    AND s.delivery = 'delivered'))`;

/** In SQL: whether a mail server said that there is no such address as that of a receiver `r`, and none has taken a mail to it since. */
export const IS_ADDRESS_REFUSED: RawBuilder<boolean> = sql`(r.email_refused_at IS NOT NULL AND NOT EXISTS (SELECT FROM mail e
  WHERE e.account_id = r.account_id AND lower(e.recipient) = lower(r.email) AND e.state = 'sent' AND e.queued_at > r.email_refused_at))`;
