import { PLAIN_IO, PLAIN_MEANINGS } from '../avl/plain.ts';
import type { IoMeaning } from '../avl/meaning.ts';
import type { Family, FamilySetup, Protocol, Reply, ReplyReader } from '../protocol.ts';
import { ALARM_WORDS } from './alarms.ts';
import { encodeLogin, encodePosition } from './encode.ts';
import { createStreamDecoder } from './stream.ts';

const REPLIES: readonly { readonly shape: RegExp; readonly reply: Reply }[] = [
  { shape: /^LOAD/, reply: { kind: 'hello', isAccepted: true } },
  { shape: /^ON/, reply: { kind: 'acknowledged', count: null } },
  { shape: /^\*\*,imei:\d{15},E;/, reply: { kind: 'acknowledged', count: null } },
];
const LONGEST_REPLY = 26;

/** What a server says has no ends of its own but the answer to the button. */
function createReplyReader(): ReplyReader {
  let rest = '';
  return {
    push(chunk) {
      rest += new TextDecoder('latin1').decode(chunk);
      const replies: Reply[] = [];
      for (;;) {
        const found = REPLIES.find(({ shape }) => shape.test(rest));
        if (found === undefined) break;
        rest = rest.replace(found.shape, '');
        replies.push(found.reply);
      }
      if (rest.length > LONGEST_REPLY) {
        rest = '';
        replies.push({ kind: 'unreadable' });
      }
      return replies;
    },
  };
}

/** With the password that it leaves the works with; a position every minute, without end. */
const SETUP: FamilySetup = {
  models: 'Coban TK102, TK103, TK303, TK311, GPS-102, GPS-103, GPS-303, GPS-311',
  spokenByOthers: 'TK103',
  number: 'imei',
  isConfirmed: false,
  source: "user's manual of the GPS-103: apn, adminip, gprs and fix",
  sms: ({ host, port, apn }) => [`apn123456 ${apn}`, `adminip123456 ${host} ${port}`, 'gprs123456', 'fix060s***n123456'],
};

const OWN: readonly IoMeaning[] = [
  { id: PLAIN_IO.cause, name: 'Alarm', form: 'word', words: ALARM_WORDS },
  { id: PLAIN_IO.input1, name: 'Door', form: 'boolean', as: 'input1' },
];
const MEANINGS = [...PLAIN_MEANINGS.filter(({ id }) => OWN.every((own) => own.id !== id)), ...OWN];

const FAMILIES = [{ name: 'TK103', meanings: MEANINGS, setup: SETUP }] as const satisfies readonly Family[];

/** Coban's trackers and those that speak as they do. Source: GPRS data protocol of GPS102, 103 and 104; captures. */
export const COBAN = {
  name: 'coban',
  title: 'Trackers (Coban TK103, TCP)',
  port: { setting: 'COBAN_PORT', fallback: 5001, text: 'Coban TK103 and GPS-103 trackers, TCP.' },
  knownBy: 'imei',
  transports: [
    {
      kind: 'tcp',
      open: createStreamDecoder,
      device: {
        dialects: ['text'],
        maxRecords: 1,
        encodeHello: encodeLogin,
        encodePositions: ({ name, records: [record] }) => encodePosition(name, record!),
        openReplies: createReplyReader,
      },
    },
  ],
  families: FAMILIES,
} as const satisfies Protocol;
