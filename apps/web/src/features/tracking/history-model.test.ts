import { allocateHistory, encodePackedHistory, POINT_FLAGS } from '@spora/telemetry/packed-history';
import { expect, test } from 'vitest';
import { fakeSend } from '../../lib/testing.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { advanceCursor, indexAt, limitedRange, pointsOf, stepCursor, type HistoryPoint } from './history-model.ts';
import { historyQuery } from './queries.ts';

const at = (seconds: number, speedKmh = 50): HistoryPoint => ({
  timeMs: seconds * 1000,
  lat: 59,
  lng: 18,
  speedKmh,
  headingDeg: 0,
  isImplausible: false,
});

test('the cursor stands on the last point that has been passed', () => {
  const points = [at(10), at(20), at(30)];
  expect([5, 10, 19, 30, 99].map((s) => indexAt(points, s * 1000))).toEqual([-1, 0, 0, 2, 2]);
});

test('MAP-029: at 1x a second shows a minute of driving, at 4x four minutes', () => {
  const drive = Array.from({ length: 100 }, (_, i) => at(i * 10));
  expect(advanceCursor(drive, 0, 1000, 1)).toBe(60_000);
  expect(advanceCursor(drive, 0, 1000, 4)).toBe(240_000);
});

test('MAP-029: a stop passes faster than driving, and playback ends at the last point', () => {
  const stop = [at(0, 0), at(1200, 0), at(1210)];
  expect(advanceCursor(stop, 0, 1000, 1)).toBe(1_200_000);
  expect(advanceCursor(stop, 0, 60_000, 64)).toBe(1_210_000);
});

test('MAP-029: the keyboard steps from point to point and stays inside', () => {
  const points = [at(0), at(10), at(20)];
  expect(stepCursor(points, 10_000, 1)).toBe(20_000);
  expect(stepCursor(points, 10_000, -10)).toBe(0);
});

test('MAP-015: a range is at most 30 days and never reaches beyond today', () => {
  expect(limitedRange('2026-01-01', '2026-03-01', '2026-11-21')).toEqual({ from: '2026-01-01', to: '2026-01-30' });
  expect(limitedRange('2026-11-20', '2026-12-24', '2026-11-21')).toEqual({ from: '2026-11-20', to: '2026-11-21' });
});

const request = { imei: '350000000000001', from: '2026-11-20', to: '2026-11-20', withImplausible: true };
const fetchWith = (send: ReturnType<typeof fakeSend>) => {
  const { queryFn } = historyQuery(send, request, 'Europe/Stockholm');
  return (queryFn as (context: { signal: AbortSignal }) => ReturnType<Extract<typeof queryFn, (...args: never) => unknown>>)({
    signal: new AbortController().signal,
  });
};

test('API-060: the history is asked for in its packed form and unpacked here', async () => {
  const points = allocateHistory(2);
  points.timeMs.set([1_763_600_000_000, 1_763_600_010_000]);
  points.latE7.set([593_000_000, 593_001_000]);
  points.lonE7.set([180_000_000, 180_002_000]);
  points.speedKmh.set([50, 60]);
  points.flags.set([0, POINT_FLAGS.implausible]);
  const rest = { stops: [], gaps: [], breaks: [], private_blocks: [], distance_m: 1234, implausible_count: 1 };
  const send = fakeSend({ 'tracking.history': () => new Uint8Array(encodePackedHistory(points, rest)) });
  const data = await fetchWith(send);
  expect(send.requests[0]).toMatchObject({ accept: 'application/octet-stream', query: { with_implausible: 'true' } });
  expect(data).toMatchObject(rest);
  expect(pointsOf(data)).toEqual([
    { timeMs: 1_763_600_000_000, lat: 59.3, lng: 18, speedKmh: 50, headingDeg: 0, isImplausible: false },
    { timeMs: 1_763_600_010_000, lat: 59.3001, lng: 18.0002, speedKmh: 60, headingDeg: 0, isImplausible: true },
  ]);
});

test('MAP-015: a refusal of the packed form is the same as of any call', async () => {
  const send = fakeSend({
    'tracking.history': () => {
      throw new ApiError(422, 'HistoryMaxDays');
    },
  });
  await expect(fetchWith(send)).rejects.toMatchObject({ status: 422, errors: 'HistoryMaxDays' });
});
