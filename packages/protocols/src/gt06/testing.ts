import type { PositionRecord, RawIo } from '@spora/telemetry/record';
import fc from 'fast-check';
import { PLAIN_IO } from '../avl/plain.ts';
import type { DocumentedTalk, ProtocolSample } from '../testing-protocols.ts';
import { crcItu } from './crc.ts';
import type { Dialect } from './encode.ts';
import { LONG, MAX_FRAME_BYTES, MAX_LENGTH, SHORT } from './frame.ts';
import { GT06 } from './protocol.ts';

const [TCP] = GT06.transports;

/** Places on the grid of the wire: a 1,800,000th of a degree. */
const degrees = (most: number) =>
  fc
    .integer({ min: -most * 1_800_000, max: most * 1_800_000 })
    .map((raw) => Math.round((Math.abs(raw) * 50) / 9) * Math.sign(raw) + 0);

const records = (dialect: Dialect): fc.Arbitrary<PositionRecord[]> => {
  const ignition = fc.integer({ min: 0, max: 1 }).map((value): RawIo => ({ id: PLAIN_IO.ignition, width: 1, value }));
  const odometer = fc.integer({ min: 0, max: 0xffff_ffff }).map((value): RawIo => ({ id: PLAIN_IO.odometer, width: 4, value }));
  const io =
    dialect === '22' ? fc.oneof(fc.tuple(ignition), fc.tuple(ignition, odometer)) : fc.oneof(fc.constant([]), fc.tuple(ignition));
  const record = fc.record({
    timeMs: fc.integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2099, 11, 31) / 1000 }).map((s) => s * 1000),
    latE7: degrees(90),
    lonE7: degrees(180),
    altitudeM: fc.constant(0),
    headingDeg: fc.integer({ min: 0, max: 359 }),
    satellites: fc.integer({ min: 0, max: 15 }),
    speedKmh: fc.integer({ min: 0, max: 255 }),
    priority: fc.constant(0),
    eventId: fc.constant(0),
    io,
  });
  return record.map((one) => [one]);
};

const stream = (dialect: Dialect): ProtocolSample => ({
  transport: TCP,
  dialect,
  detectsTruncation: true,
  hasChecksum: true,
  maxRecords: 1,
  maxBytes: MAX_FRAME_BYTES,
  anyRecords: records(dialect),
  oversize: () => Uint8Array.of(LONG, LONG, (MAX_LENGTH + 1) >> 8, (MAX_LENGTH + 1) & 0xff),
  wrong: Uint8Array.of(SHORT, LONG),
  promising: Uint8Array.of(LONG, LONG, MAX_LENGTH >> 8, MAX_LENGTH & 0xff),
  repair(message) {
    if (message.length < 12) return message;
    const repaired = message.slice();
    const view = new DataView(repaired.buffer);
    const isLong = repaired[0] === LONG || repaired.length > 260;
    repaired[0] = repaired[1] = isLong ? LONG : SHORT;
    if (isLong) view.setUint16(2, repaired.length - 6);
    else repaired[2] = repaired.length - 5;
    view.setUint16(repaired.length - 4, crcItu(repaired, 2, repaired.length - 4));
    view.setUint16(repaired.length - 2, 0x0d0a);
    return repaired;
  },
});

export const SAMPLES: readonly ProtocolSample[] = [stream('22'), stream('12')];

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

/** Source: "GT06 GPS Tracker Communication Protocol" 1.8.1, 5.1.3 and 5.2.2 (its satellites as the table beside it has them, which the check sum confirms). */
export const TALKS: readonly DocumentedTalk[] = [
  {
    name: 'login and location',
    sender: '123456789012345',
    says: [
      { bytes: hex('78780D01012345678901234500018CDD0D0A'), answer: hex('787805010001D9DC0D0A') },
      {
        bytes: hex('78781F120B081D112E10CF027AC7EB0C46584900148F01CC00287D001FB8000380810D0A'),
        answer: hex('787805120003903F0D0A'),
      },
    ],
    place: { timeMs: Date.UTC(2011, 7, 29, 17, 46, 16), latE7: 231_116_683, lonE7: 1_144_092_850 },
  },
];
