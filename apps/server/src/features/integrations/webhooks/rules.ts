import { DAY_MS } from '@spora/calendar/durations';
import { createHmac } from 'node:crypto';

/** Nothing has got through for so long: calls stop until an administrator lets them go on. */
export const FAILING_MS = DAY_MS;

/** Standard Webhooks: a secret is its prefix and 32 random bytes in base64. */
export const SECRET_PREFIX = 'whsec_';

/** Whose a webhook's secret is, so that it opens for no other account. */
export const ownerOfSecret = (accountId: number): string => `webhook/${accountId}`;

export interface SignedMessage {
  readonly id: string;
  readonly timestampS: number;
  readonly body: string;
}

/**
 * The `webhook-signature` of a call, as the Standard Webhooks specification 1.0 has it (standardwebhooks.com): HMAC-SHA256 over
 * `id.timestamp.body`, keyed with the secret's bytes.
 */
export function signatureOf(secret: string, { id, timestampS, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestampS}.${body}`).digest('base64')}`;
}

/** Whether so long a failure ends in a pause. */
export const hasFailedTooLong = (failingSince: Date, now: Date): boolean => now.getTime() - failingSince.getTime() >= FAILING_MS;
