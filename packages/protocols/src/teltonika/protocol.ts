import type { AvlCodec } from './avl.ts';
import type { Protocol } from '../protocol.ts';
import { decodeDatagram, encodeDatagram, readDatagramAck } from './datagram.ts';
import { encodeFrame, encodeHello } from './encode.ts';
import { FAMILIES } from './families.ts';
import { encodeCommand } from './messages.ts';
import { answerCommand } from './obeying.ts';
import { createReplyReader } from './replies.ts';
import { createStreamDecoder } from './stream.ts';

/** The richest first: 8 Extended has room for every id and for elements of any length. */
const DIALECTS = ['8E', '8', '16'] as const satisfies readonly AvlCodec[];
const codecOf = (dialect: string | undefined): AvlCodec => DIALECTS.find((codec) => codec === dialect) ?? DIALECTS[0];

/** Teltonika's trackers. Source: vendor wiki, "Teltonika Data Sending Protocols". */
export const TELTONIKA = {
  name: 'teltonika',
  title: 'Trackers (Teltonika, TCP and UDP)',
  port: {
    setting: 'TELTONIKA_PORT',
    fallback: 5027,
    text: 'Teltonika trackers, TCP and UDP.',
    tlsSetting: 'TELTONIKA_TLS_PORT',
  },
  knownBy: 'imei',
  transports: [
    {
      kind: 'tcp',
      open: createStreamDecoder,
      encodeCommand,
      device: {
        dialects: DIALECTS,
        encodeHello,
        encodePositions: ({ records, dialect }) => encodeFrame(records, codecOf(dialect)),
        openReplies: createReplyReader,
        obey: answerCommand,
      },
    },
    {
      kind: 'udp',
      decode: decodeDatagram,
      device: {
        dialects: DIALECTS,
        encodePositions: ({ name, records, sequence, dialect }) =>
          encodeDatagram({
            packetId: sequence & 0xffff,
            avlPacketId: sequence & 0xff,
            imei: name,
            records,
            codec: codecOf(dialect),
          }),
        readReply: (bytes, sequence) => readDatagramAck(bytes, sequence & 0xff),
      },
    },
  ],
  families: FAMILIES,
} as const satisfies Protocol;
