import { PLAIN_MEANINGS } from '../avl/plain.ts';
import type { Family, FamilySetup, Protocol, Reply } from '../protocol.ts';
import { createLineReader } from '../reply-lines.ts';
import { encodeBeat, encodePosition } from './encode.ts';
import { createStreamDecoder } from './stream.ts';

function replyOf(line: string): Reply | undefined {
  if (line.startsWith('+SACK:GTHBD,')) return { kind: 'hello', isAccepted: true };
  return line.startsWith('+SACK:') ? { kind: 'acknowledged', count: null } : undefined;
}

/**
 * Over a lasting TCP connection, kept while there is none, with a heartbeat every five minutes and each line confirmed.
 * The password is the model in small letters, as it leaves the works.
 */
const SETUP: FamilySetup = {
  models: 'Queclink GV50, GV55, GV65, GV75, GV200, GV300, GV500, GL200, GL300, GL500',
  number: 'imei',
  isConfirmed: false,
  source: '@Track documents of GL300 and GV200: AT+GTBSI, AT+GTSRI',
  sms: ({ host, port, apn }) => [`AT+GTBSI=gv300,${apn},,,,,,,0001$`, `AT+GTSRI=gv300,3,,1,${host},${port},,,,5,1,0,,,,0002$`],
};

const FAMILIES = [{ name: 'GL-GV', meanings: PLAIN_MEANINGS, setup: SETUP }] as const satisfies readonly Family[];

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
