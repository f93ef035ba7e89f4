import { anyIo, anyRecord } from '@spora/telemetry/testing-records';
import fc from 'fast-check';
import type { ProtocolSample } from '../testing-protocols.ts';
import type { AvlCodec } from './avl.ts';
import { crc16 } from './crc.ts';
import { CRC_BYTES, HEAD_BYTES } from './envelope.ts';
import { TELTONIKA } from './protocol.ts';
import { DEFAULT_STREAM_LIMITS } from './stream.ts';

const [TCP, UDP] = TELTONIKA.transports;
const MAX_DATAGRAM_BYTES = 0xffff + 2;
const NOWHERE = {
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

/** Elements in the order of the wire: by width, variable-length ones last. */
const onTheWire = (maxId: number, hasVariable: boolean) =>
  fc
    .array(anyIo(maxId), { maxLength: 12 })
    .map((io) => [1, 2, 4, 8, 0].flatMap((width) => io.filter((e) => e.width === width && (width !== 0 || hasVariable))));

const recordsFor = (maxId: number, hasVariable: boolean) =>
  fc.array(
    anyRecord(onTheWire(maxId, hasVariable)).map((record) => ({ ...record, eventId: record.eventId & maxId })),
    { minLength: 1, maxLength: 6 },
  );

const stream = (dialect: AvlCodec, maxId: number): ProtocolSample => ({
  transport: TCP,
  dialect,
  detectsTruncation: true,
  hasChecksum: true,
  maxRecords: 255,
  maxBytes: HEAD_BYTES + DEFAULT_STREAM_LIMITS.maxFrameBytes + CRC_BYTES,
  anyRecords: recordsFor(maxId, dialect === '8E'),
  oversize() {
    const head = new Uint8Array(HEAD_BYTES);
    new DataView(head.buffer).setUint32(4, DEFAULT_STREAM_LIMITS.maxFrameBytes + 1);
    return head;
  },
  wrong: Uint8Array.of(0, 0, 0, 0x77),
  promising: Uint8Array.of(0, 0, 0, 0, 0, 0, 0xff, 0xff),
  repair(message) {
    if (message.length < 13) return message;
    const repaired = message.slice();
    const view = new DataView(repaired.buffer);
    view.setUint32(0, 0);
    view.setUint32(4, repaired.length - 12);
    view.setUint32(repaired.length - 4, crc16(repaired, 8, repaired.length - 4));
    return repaired;
  },
});

const datagram: ProtocolSample = {
  transport: UDP,
  dialect: '8E',
  detectsTruncation: true,
  hasChecksum: false,
  maxRecords: 60,
  maxBytes: MAX_DATAGRAM_BYTES,
  anyRecords: recordsFor(0xffff, true),
  oversize: () => new Uint8Array(MAX_DATAGRAM_BYTES + 1),
  repair(message) {
    if (message.length < 26) return message;
    const repaired = message.slice();
    const whole = UDP.device.encodePositions({ name: '356307042441013', records: [NOWHERE], sequence: 5, dialect: '8' });
    new DataView(repaired.buffer).setUint16(0, repaired.length - 2);
    repaired.set(whole.subarray(4, 23), 4);
    return repaired;
  },
};

export const SAMPLES: readonly ProtocolSample[] = [stream('8', 0xff), stream('8E', 0xffff), stream('16', 0xffff), datagram];
