import type { PositionRecord, RawIo } from '@spora/telemetry/record';
import fc from 'fast-check';
import { PLAIN_IO } from '../avl/plain.ts';
import type { DocumentedTalk, ProtocolSample } from '../testing-protocols.ts';
import type { Dialect } from './encode.ts';
import { crcOf, MAX_FRAME_BYTES, MAX_LENGTH } from './frame.ts';
import { RUPTELA } from './protocol.ts';

const [TCP] = RUPTELA.transports;
const MOST_RECORDS = 6;

const element = (width: 1 | 2 | 4, ids: readonly number[]): fc.Arbitrary<RawIo> =>
  fc.record({
    id: fc.constantFrom(...ids),
    width: fc.constant(width),
    value: fc.integer({ min: 0, max: 256 ** width - 1 }),
  });
const key: fc.Arbitrary<RawIo> = fc.record({
  id: fc.constant(34),
  width: fc.constant(8 as const),
  value: fc.bigInt(0n, 0xffff_ffff_ffff_fffen),
});

const records = (dialect: Dialect): fc.Arbitrary<PositionRecord[]> => {
  const wide = dialect === '68' ? [409, 410] : [];
  return fc.array(
    fc
      .record({
        timeMs: fc.integer({ min: 0, max: 0xffff_ffff }).map((seconds) => seconds * 1000),
        latE7: fc.integer({ min: -90e7, max: 90e7 }),
        lonE7: fc.integer({ min: -180e7, max: 180e7 }),
        altitudeM: fc.integer({ min: -3276, max: 3276 }),
        headingDeg: fc.integer({ min: 0, max: 359 }),
        satellites: fc.integer({ min: 0, max: 254 }),
        speedKmh: fc.integer({ min: 0, max: 65_534 }),
        priority: fc.integer({ min: 0, max: 1 }),
        eventId: fc.constantFrom(0, PLAIN_IO.ignition, 7, 8, 9, ...wide),
        hdop: fc.array(
          fc.integer({ min: 1, max: 254 }).map((value): RawIo => ({ id: PLAIN_IO.hdop, width: 1, value })),
          { maxLength: 1 },
        ),
        ones: fc.array(element(1, [PLAIN_IO.ignition, 27, 28, 173, ...wide]), { maxLength: 4 }),
        twos: fc.array(element(2, [22, 29, 30]), { maxLength: 3 }),
        fours: fc.array(element(4, [65, 114, 150]), { maxLength: 3 }),
        eights: fc.array(key, { maxLength: 1 }),
      })
      .map(({ hdop, ones, twos, fours, eights, ...record }) => ({
        ...record,
        io: [...hdop, ...ones, ...twos, ...fours, ...eights],
      })),
    { maxLength: MOST_RECORDS },
  );
};

const stream = (dialect: Dialect): ProtocolSample => ({
  transport: TCP,
  dialect,
  detectsTruncation: true,
  hasChecksum: true,
  maxRecords: MOST_RECORDS,
  maxBytes: MAX_FRAME_BYTES,
  anyRecords: records(dialect),
  oversize: () => Uint8Array.of((MAX_LENGTH + 1) >> 8, (MAX_LENGTH + 1) & 0xff),
  wrong: Uint8Array.of(0xff, 0xff),
  promising: Uint8Array.of(MAX_LENGTH >> 8, MAX_LENGTH & 0xff),
  repair(message) {
    if (message.length < 13) return message;
    const repaired = message.slice();
    const view = new DataView(repaired.buffer);
    view.setUint16(0, repaired.length - 4);
    view.setUint16(repaired.length - 2, crcOf(repaired, 2, repaired.length - 2));
    return repaired;
  },
});

export const SAMPLES: readonly ProtocolSample[] = [stream('68'), stream('1')];

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

/** Source: a capture in the tests of the open-source server Traccar (RuptelaProtocolDecoderTest), the answers as the vendor's document has them (3.2.1, 3.2.15). */
export const TALKS: readonly DocumentedTalk[] = [
  {
    name: 'records',
    sender: '863591024076709',
    says: [
      {
        bytes: hex(
          '00560003116e7438a7a50100015565cbb9000020fd21300f113f4600005f000600090d090805011b13cf00020003001c012029ad00041d31dd1e0ebd160000c50000047200000000d0000000004100016a2a960000a5a300c9ee',
        ),
        answer: hex('0002640113bc'),
      },
    ],
    place: { timeMs: Date.UTC(2015, 4, 27, 13, 50, 49), latE7: 252_788_550, lonE7: 553_460_016 },
  },
];
