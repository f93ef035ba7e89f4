import { recordsOf } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import { encodeOsmandQuery, encodeTraccarClientBody, MAX_REQUEST_BYTES, parseOsmandRequest } from './osmand.ts';
import { crc16 } from './teltonika/crc.ts';
import { decodeDatagram, encodeDatagram } from './teltonika/datagram.ts';
import { encodeFrame, encodeHello } from './teltonika/encode.ts';
import { createStreamDecoder, DEFAULT_STREAM_LIMITS } from './teltonika/stream.ts';
import type { AvlCodec } from './teltonika/avl.ts';

/** One sender's connection, or whatever takes its place. Throws ProtocolError and nothing else. */
export interface ProtocolSession {
  push(bytes: Uint8Array): PositionRecord[];
  readonly bufferedBytes: number;
}

/** A protocol as the contract suite and the fuzzer see it. */
export interface ProtocolUnderTest {
  readonly name: string;
  /** `stream`: the transport may cut anywhere. `message`: it delivers each message whole or not at all. */
  readonly framing: 'stream' | 'message';
  /** A message says its own length or ends unmistakably, so that a part of it is never taken for it. */
  readonly detectsTruncation: boolean;
  /** Any one changed bit is noticed. */
  readonly hasChecksum: boolean;
  readonly codec?: AvlCodec;
  /** Records a message can hold; records are sent by `encode` in messages of at most so many. */
  readonly maxRecords: number;
  readonly maxBytes: number;
  readonly encode: (records: readonly PositionRecord[]) => Uint8Array;
  readonly open: () => ProtocolSession;
  /** A message that is longer than is allowed, or the beginning of it. */
  readonly oversize: () => Uint8Array;
  /** Makes a changed message pass the checksum, so that what lies behind it is tried too. */
  readonly repair: (message: Uint8Array) => Uint8Array;
}

const IMEI = '356307042441013';
const text = (value: string) => new TextEncoder().encode(value);
const asIs = (message: Uint8Array) => message;

function stream(codec: AvlCodec): ProtocolUnderTest {
  return {
    name: `Teltonika TCP, codec ${codec}`,
    framing: 'stream',
    detectsTruncation: true,
    hasChecksum: true,
    codec,
    maxRecords: 255,
    maxBytes: DEFAULT_STREAM_LIMITS.maxFrameBytes,
    encode: (records) => encodeFrame(records, codec),
    open() {
      const decoder = createStreamDecoder();
      decoder.push(encodeHello(IMEI));
      return {
        push: (bytes) => decoder.push(bytes).flatMap((event) => (event.kind === 'positions' ? recordsOf(event.columns) : [])),
        get bufferedBytes() {
          return decoder.bufferedBytes;
        },
      };
    },
    oversize() {
      const head = new Uint8Array(8);
      new DataView(head.buffer).setUint32(4, DEFAULT_STREAM_LIMITS.maxFrameBytes + 1);
      return head;
    },
    repair(message) {
      if (message.length < 13) return message;
      const repaired = message.slice();
      const view = new DataView(repaired.buffer);
      view.setUint32(0, 0);
      view.setUint32(4, repaired.length - 12);
      view.setUint32(repaired.length - 4, crc16(repaired, 8, repaired.length - 4));
      return repaired;
    },
  };
}

/** A session of a protocol whose messages stand alone. */
const perMessage = (decode: (message: Uint8Array) => readonly PositionRecord[]) => () => ({
  push: (message: Uint8Array) => [...decode(message)],
  bufferedBytes: 0,
});

const datagram: ProtocolUnderTest = {
  name: 'Teltonika UDP',
  framing: 'message',
  detectsTruncation: true,
  hasChecksum: false,
  codec: '8E',
  maxRecords: 60,
  maxBytes: 0xffff + 2,
  encode: (records) => encodeDatagram({ packetId: 0xcafe, avlPacketId: 5, imei: IMEI, records, codec: '8E' }),
  open: perMessage((message) => recordsOf(decodeDatagram(message).columns)),
  oversize: () => new Uint8Array(0x1_0002),
  repair(message) {
    if (message.length < 26) return message;
    const repaired = message.slice();
    new DataView(repaired.buffer).setUint16(0, repaired.length - 2);
    repaired.set(encodeDatagram({ packetId: 1, avlPacketId: 5, imei: IMEI, records: [NOWHERE], codec: '8' }).subarray(4, 23), 4);
    return repaired;
  },
};

const NOWHERE: PositionRecord = {
  timeMs: 0,
  latE7: 0,
  lonE7: 0,
  altitudeM: 0,
  headingDeg: 0,
  satellites: 0,
  speedKmh: 0,
  priority: 0,
  eventId: 0,
  io: [],
};

const phone = {
  framing: 'message',
  // The length is HTTP's matter: a query cut short may well be another query.
  detectsTruncation: false,
  hasChecksum: false,
  maxRecords: 1,
  maxBytes: MAX_REQUEST_BYTES,
  repair: asIs,
} as const;

const osmandQuery: ProtocolUnderTest = {
  ...phone,
  name: 'OsmAnd, query',
  encode: ([record]) => text(encodeOsmandQuery(record!, 'a1b2c3')),
  open: perMessage((message) => parseOsmandRequest({ query: new TextDecoder().decode(message) }).records),
  oversize: () => text(`id=a&lat=${'0'.repeat(MAX_REQUEST_BYTES)}`),
};

const traccarClient: ProtocolUnderTest = {
  ...phone,
  name: 'Traccar Client, JSON',
  encode: ([record]) => text(encodeTraccarClientBody(record!, 'a1b2c3')),
  open: perMessage((message) => parseOsmandRequest({ body: message, contentType: 'application/json' }).records),
  oversize: () => text(`{"x":"${'0'.repeat(MAX_REQUEST_BYTES)}"}`),
};

/** Every protocol of the product: a new one is added here and in a test of its own that calls the suite. */
export const PROTOCOLS = {
  codec8: stream('8'),
  codec8Extended: stream('8E'),
  codec16: stream('16'),
  datagram,
  osmandQuery,
  traccarClient,
} as const satisfies Record<string, ProtocolUnderTest>;
