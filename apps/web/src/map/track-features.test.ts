import { expect, test } from 'vitest';
import type { TrackPoint } from './shapes.ts';
import { instantNear, linesOf, placeAt, trackRuns, trackSigns } from './track-features.ts';
import { iconId } from './unit-icons.ts';

const point = (i: number, speedKmh = 60): TrackPoint => ({
  lat: 59,
  lng: 18 + i * 0.01,
  timeMs: i * 10_000,
  speedKmh,
  headingDeg: 90,
});
const kinds = (points: TrackPoint[], gaps: { fromMs: number; toMs: number; isWithheld?: boolean }[] = []) =>
  linesOf(trackRuns(points, gaps)).features;

test('MAP-029: runs of one speed colour become one line, neighbours share their point', () => {
  const lines = kinds([point(0, 20), point(1, 20), point(2, 20), point(3, 100), point(4, 100)]);
  expect(lines).toHaveLength(2);
  expect(lines[0]!.geometry.coordinates.at(-1)).toEqual(lines[1]!.geometry.coordinates[0]);
  expect(lines[0]!.properties!['colour']).not.toBe(lines[1]!.properties!['colour']);
});

test('MAP-029: a stretch without positions is a line of its own, drawn dashed', () => {
  const lines = kinds([point(0), point(1), point(20), point(21)], [{ fromMs: 10_000, toMs: 200_000 }]);
  expect(lines.map((l) => l.properties!['kind'] as string)).toEqual(['run', 'gap', 'run']);
  expect(lines[1]!.geometry.coordinates).toHaveLength(2);
});

test('12-A1, MAP-031: across private use no line is drawn, as if the unit had been driven straight', () => {
  const lines = kinds([point(0), point(1), point(20), point(21)], [{ fromMs: 10_000, toMs: 200_000, isWithheld: true }]);
  expect(lines.map((l) => l.properties!['kind'] as string)).toEqual(['run', 'run']);
});

test('MAP-029, CONST-024: of a month of points the map draws a fraction, and none of them lies beside the line', () => {
  /** Straight roads with a bend now and then, and a turn back. */
  const points: TrackPoint[] = [];
  for (let i = 0, lat = 59, lng = 18, turn = 0; i < 300_000; i += 1) {
    if (i % 40 === 0) turn += i % 1_200 === 0 ? Math.PI : 0.5;
    lat += Math.cos(turn) * 4e-4;
    lng += Math.sin(turn) * 8e-4;
    points.push({ lat, lng, timeMs: i * 8_640, speedKmh: 60, headingDeg: 0 });
  }
  const [run, ...others] = kinds(points);
  const drawn = (run?.geometry.coordinates ?? []).map(([lng = 0, lat = 0]) => ({ lat, lng }));
  expect(others).toEqual([]);
  expect(drawn.length).toBeLessThan(points.length / 10);
  expect(drawn.at(0)).toEqual({ lat: 59 + 4e-4 * Math.cos(Math.PI), lng: expect.closeTo(18, 9) as number });
  expect(drawn.at(-1)).toEqual({ lat: points.at(-1)?.lat, lng: points.at(-1)?.lng });
  const asLine: TrackPoint[] = drawn.map((place, i) => ({ ...place, timeMs: i, speedKmh: 0, headingDeg: 0 }));
  for (let i = 0; i < points.length; i += 3_001) {
    const at = points[i] ?? { lat: 0, lng: 0 };
    const near = placeAt(asLine, instantNear(asLine, at) ?? -1);
    expect(Math.hypot((near?.lat ?? 0) - at.lat, ((near?.lng ?? 0) - at.lng) / 2) * 111_195).toBeLessThan(6);
  }
});

test('MAP-029: of a road driven there and back the drive that is looked at is strong, and lies over all else', () => {
  const back = (i: number) => ({ ...point(i), lng: point(8 - i).lng });
  const points = [...[0, 1, 2, 3, 4].map((i) => point(i)), ...[5, 6, 7, 8].map(back)];
  const faint = (chosen: { fromMs: number; toMs: number } | null) =>
    linesOf(trackRuns(points, [], { chosen })).features.map(({ properties, geometry }) => [
      properties?.['isFaint'] as boolean,
      ...[geometry.coordinates[0]?.[0], geometry.coordinates.at(-1)?.[0]].map((lng) => Number(lng?.toFixed(2))),
    ]);
  expect(faint({ fromMs: 0, toMs: 40_000 })).toEqual([
    [true, 18.04, 18],
    [false, 18, 18.04],
  ]);
  expect(faint({ fromMs: 40_400, toMs: 79_600 }), 'what is told of points is rounded').toEqual([
    [true, 18, 18.04],
    [false, 18.04, 18],
  ]);
  expect(faint(null)).toEqual([[false, 18, 18]]);
  const icons = trackSigns(points, [], [], 'light', { chosen: { fromMs: 40_000, toMs: 60_000 } }).features;
  expect(
    icons.map(({ geometry }) => Number(geometry.coordinates[0]?.toFixed(2))),
    'it begins and ends there',
  ).toEqual([18.04, 18.02]);
});

test('MAP-029: alarms that lie in one place are one sign, with how many they are', () => {
  const marks = [0, 0, 100, 40_000].map((timeMs) => ({ timeMs, kind: 'alarm', label: 'Towing' }) as const);
  const { features } = trackSigns(
    [0, 1, 2, 3, 4].map((i) => point(i)),
    [],
    marks,
    'light',
    { countText: (count) => `${count} alarms` },
  );
  const told = features
    .filter(({ properties }) => properties?.['order'] === 4)
    .map(({ properties }) => properties?.['label'] as string);
  expect(told).toEqual(['3 alarms', 'Towing']);
});

test('an empty track and a single position draw no line', () => {
  expect(kinds([])).toEqual([]);
  expect(kinds([point(0)])).toEqual([]);
  expect(trackSigns([], [], [], 'light').features).toEqual([]);
});

test('13-A1: a unit that stood all the time has the sign of that, and no beginning and end of a way', () => {
  const stop = { lat: 59, lng: 18, label: '', isChosen: false, isBerth: true };
  const { features } = trackSigns([point(0), point(0)], [stop], [], 'light', { isStill: true });
  expect(features).toMatchObject([{ properties: { icon: iconId({ kind: 'berth', theme: 'light' }) } }]);
});

test('13-A1: the way of a unit that is still driving begins, has no end, and is marked where it came to', () => {
  const icons = (isUnderWay: boolean) =>
    trackSigns([point(0), point(1)], [], [], 'light', { isUnderWay }).features.map(({ properties }) =>
      String(properties?.['icon']),
    );
  const [start, end, here] = (['start', 'end', 'here'] as const).map((kind) => iconId({ kind, theme: 'light' }));
  expect(icons(false)).toEqual([start, end]);
  expect(icons(true)).toEqual([start, here]);
  const { features } = trackSigns([point(0), point(1)], [], [], 'light', { isUnderWay: true, hereLabel: 'Last at 10:01' });
  expect(features.at(-1)).toMatchObject({ geometry: { coordinates: [18.01, 59] }, properties: { label: 'Last at 10:01' } });
});

test('MAP-029: the cursor stands between the positions around the instant and points along the line', () => {
  const points = [point(0), point(1), point(2)];
  expect(placeAt(points, 5_000)).toMatchObject({ lat: 59, headingDeg: 90 });
  expect(placeAt(points, 5_000)!.lng).toBeCloseTo(18.005, 9);
  expect(placeAt(points, 20_000)!.lng).toBeCloseTo(18.02, 9);
  expect(placeAt(points, 20_001)).toBeNull();
});

test('MAP-029: a place beside the line gives the instant of the nearest point on it', () => {
  expect(instantNear([point(0), point(1), point(2)], { lat: 59.001, lng: 18.015 })).toBeCloseTo(15_000, 0);
  expect(instantNear([], { lat: 59, lng: 18 })).toBeNull();
});

test('MAP-029: an alarm where something stands is marked beside it, so that the sign of a unit at rest is seen, and says what it is', () => {
  const stop = { lat: 59, lng: 18, label: '20 h' };
  const mark = { timeMs: 0, kind: 'alarm', label: '12:52 Too warm' } as const;
  const alarmAt = (points: Parameters<typeof trackSigns>[0], stops: Parameters<typeof trackSigns>[1], isStill: boolean) =>
    trackSigns(points, stops, [{ ...mark, timeMs: points[1]!.timeMs }], 'light', { isStill }).features.at(-1)?.properties;
  expect(alarmAt([point(0), point(0), point(0)], [stop], true)).toMatchObject({ isBeside: true, label: '12:52 Too warm' });
  expect(alarmAt([point(0), point(1), point(2)], [stop], false)).toMatchObject({ isBeside: false });
  const trembling = [point(0), { ...point(0), lng: 18.0002, timeMs: 1000 }];
  const signs = trackSigns(trembling, [{ ...stop, lng: 18.0002 }], [mark], 'light', { isStill: true }).features;
  const sides = signs.map(({ properties }) => properties?.['isEast'] as boolean);
  expect(sides, 'a position trembles: the stop is told to the right, its alarm to the left').toEqual([false, true]);
});
