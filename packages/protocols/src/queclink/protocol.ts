import { PLAIN_MEANINGS } from '../avl/plain.ts';
import type { Family, Protocol, Reply } from '../protocol.ts';
import { createLineReader } from '../reply-lines.ts';
import { encodeBeat, encodePosition } from './encode.ts';
import { createStreamDecoder } from './stream.ts';

function replyOf(line: string): Reply | undefined {
  if (line.startsWith('+SACK:GTHBD,')) return { kind: 'hello', isAccepted: true };
  return line.startsWith('+SACK:') ? { kind: 'acknowledged', count: null } : undefined;
}

const FAMILIES = [{ name: 'GL-GV', meanings: PLAIN_MEANINGS }] as const satisfies readonly Family[];

/** Queclink's GL and GV trackers, in the ASCII form of their protocol. Source: "@Track Air Interface Protocol" of GV200, GV300 and GL300. */
export const QUECLINK = {
  name: 'queclink',
  title: 'Trackers (Queclink, TCP)',
  port: { setting: 'QUECLINK_PORT', fallback: 5004, text: 'Queclink GL and GV trackers, TCP.' },
  knownBy: 'imei',
  transports: [
    {
      kind: 'tcp',
      open: createStreamDecoder,
      device: {
        dialects: ['ascii'],
        maxRecords: 1,
        encodeHello: (name) => encodeBeat(name),
        encodePositions: ({ name, records: [record] }) => encodePosition(name, record!),
        openReplies: () => createLineReader('$', replyOf),
      },
    },
  ],
  families: FAMILIES,
} as const satisfies Protocol;
