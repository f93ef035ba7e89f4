import { expect, test } from 'vitest';
import { gapsOf, ratesOf } from './rate-rules.ts';

type Step = readonly [gapS: number, speedKmh: number, times?: number];
/** Records so many seconds after each other, at these speeds. */
function records(...steps: readonly Step[]) {
  const rows = steps.flatMap(([gapS, speedKmh, times = 1]) => Array.from({ length: times }, () => ({ gapS, speedKmh })));
  let at = 0;
  return {
    timeMs: Float64Array.from(rows, ({ gapS }) => (at += gapS * 1000)),
    speedKmh: Uint16Array.from(rows, ({ speedKmh }) => speedKmh),
  };
}
const rates = (...steps: readonly Step[]) => ratesOf(gapsOf(records(...steps), []));

test('MODE-007: a night at rest says more than an hour with the engine on, and than a day without coverage', () => {
  expect(rates([600, 0, 60], [10, 0, 360], [100_000, 0])).toEqual({ movingS: null, restingS: 600 });
  expect(rates([86_400, 0, 6])).toEqual({ movingS: null, restingS: 86_400 });
});

test('MODE-007: on its way and at rest are told apart, and nothing of too few reports', () => {
  expect(rates([600, 0, 4], [9, 50, 40], [600, 0, 4])).toEqual({ movingS: 9, restingS: 600 });
  expect(rates([600, 0, 3], [60, 50, 3])).toEqual({ movingS: null, restingS: null });
});

test('TRIP-032: of what is withheld no gap counts, nor one that reaches into it', () => {
  const drive = records([600, 0, 4], [9, 50, 40], [600, 0, 4]);
  // From the last report at rest before the drive to the first one after it.
  const masked = [{ fromMs: 2_400_001, toMs: 2_400_000 + 360_000 + 600_000 }];
  expect(ratesOf(gapsOf(drive, masked))).toEqual({ movingS: null, restingS: 600 });
  expect(gapsOf(drive, masked).resting).toHaveLength(6);
});
