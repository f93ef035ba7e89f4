import { PLAIN_MEANINGS } from '../avl/plain.ts';
import type { Family, Protocol, Reply } from '../protocol.ts';
import { createLineReader } from '../reply-lines.ts';
import { DIALECTS, type Dialect, encodeBeat, encodePosition } from './encode.ts';
import { createStreamDecoder } from './stream.ts';

const dialectOf = (dialect: string | undefined): Dialect => DIALECTS.find((each) => each === dialect) ?? DIALECTS[0];

function replyOf(line: string): Reply | undefined {
  if (/^\*\w\w,\d+,HTBT#$/.test(line)) return { kind: 'hello', isAccepted: true };
  return /^\*\w\w,\d+,V4,V/.test(line) ? { kind: 'acknowledged', count: null } : undefined;
}

const FAMILIES = [{ name: 'H02', meanings: PLAIN_MEANINGS }] as const satisfies readonly Family[];

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
        dialects: DIALECTS,
        maxRecords: 1,
        encodeHello: encodeBeat,
        encodePositions: ({ name, records: [record], dialect }) => encodePosition(name, record!, dialectOf(dialect)),
        openReplies: () => createLineReader('#', replyOf),
      },
    },
  ],
  families: FAMILIES,
} as const satisfies Protocol;
