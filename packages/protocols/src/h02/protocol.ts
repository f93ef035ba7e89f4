import { PLAIN_MEANINGS } from '../avl/plain.ts';
import type { Family, FamilySetup, Protocol, Reply } from '../protocol.ts';
import { createLineReader } from '../reply-lines.ts';
import { DIALECTS, type Dialect, encodeBeat, encodePosition } from './encode.ts';
import { createStreamDecoder } from './stream.ts';

const dialectOf = (dialect: string | undefined): Dialect => DIALECTS.find((each) => each === dialect) ?? DIALECTS[0];

function replyOf(line: string): Reply | undefined {
  if (/^\*\w\w,\d+,HTBT#$/.test(line)) return { kind: 'hello', isAccepted: true };
  return /^\*\w\w,\d+,V4,V/.test(line) ? { kind: 'acknowledged', count: null } : undefined;
}

/** With the password that it leaves the works with; the time zone is set to UTC, in which the protocol tells times. */
const SETUP: FamilySetup = {
  models: 'Sinotrack ST-901, ST-902, ST-903, ST-905, ST-906',
  spokenByOthers: 'H02',
  number: 'ten-digits',
  isConfirmed: false,
  source: 'command list of the ST-901: 803 access point, 804 server, 896 time zone, 710 data on',
  sms: ({ host, port, apn }) => [`8030000 ${apn}`, `8040000 ${host} ${port}`, '8960000E00', '7100000'],
};

const FAMILIES = [{ name: 'H02', meanings: PLAIN_MEANINGS, setup: SETUP }] as const satisfies readonly Family[];

/** H02 and the ST-90x family that speak as it does. Source: H02 protocol document; captures. */
export const H02 = {
  name: 'h02',
  title: 'Trackers (H02, TCP)',
  port: { setting: 'H02_PORT', fallback: 5013, text: 'H02 and Sinotrack trackers, TCP.' },
  knownBy: 'imei',
  transports: [
    {
      kind: 'tcp',
      open: createStreamDecoder,
      device: {
        // Binary positions have no answer, and a tracker of ours sends again what is not answered.
        dialects: ['text'],
        maxRecords: 1,
        encodeHello: encodeBeat,
        encodePositions: ({ name, records: [record], dialect }) => encodePosition(name, record!, dialectOf(dialect)),
        openReplies: () => createLineReader('#', replyOf),
      },
    },
  ],
  families: FAMILIES,
} as const satisfies Protocol;
