import type { PositionRecord, RawIo } from '@spora/telemetry/record';
import fc from 'fast-check';
import { PLAIN_IO } from '../avl/plain.ts';
import type { DocumentedTalk, ProtocolSample } from '../testing-protocols.ts';
import type { Dialect } from './encode.ts';
import { H02 } from './protocol.ts';
import { latin1 } from '../text-fields.ts';
import { MAX_TEXT_BYTES } from './stream.ts';

const [TCP] = H02.transports;

/** Places on the grid of the wire: a ten-thousandth of a minute. */
const degrees = (most: number) =>
  fc
    .integer({ min: -most * 600_000, max: most * 600_000 })
    .map((raw) => Math.round((Math.abs(raw) * 50) / 3) * Math.sign(raw) + 0);
const bit = (id: number) => fc.integer({ min: 0, max: 1 }).map((value): RawIo => ({ id, width: 1, value }));

const records = (dialect: Dialect): fc.Arbitrary<PositionRecord[]> =>
  fc
    .record({
      timeMs: fc.integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2099, 11, 31) / 1000 }).map((s) => s * 1000),
      latE7: degrees(90),
      lonE7: degrees(180),
      altitudeM: fc.constant(0),
      headingDeg: fc.integer({ min: 0, max: 359 }),
      satellites: fc.constantFrom(0, 4),
      speedKmh:
        dialect === 'binary'
          ? fc.integer({ min: 0, max: 999 }).map((knots) => Math.round(knots * 1.852))
          : fc.integer({ min: 0, max: 1800 }),
      priority: fc.constant(0),
      eventId: fc.constant(0),
      io: fc.tuple(
        bit(PLAIN_IO.ignition),
        fc.constant<RawIo>({ id: PLAIN_IO.alarmButton, width: 1, value: 0 }),
        bit(PLAIN_IO.unplugged),
      ),
    })
    .map((one) => [one]);

const stream = (dialect: Dialect): ProtocolSample => ({
  transport: TCP,
  dialect,
  sender: '000009170123456',
  detectsTruncation: true,
  hasChecksum: false,
  maxRecords: 1,
  maxBytes: MAX_TEXT_BYTES + 1,
  anyRecords: records(dialect),
  oversize: () => latin1(`*HQ,${'0'.repeat(MAX_TEXT_BYTES)}`),
  // What follows a binary position may be its thirteen bytes of the cell, whatever they hold.
  wrong: new Uint8Array(dialect === 'binary' ? 14 : 1),
  promising: latin1('*HQ,9170123456,V1,'),
});

export const SAMPLES: readonly ProtocolSample[] = [stream('text'), stream('binary')];

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

/** Source: captures in the tests of the open-source server Traccar (H02ProtocolDecoderTest), with the positions that it reads. */
export const TALKS: readonly DocumentedTalk[] = [
  {
    name: 'a heartbeat and a text',
    sender: '000004210051415',
    says: [
      { bytes: latin1('*HQ,4210051415,HTBT,97#'), answer: latin1('*HQ,4210051415,HTBT#') },
      {
        bytes: latin1('*HQ,4210051415,V1,164549,A,0956.3869,N,08406.7068,W,000.00,000,221215,FFFFFBFF,712,01,0,0,6#'),
        answer: latin1('*HQ,4210051415,V4,V1,20151222164549#'),
      },
    ],
    place: { timeMs: Date.UTC(2015, 11, 22, 16, 45, 49), latE7: 99_397_817, lonE7: -841_117_800 },
  },
];

/** The same of a binary position, which is not answered. */
export const BINARY_CAPTURE = hex('24410600082621532131081504419390060740418306000000fffffbfdff0015060000002c02dc0c000000001f');
