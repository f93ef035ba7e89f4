import { columnsOf } from '@spora/telemetry/columns';
import { CONTRADICTED_IO } from '@spora/telemetry/quality';
import type { PositionRecord, RawIo } from '@spora/telemetry/record';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { driveBuilder } from '../../../testing/drive.ts';
import { recordOf } from '../../../testing/projector.ts';
import { drivenM, maskedSpans, partsOf, pointAt, trackOf } from './rules.ts';
import { plainDrivenM, plainPartsOf, plainTrackOf } from './track.testing.ts';

const LOST = { satellites: 0, latE7: 593_000_000, lonE7: 180_000_000 };
/** The gaps, in seconds, of a drive with a stretch between. */
const gapsOf = (seconds: number, between: object, kmh = 60): number[] => {
  const { fixes } = driveBuilder().drive(300, 60).drive(seconds, kmh, between).drive(300, 60);
  return trackOf(columnsOf(fixes.map(recordOf)), [], false).gaps.map(({ fromMs, toMs }) => (toMs - fromMs) / 1000);
};

test('MAP-029: a tunnel is a gap although the tracker reports in it; neither a moment under a bridge nor a car park is', () => {
  expect(gapsOf(90, LOST)).toEqual([100]);
  expect(gapsOf(10, LOST)).toEqual([]);
  expect(gapsOf(90, LOST, 0)).toEqual([]);
  expect(gapsOf(90, {})).toEqual([]);
});

/** The ordinary nine times of ten. */
const mostly = <T>(ordinary: readonly T[], rare: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ordinary) }, { weight: 1, arbitrary: fc.constantFrom(...rare) });

/** Any record some time after the one before, as sound ones, jumps, tunnels and lies come. */
const step = fc.record({
  seconds: mostly([10, 10, 0, 40, 200], [1]),
  moved: mostly([0, 20, 3_000, 40_000], [90_000_000]),
  speedKmh: mostly([0, 30, 90], [251]),
  satellites: mostly([9], [0]),
  headingDeg: fc.nat(359),
  altitudeM: fc.integer({ min: -400, max: 4_000 }),
  ignition: fc.constantFrom(undefined, 0, 1),
  hdop: mostly([undefined, 8], [160]),
  isContradicted: mostly([false], [true]),
});

const drive = fc.array(step, { maxLength: 40 }).map((steps) => {
  let [timeMs, latE7] = [0, 593_000_000];
  return steps.map((each): PositionRecord => {
    timeMs += each.seconds * 1000;
    latE7 += latE7 + each.moved > 890_000_000 ? -each.moved : each.moved;
    const io: RawIo[] = [];
    if (each.ignition !== undefined) io.push({ id: 239, width: 1, value: each.ignition });
    if (each.hdop !== undefined) io.push({ id: 182, width: 2, value: each.hdop });
    if (each.isContradicted) io.push({ id: CONTRADICTED_IO, width: 1, value: 1 });
    const { speedKmh, satellites, headingDeg, altitudeM } = each;
    return { timeMs, latE7, lonE7: 180_000_000, altitudeM, headingDeg, satellites, speedKmh, priority: 0, eventId: 0, io };
  });
});

/** Spans of the first minutes, as private use or stops have them. */
const spans = fc
  .array(fc.tuple(fc.nat(150), fc.integer({ min: 1, max: 30 })), { maxLength: 4 })
  .map((found) => maskedSpans(found.map(([from, length]) => ({ fromMs: from * 10_000, toMs: (from + length) * 10_000 }))));

test('MAP-029, MAP-031: the track over columns is the track told plainly, whatever is recorded and masked', () => {
  fc.assert(
    fc.property(drive, spans, spans, fc.boolean(), (records, masked, stops, withImplausible) => {
      const columns = columnsOf(records);
      const { points, ...track } = trackOf(columns, masked, withImplausible);
      const plain = plainTrackOf(columns, masked, withImplausible);
      expect({ points: Array.from({ length: points.n }, (_, i) => pointAt(points, i)), ...track }).toStrictEqual(plain);
      expect(partsOf({ points, ...track }, masked)).toStrictEqual(plainPartsOf(plain, masked));
      expect(drivenM({ points, ...track }, stops)).toBe(plainDrivenM(plain, stops));
    }),
    { numRuns: 2_000 },
  );
});
