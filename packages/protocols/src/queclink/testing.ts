import type { PositionRecord, RawIo } from '@spora/telemetry/record';
import fc from 'fast-check';
import { PLAIN_IO } from '../avl/plain.ts';
import type { DocumentedTalk, ProtocolSample } from '../testing-protocols.ts';
import { QUECLINK } from './protocol.ts';
import { latin1 } from '../text-fields.ts';
import { MAX_LINE_BYTES } from './stream.ts';

const [TCP] = QUECLINK.transports;

/** Places on the grid of the wire: six decimals. */
const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((raw) => raw * 10 + 0);
const bit = (id: number) => fc.integer({ min: 0, max: 1 }).map((value): RawIo => ({ id, width: 1, value }));
const optional = (arbitrary: fc.Arbitrary<RawIo>) => fc.option(arbitrary, { nil: undefined });

const records: fc.Arbitrary<PositionRecord[]> = fc
  .record({
    timeMs: fc.integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2099, 11, 31) / 1000 }).map((s) => s * 1000),
    latE7: degrees(90),
    lonE7: degrees(180),
    altitudeM: fc.integer({ min: -500, max: 12_000 }),
    headingDeg: fc.integer({ min: 0, max: 359 }),
    satellites: fc.constantFrom(0, 4),
    speedKmh: fc.integer({ min: 0, max: 999 }),
    priority: fc.constant(0),
    eventId: fc.constant(0),
    hdop: fc.integer({ min: 1, max: 500 }).map((value): RawIo => ({ id: PLAIN_IO.hdop, width: 2, value })),
    rest: fc
      .tuple(
        optional(
          fc.integer({ min: 1, max: 9_999_999 }).map((km): RawIo => ({ id: PLAIN_IO.odometer, width: 4, value: km * 100 })),
        ),
        optional(fc.integer({ min: 0, max: 100 }).map((value): RawIo => ({ id: PLAIN_IO.batteryLevel, width: 1, value }))),
        optional(bit(PLAIN_IO.ignition)),
        bit(PLAIN_IO.movement),
      )
      .map((elements) => elements.filter((element) => element !== undefined)),
  })
  .map(({ hdop, rest, ...record }) => [{ ...record, io: record.satellites === 0 ? rest : [hdop, ...rest] }]);

export const SAMPLES: readonly ProtocolSample[] = [
  {
    transport: TCP,
    detectsTruncation: true,
    hasChecksum: false,
    maxRecords: 1,
    maxBytes: MAX_LINE_BYTES + 1,
    anyRecords: records,
    oversize: () => latin1(`+RESP:GTFRI,${'0'.repeat(MAX_LINE_BYTES)}`),
    wrong: latin1('?'),
    promising: latin1('+RESP:GTFRI,040100,356307042441013,'),
  },
];

/** Source: the heartbeat of "GV200 @Track Air Interface Protocol", 3.4 (its number replaced by that of the capture); a capture in the tests of the open-source server Traccar (Gl200TextProtocolDecoderTest). */
export const TALKS: readonly DocumentedTalk[] = [
  {
    name: 'a heartbeat and a report',
    sender: '866314060109269',
    says: [
      {
        bytes: latin1('+ACK:GTHBD,040100,866314060109269,,20100214093254,11F0$'),
        answer: latin1('+SACK:GTHBD,040100,11F0$'),
      },
      {
        bytes: latin1(
          '+RESP:GTFRI,8020040200,866314060109269,,,10,1,1,0.0,0,9.0,-71.596601,-33.524595,20230722145338,0730,0001,772A,052B253E,00,0.0,,,,,100,210100,,,,20230722145341,0F4C$',
        ),
        answer: latin1('+SACK:0F4C$'),
      },
    ],
    place: { timeMs: Date.UTC(2023, 6, 22, 14, 53, 38), latE7: -335_245_950, lonE7: -715_966_010 },
  },
];
