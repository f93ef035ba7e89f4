import fc from 'fast-check';
import { MAX_TIME_MS } from './columns.ts';
import type { PositionRecord, RawIo } from './record.ts';

const uint = (width: number) => fc.integer({ min: 0, max: 256 ** width - 1 });

/** Io elements as a tracker may send them: any id, any width, ids repeated. */
export const anyIo = (maxId = 0xffff): fc.Arbitrary<RawIo> => {
  const id = fc.oneof(fc.constantFrom(239, 240, 66, 16, 21), fc.integer({ min: 0, max: maxId }));
  return fc.oneof(
    fc.record({ id, width: fc.constant(1 as const), value: uint(1) }),
    fc.record({ id, width: fc.constant(2 as const), value: uint(2) }),
    fc.record({ id, width: fc.constant(4 as const), value: uint(4) }),
    fc.record({ id, width: fc.constant(8 as const), value: fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn }) }),
    fc.record({ id, width: fc.constant(0 as const), value: fc.uint8Array({ maxLength: 40 }) }),
  );
};

/** Any record a codec can decode, with times that lie as well as times of a day. */
export const anyRecord = (
  io: fc.Arbitrary<readonly RawIo[]> = fc.array(anyIo(), { maxLength: 12 }),
): fc.Arbitrary<PositionRecord> =>
  fc.record({
    timeMs: fc.oneof(fc.integer({ min: 1_767_225_600_000, max: 1_767_312_000_000 }), fc.integer({ min: 0, max: MAX_TIME_MS })),
    latE7: fc.oneof(fc.integer({ min: 590_000_000, max: 590_010_000 }), fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff })),
    lonE7: fc.oneof(fc.integer({ min: 180_000_000, max: 180_010_000 }), fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff })),
    altitudeM: fc.integer({ min: -0x8000, max: 0x7fff }),
    headingDeg: fc.integer({ min: 0, max: 359 }),
    satellites: uint(1),
    speedKmh: uint(2),
    priority: uint(1),
    eventId: uint(2),
    io,
  });

/** Records with what real ones have too: many alike, some equal. */
export const anyRecords = (maxLength = 30): fc.Arbitrary<PositionRecord[]> =>
  fc
    .tuple(fc.array(anyRecord(), { maxLength }), fc.array(fc.nat(), { maxLength: 10 }))
    .map(([records, again]) => [...records, ...(records.length === 0 ? [] : again.map((k) => records[k % records.length]!))]);
