import { expect, test } from 'vitest';
import { addDays, advanceCursor, indexAt, limitedRange, startOfDay, stepCursor, type HistoryPoint } from './history-model.ts';

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
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
});

test('a day begins when it begins in the zone, also across both clock changes and in Nepal', () => {
  expect(startOfDay('2026-03-29', 'Europe/Stockholm')).toBe('2026-03-28T23:00:00.000Z');
  expect(startOfDay('2026-03-30', 'Europe/Stockholm')).toBe('2026-03-29T22:00:00.000Z');
  expect(startOfDay('2026-10-25', 'Europe/Stockholm')).toBe('2026-10-24T22:00:00.000Z');
  expect(startOfDay('2026-10-26', 'Europe/Stockholm')).toBe('2026-10-25T23:00:00.000Z');
  expect(startOfDay('2026-05-01', 'Asia/Kathmandu')).toBe('2026-04-30T18:15:00.000Z');
});
