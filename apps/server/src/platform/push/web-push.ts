import webPush from 'web-push';
import type { PublicPost } from '../network/public-network.ts';
import { PushError, type Pusher } from '../ports.ts';
import type { VapidKeys } from './vapid-keys.ts';

export interface WebPushOptions {
  readonly keys: VapidKeys;
  /** Whom a push service writes to about us: `mailto:` or `https:`. */
  readonly subject: string;
  /** Endpoints come from browsers: the way out for addresses that somebody else named. */
  readonly post: PublicPost;
}

/** Web push (RFC 8030): encrypted for the browser alone (RFC 8291), signed by our key (RFC 8292). */
export const createWebPush = ({ keys, subject, post }: WebPushOptions): Pusher => ({
  publicKey: async () => {
    const { id, publicKey } = await keys.current();
    return { id, key: publicKey };
  },
  send: async ({ endpoint, publicKey, authSecret, vapidKey, body, ttlS, urgency, topic }) => {
    const key = await keys.byId(vapidKey);
    // It was made for a key that is no more, and takes messages of no other.
    if (!key) throw new PushError('gone', 'the key of this subscription is not there');
    const subscription = { endpoint, keys: { p256dh: publicKey, auth: authSecret } };
    const request = detailsOf(subscription, body, {
      TTL: ttlS,
      urgency,
      vapidDetails: { subject, publicKey: key.publicKey, privateKey: key.privateKey },
      ...(topic === null ? {} : { topic }),
    });
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    const { status, problem } = await post(endpoint, { headers, body: request.body ?? Buffer.alloc(0) });
    if (problem === 'private-address') throw new PushError('refused', 'the push service has no public address');
    if (problem !== null || status === null)
      throw new PushError('unknown', `the push service did not answer (${problem ?? 'nothing'})`);
    if (status >= 200 && status < 300) return;
    if (status === 404 || status === 410) throw new PushError('gone', `the subscription is no more (${status})`);
    if (status === 429 || status >= 500) throw new PushError('waits', `the push service asks for patience (${status})`);
    // Our signature, by a clock that is wrong for instance: for someone to put right.
    if (status === 401 || status === 403) throw new PushError('waits', `the push service refuses us (${status})`);
    throw new PushError('refused', `the push service refuses the message (${status})`);
  },
});

/** Encrypts; keys that are no point of the curve are the browser's fault, and no other attempt mends them. */
function detailsOf(...args: Parameters<typeof webPush.generateRequestDetails>): webPush.RequestDetails {
  try {
    return webPush.generateRequestDetails(...args);
  } catch (cause) {
    throw new PushError('gone', 'nothing can be encrypted for this subscription', { cause });
  }
}
