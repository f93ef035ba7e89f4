import { expect, test } from 'vitest';
import type { HistoryPoint } from './history-model.ts';
import { columnsOf, drivesOf, drivingOf, NOTHING, panned, showing, speedScale, ticksOf, zoomed } from './timeline-model.ts';

const HOUR = 3_600_000;
const at = (seconds: number, speedKmh: number, over: Partial<HistoryPoint> = {}): HistoryPoint => ({
  timeMs: seconds * 1000,
  lat: 59,
  lng: 18,
  speedKmh,
  headingDeg: 0,
  isImplausible: false,
  ...over,
});
const window = (from: string, to: string) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) });

test('13-A1: the axis of a day has round hours of the account, as many as fit', () => {
  const day = window('2026-11-20T23:13:00Z', '2026-11-21T22:26:00Z');
  const labels = (px: number) => ticksOf(day, px, 'Europe/Stockholm', 58).map(({ label }) => label);
  expect(labels(800)).toEqual([
    '02:00',
    '04:00',
    '06:00',
    '08:00',
    '10:00',
    '12:00',
    '14:00',
    '16:00',
    '18:00',
    '20:00',
    '22:00',
  ]);
  expect(labels(310)).toEqual(['06:00', '12:00', '18:00']);
  const close = window('2026-11-21T08:58:00Z', '2026-11-21T09:08:00Z');
  expect(ticksOf(close, 400, 'Europe/Stockholm', 58).map(({ label }) => label)).toEqual([
    '09:58',
    '10:00',
    '10:02',
    '10:04',
    '10:06',
    '10:08',
  ]);
});

test('13-A1: over several days midnight carries its day, and the day the clocks change keeps its round hours', () => {
  const ticks = ticksOf(window('2026-10-23T22:00:00Z', '2026-10-26T23:00:00Z'), 700, 'Europe/Stockholm', 58);
  expect(ticks.filter(({ isDay }) => isDay).map(({ label }) => label)).toEqual(['10-24', '10-25', '10-26', '10-27']);
  expect(ticks.filter(({ isDay }) => !isDay).map(({ label }) => label)).toEqual(['12:00', '12:00', '12:00']);
  const spring = ticksOf(window('2026-03-28T23:00:00Z', '2026-03-29T06:00:00Z'), 700, 'Europe/Stockholm', 58);
  expect(spring.map(({ label }) => label)).toEqual(['00:00', '01:00', '02:00', '04:00', '05:00', '06:00', '07:00', '08:00']);
});

test('13-A1: a month’s axis names days, not each of them', () => {
  const month = ticksOf(window('2026-10-31T23:00:00Z', '2026-11-30T23:00:00Z'), 700, 'Europe/Stockholm', 58);
  expect(month.every(({ isDay }) => isDay)).toBe(true);
  expect(month.length).toBeLessThan(12);
});

test('13-A1: the chart has the highest speed of each pixel, and none where the unit stood or was in private use', () => {
  const points = [at(0, 50), at(10, 90), at(11, 30), at(20, 30), at(60, 0), at(70, 40), at(100, 40)];
  const still = { kind: 'private', fromMs: 20_000, toMs: 70_000 } as const;
  const columns = [...columnsOf(points, [still], { fromMs: 0, toMs: 100_000 }, 10)].map(Math.round);
  expect(columns).toEqual([70, 90, 30, NOTHING, NOTHING, NOTHING, NOTHING, 40, 40, 40]);
  // Closer: a part of it, and what TRIP-027 leaves out is no speed.
  expect(columnsOf([at(0, 20), at(5, 240, { isImplausible: true }), at(10, 20)], [], { fromMs: 4_000, toMs: 6_000 }, 1)[0]).toBe(
    20,
  );
});

test('13-A1: zoom keeps what is under the pointer, ends at five minutes and at the whole; paging follows the cursor', () => {
  const whole = { fromMs: 0, toMs: 24 * HOUR };
  expect(zoomed(whole, whole, 12 * HOUR, 2)).toEqual({ fromMs: 6 * HOUR, toMs: 18 * HOUR });
  expect(zoomed(whole, whole, 0, 2)).toEqual({ fromMs: 0, toMs: 12 * HOUR });
  expect(zoomed({ fromMs: 0, toMs: 12 * HOUR }, whole, 6 * HOUR, 0.1)).toEqual(whole);
  const least = zoomed(whole, whole, 12 * HOUR, 10_000);
  expect(least.toMs - least.fromMs).toBe(300_000);
  const morning = { fromMs: 6 * HOUR, toMs: 10 * HOUR };
  expect(panned(morning, whole, 10)).toEqual({ fromMs: 20 * HOUR, toMs: 24 * HOUR });
  expect(showing(morning, whole, 7 * HOUR)).toBe(morning);
  expect(showing(morning, whole, 11 * HOUR)).toEqual({ fromMs: 9.6 * HOUR, toMs: 13.6 * HOUR });
  expect(showing(morning, whole, 0)).toEqual({ fromMs: 0, toMs: 4 * HOUR });
});

test('13-A1: the scale ends at the first round line above the highest speed there was, of a boat and on a motorway', () => {
  expect(speedScale(48)).toEqual({ top: 50, lines: [10, 20, 30, 40, 50] });
  expect(speedScale(79)).toEqual({ top: 100, lines: [20, 40, 60, 80, 100] });
  expect(speedScale(105)).toEqual({ top: 120, lines: [30, 60, 90, 120] });
  expect(speedScale(130)).toEqual({ top: 150, lines: [30, 60, 90, 120, 150] });
  expect(speedScale(16.7)).toEqual({ top: 20, lines: [5, 10, 15, 20] });
  expect(speedScale(0).top).toBe(5);
  // Whoever holds a round speed stays below the edge.
  for (const held of [5, 10, 50, 90, 100, 120]) expect(speedScale(held).top).toBeGreaterThan(held);
});

test('13-A: the axis goes from leaving to coming back, and a day without driving has none', () => {
  const points = [0, 6, 16, 24].map((hour) => ({
    timeMs: hour * HOUR,
    lat: 59,
    lng: 18,
    speedKmh: 0,
    headingDeg: 0,
    isImplausible: false,
  }));
  const night = { kind: 'still', fromMs: 0, toMs: 6 * HOUR } as const;
  const evening = { kind: 'still', fromMs: 16 * HOUR, toMs: 24 * HOUR } as const;
  expect(drivingOf(points, [night, evening])).toEqual({ fromMs: 5.7 * HOUR, toMs: 16.3 * HOUR });
  expect(drivingOf(points, [])).toEqual({ fromMs: 0, toMs: 24 * HOUR });
  expect(drivingOf(points, [{ ...night, toMs: 24 * HOUR }])).toBeNull();
  expect(drivingOf([], [])).toBeNull();
  // What is withheld may have been driving.
  expect(drivingOf(points, [{ ...night, kind: 'private' }, evening])?.fromMs).toBe(0);
});

test('13-A: playing begins when the first drive does, not in the standing that the chart shows before it', () => {
  const points = [at(0, 0), at(6 * 3600, 50), at(16 * 3600, 0), at(24 * 3600, 0)];
  const night = { kind: 'still', fromMs: 0, toMs: 6 * HOUR } as const;
  const evening = { kind: 'still', fromMs: 16 * HOUR, toMs: 24 * HOUR } as const;
  expect(drivesOf(points, [night, evening])).toEqual({ fromMs: 6 * HOUR, toMs: 16 * HOUR });
  const stop = { fromMs: 0, toMs: 6 * HOUR + 12_000 };
  expect(drivesOf(points, [night, evening], [stop])?.fromMs, 'as the log tells it').toBe(stop.toMs);
  expect(drivesOf(points, [night, evening], [{ fromMs: 0, toMs: null }])?.fromMs).toBe(6 * HOUR);
  expect(drivesOf(points, [{ ...night, toMs: 24 * HOUR }])).toBeNull();
});

test('13-A: zooming around an instant that is out of sight brings it into sight', () => {
  const day = { fromMs: 0, toMs: 24 * HOUR };
  expect(zoomed({ fromMs: 10 * HOUR, toMs: 14 * HOUR }, day, 6 * HOUR, 2)).toEqual({ fromMs: 5 * HOUR, toMs: 7 * HOUR });
  expect(zoomed({ fromMs: 10 * HOUR, toMs: 14 * HOUR }, day, 0, 2)).toEqual({ fromMs: 0, toMs: 2 * HOUR });
});
