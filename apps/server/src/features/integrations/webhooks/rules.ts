import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { WEBHOOK_EVENTS } from '@spora/contract/integrations';
import { defineJob } from '../../../platform/jobs.ts';

const payload = z.object({ delivery_id: z.number().int() });

/** Ten attempts with growing pauses are spread over about ten hours. */
export const deliverWebhook = defineJob({ name: 'webhooks.deliver', payload, retry: { attempts: 10 } });
/** A test call is made once: the person waits for it. */
export const tryWebhook = defineJob({ name: 'webhooks.try', payload, retry: { attempts: 1 } });

/** What the interface's role noticed and may not tell itself: it cannot read what an event says of a unit. */
export const tellLater = defineJob({
  name: 'webhooks.tell',
  payload: z.object({ event: z.enum(WEBHOOK_EVENTS), ids: z.array(z.number().int()) }),
  retry: { attempts: 10 },
});

/** Nothing has got through for so long: calls stop until an administrator lets them go on. */
export const FAILING_MS = 86_400_000;

/** Standard Webhooks: a secret is its prefix and 32 random bytes in base64. */
export const SECRET_PREFIX = 'whsec_';

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
