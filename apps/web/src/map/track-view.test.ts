import { expect, test } from 'vitest';
import { boundsOf, type MapPoint } from './shapes.ts';
import type { TrackRun } from './track-features.ts';
import { metresPerPx, runsInView, viewAround, viewFor, wholeView } from './track-view.ts';

const run = (points: readonly MapPoint[], colour = 'a'): TrackRun => ({ kind: 'run', colour, points });
/** A way to work, some 30 km with bends, as a receiver has it: each day a few metres beside the day before. */
const commute = (day: number): MapPoint[] =>
  Array.from({ length: 400 }, (_, i) => ({
    lat: 59 + 0.0005 * i + 0.003 * Math.sin(i / 9) + 0.00002 * Math.sin(day * 7 + i),
    lng: 18 + 0.001 * i + 0.00004 * Math.cos(day * 5 + i),
  }));
const count = (runs: readonly TrackRun[]): number => runs.reduce((sum, { points }) => sum + points.length, 0);
const whole = (runs: readonly TrackRun[]) => wholeView(boundsOf(runs.flatMap(({ points }) => points))!);

test('MAP-029, NFR-006: who drives the same roads for a month has one line of them, of the newest drive', () => {
  const runs = Array.from({ length: 60 }, (_, day) => run(commute(day), String(day)));
  const shown = runsInView(runs, whole(runs));
  expect(count(shown)).toBeLessThan(count(runs) / 10);
  // The newest is whole, from its first point to its last, and on top.
  const newest = shown.filter(({ colour }) => colour === '59');
  expect(newest).toEqual([shown.at(-1)]);
  expect([newest[0]?.points[0], newest[0]?.points.at(-1)]).toEqual([commute(59)[0], commute(59).at(-1)]);
});

test('MAP-029: what is driven once is there, however much lies under newer lines', () => {
  const detour = [0, 1, 2, 3, 4].map((i) => ({ lat: 59.1 + i * 0.01, lng: 18.05 - i * 0.01 }));
  const runs = [run(detour, 'once'), ...Array.from({ length: 20 }, (_, day) => run(commute(day), String(day)))];
  const once = runsInView(runs, whole(runs)).filter(({ colour }) => colour === 'once');
  expect(once.map(({ points }) => points)).toEqual([detour]);
});

test('MAP-029: closer by, every drive of what is seen has its line, and what lies far outside has none', () => {
  const runs = [run(commute(1), '1'), run(commute(2), '2')];
  const near = { west: 18.1, south: 59.045, east: 18.102, north: 59.05 };
  const shown = runsInView(runs, viewAround(near, 18));
  expect(new Set(shown.map(({ colour }) => colour))).toEqual(new Set(['1', '2']));
  const box = boundsOf(shown.flatMap(({ points }) => points))!;
  expect(box.east - box.west).toBeLessThan(0.02);
});

test('MAP-029: a line that crosses the view from far outside is drawn', () => {
  const across = run([
    { lat: 58, lng: 17 },
    { lat: 60, lng: 19 },
  ]);
  const bounds = { west: 17.99, south: 58.99, east: 18.01, north: 59.01 };
  expect(runsInView([across], viewAround(bounds, 14))).toEqual([across]);
  expect(runsInView([across], viewAround({ ...bounds, west: 18.5, east: 18.52 }, 14))).toEqual([]);
});

test('MAP-029: the map draws anew where it comes closer or leaves what is drawn, and not for a small movement', () => {
  const all = wholeView({ west: 17, south: 58.5, east: 19, north: 59.5 });
  const at = (lng: number, zoom: number) => ({ bounds: { west: lng, south: 59, east: lng + 0.02, north: 59.01 }, zoom });
  const close = viewFor(at(18, 15), { drawn: all, whole: all });
  expect(close.metresPerPx).toBeCloseTo(metresPerPx(15, 59.005), 3);
  expect(viewFor(at(18.01, 15), { drawn: close, whole: all })).toBe(close);
  expect(viewFor(at(18.05, 15), { drawn: close, whole: all })).not.toBe(close);
  expect(viewFor(at(18, 17), { drawn: close, whole: all })).not.toBe(close);
  expect(viewFor(at(18, 7), { drawn: close, whole: all })).toBe(all);
});
