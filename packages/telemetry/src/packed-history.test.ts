import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PackedError } from './bytes.ts';
import { columnsOf } from './columns.ts';
import { allocateHistory, decodePackedHistory, encodePackedHistory, POINT_FLAGS, type HistoryPoints } from './packed-history.ts';
import { syntheticDrive } from './testing-drive.ts';

function historyOf(n: number): HistoryPoints {
  const columns = columnsOf(syntheticDrive(n, { isPlain: true }));
  const flags = Uint8Array.from({ length: n }, (_, i) =>
    i % 50 === 7 ? POINT_FLAGS.implausible : POINT_FLAGS.ignitionKnown | POINT_FLAGS.ignitionOn,
  );
  return { ...columns, flags };
}

test('API-060: points come back to the centimetres and seconds they are sent with, and so does what goes with them', () => {
  const points = historyOf(500);
  const rest = { stops: [{ from: 'a', lat: 59.1 }], gaps: [], distance_m: 1234 };
  const back = decodePackedHistory(encodePackedHistory(points, rest));
  expect(back.rest).toEqual(rest);
  expect(back.points.n).toBe(500);
  for (let i = 0; i < 500; i++) {
    expect(back.points.timeMs[i]).toBe(points.timeMs[i]);
    expect(Math.abs(back.points.latE7[i]! - points.latE7[i]!)).toBeLessThanOrEqual(5);
    expect(Math.abs(back.points.lonE7[i]! - points.lonE7[i]!)).toBeLessThanOrEqual(5);
  }
  for (const key of ['speedKmh', 'headingDeg', 'altitudeM', 'satellites', 'flags'] as const)
    expect([...back.points[key]]).toEqual([...points[key]]);
});

test('an empty history is one', () => {
  expect(decodePackedHistory(encodePackedHistory(allocateHistory(0), undefined))).toEqual({
    points: allocateHistory(0),
    rest: null,
  });
});

test('a day of 10,000 points takes at most 80 kB, compressed as it is sent', () => {
  expect(gzipSync(encodePackedHistory(historyOf(10_000), {})).length).toBeLessThan(80_000);
});

test('bytes that are no history throw nothing but a PackedError', () => {
  const good = encodePackedHistory(historyOf(30), { a: [1, 2, 3] });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
      fc.boolean(),
      fc.nat(),
      (changes, isCut, cut) => {
        const bytes = good.slice(0, isCut ? cut % good.length : undefined);
        for (const [at, to] of changes) if (bytes.length > 0) bytes[at % bytes.length] = to;
        try {
          decodePackedHistory(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(PackedError);
        }
      },
    ),
    { numRuns: 500 },
  );
});
