import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { instant, language } from '../fields.ts';

/** Where receivers of alarms stop them: who signs in with their password, anybody else by the token behind `#`, which reaches no log. */
export const RECEIVER_PAGE = '/user/alerts';

/** ALARM-039: in the body; an address with it would end up in logs. */
const token = z.string().max(100, msg('ReceiverLinkUnknown'));

const receiverByLink = z.object({
  /** The account that sends the alarms. */
  account: z.string(),
  /** In which alarms are written. */
  language,
  /** By which ways alarms would come. */
  ways: z.array(z.enum(['email', 'sms'])),
  /** Since when none come; null: they come. */
  stopped_at: instant.nullable(),
});
export type ReceiverByLink = z.output<typeof receiverByLink>;

export const lookAtReceiverLink = defineEndpoint({
  id: 'alarms.look-at-link',
  kind: 'json',
  access: 'public',
  summary: 'Whose alarms the link of a message to a receiver without a sign-in stops, and whether they are stopped',
  body: z.object({ token }),
  data: receiverByLink,
  errors: ['ReceiverLinkUnknown'],
});

export const stopByReceiverLink = defineEndpoint({
  id: 'alarms.stop-by-link',
  kind: 'json',
  access: 'public',
  summary: 'Stop the alarms to the receiver that the link is about, or begin again',
  body: z.object({ token, stops: z.boolean(msg('InvalidInput')) }),
  data: receiverByLink,
  errors: ['ReceiverLinkUnknown'],
});

/** RFC 8058: what a mail program posts, by itself, for whoever presses "unsubscribe" in it. The address is in the head of the mail. */
export const stopByMailProgram = defineEndpoint({
  id: 'alarms.stop-by-mail-program',
  kind: 'json',
  access: 'public',
  summary: 'Stop the alarms to a receiver by the one-click address in the head of a mail; the body is List-Unsubscribe=One-Click',
  params: z.object({ token }),
  upload: {
    types: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    maxBytes: 4096,
    tooLarge: 'BodyTooLarge',
    wrongType: 'UnsupportedMediaType',
  },
  data: z.object({}),
  errors: ['ReceiverLinkUnknown', 'InvalidInput', 'BodyTooLarge', 'UnsupportedMediaType'],
});
