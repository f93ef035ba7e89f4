import type { PositionRecord, RawIo } from '@spora/telemetry/record';
import fc from 'fast-check';
import { PLAIN_IO } from '../avl/plain.ts';
import type { DocumentedTalk, ProtocolSample } from '../testing-protocols.ts';
import { latin1 } from '../text-fields.ts';
import { COBAN } from './protocol.ts';
import { MAX_LINE_BYTES } from './stream.ts';

const [TCP] = COBAN.transports;

/** Places on the grid of the wire: a ten-thousandth of a minute. */
const degrees = (most: number) =>
  fc
    .integer({ min: -most * 600_000, max: most * 600_000 })
    .map((raw) => Math.round((Math.abs(raw) * 50) / 3) * Math.sign(raw) + 0);
const bit = (id: number) =>
  fc.option(
    fc.integer({ min: 0, max: 1 }).map((value): RawIo => ({ id, width: 1, value })),
    { nil: undefined },
  );
const BUTTON: readonly RawIo[] = [
  { id: PLAIN_IO.alarmButton, width: 1, value: 1 },
  { id: PLAIN_IO.cause, width: 1, value: 1 },
];

const records: fc.Arbitrary<PositionRecord[]> = fc
  .record({
    timeMs: fc.integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2099, 11, 31) / 1000 }).map((s) => s * 1000),
    latE7: degrees(90),
    lonE7: degrees(180),
    altitudeM: fc.integer({ min: -500, max: 12_000 }),
    headingDeg: fc.integer({ min: 0, max: 359 }),
    satellites: fc.constantFrom(0, 4),
    speedKmh: fc.integer({ min: 0, max: 1800 }),
    isPressed: fc.boolean(),
    bits: fc.tuple(bit(PLAIN_IO.ignition), bit(PLAIN_IO.input1)),
  })
  .map(({ isPressed, bits, ...record }) => [
    {
      ...record,
      priority: isPressed ? 2 : 0,
      eventId: isPressed ? PLAIN_IO.alarmButton : 0,
      io: [...(isPressed ? BUTTON : []), ...bits.filter((element) => element !== undefined)],
    },
  ]);

export const SAMPLES: readonly ProtocolSample[] = [
  {
    transport: TCP,
    detectsTruncation: true,
    hasChecksum: false,
    maxRecords: 1,
    maxBytes: MAX_LINE_BYTES + 1,
    anyRecords: records,
    oversize: () => latin1(`imei:${'0'.repeat(MAX_LINE_BYTES)}`),
    wrong: latin1('?'),
    promising: latin1('imei:356307042441013,tracker,'),
  },
];

/** Source: the login of the GPRS data protocol of GPS102, 103 and 104; a capture in the tests of the open-source server Traccar (Gps103ProtocolDecoderTest), with the position that it reads. */
export const TALKS: readonly DocumentedTalk[] = [
  {
    name: 'a login, a heartbeat and a position',
    sender: '359710045559474',
    says: [
      { bytes: latin1('##,imei:359710045559474,A;'), answer: latin1('LOAD') },
      { bytes: latin1('359710045559474;'), answer: latin1('ON') },
      {
        bytes: latin1('imei:359710045559474,tracker,151030080103,,F,000101.000,A,5443.3834,N,02512.9071,E,0.00,0;'),
        answer: latin1('ON'),
      },
    ],
    place: { timeMs: Date.UTC(2015, 9, 30, 0, 1, 1), latE7: 547_230_567, lonE7: 252_151_183 },
  },
];
