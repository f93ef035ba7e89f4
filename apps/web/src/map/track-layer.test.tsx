import { cleanup } from '@testing-library/react';
import type { Feature } from 'geojson';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeMap } from './testing.tsx';
import { TrackLayer } from './track-layer.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const points = [0, 1].map((i) => ({ lat: 59, lng: 18 + i / 100, timeMs: i * 10_000, speedKmh: 60, headingDeg: 90 }));
const stop = { lat: 59, lng: 18 };

test('13-A2: the names of towns are read over the line, the lengths of stops stand on a plate over all of it', () => {
  const map = fakeMap();
  const names = { id: 'town-names', type: 'symbol', source: 'base', layout: { 'text-field': ['get', 'name'] } };
  (map.context.map.addLayer as (layer: object) => void)(names);
  map.render(<TrackLayer points={points} gaps={[]} stops={[{ ...stop, label: '33 min' }]} />);
  const order = [...map.layers.keys()];
  const at = (id: string) => order.indexOf(id);
  for (const line of ['gap', 'casing', 'run', 'arrow']) expect(at(`spora-track-${line}`), line).toBeLessThan(at('town-names'));
  expect(at('spora-track-signs-label')).toBeGreaterThan(at('town-names'));
  const label = map.layers.get('spora-track-signs-label')?.layout as Record<string, unknown>;
  expect(label['icon-image']).toContain('plate');
  // What does not fit beside its stop steps aside, and what fits nowhere is left out.
  const [, isEast, east, west] = label['text-variable-anchor-offset'] as unknown[];
  expect(isEast).toEqual(['get', 'isEast']);
  for (const [side, sides] of [
    ['right', east],
    ['left', west],
  ] as const)
    for (const beside of (sides as [string, unknown, ...[string, (string | number[])[]][]]).slice(2) as [string, unknown[]][]) {
      const anchors = beside[1].filter((each) => typeof each === 'string');
      expect(anchors, 'a sign at an edge keeps its label on the map').toEqual([side, `top-${side}`, `bottom-${side}`, 'top']);
    }
  expect(label['text-allow-overlap']).toBeUndefined();
});

test('13-A2: where the way begins and ends lies over stops and is kept free of their labels', () => {
  const map = fakeMap();
  const far = { ...stop, lng: 18.05 };
  map.render(
    <TrackLayer
      points={points}
      gaps={[]}
      stops={[
        { ...stop, label: '5 min' },
        { ...far, label: '9 min' },
      ]}
    />,
  );
  const order = [...map.layers.keys()].map((id) => id.replace('spora-track-signs', ''));
  // The last layer is placed first.
  expect(order.slice(-4)).toEqual(['', '-end', '-label', '-room']);
  const signs = (map.features.get('spora-track-signs') ?? []) as Feature[];
  const isAtEnd = (label: string) =>
    signs.find(({ properties }) => properties?.['label'] === label)?.properties?.['isAtEnd'] as boolean;
  expect([isAtEnd('5 min'), isAtEnd('9 min')], 'beside a larger sign a label stands further off').toEqual([true, false]);
});

test('13-A2: a stop in the east of the way has its label to the west of it, clear of the buttons', () => {
  const map = fakeMap();
  const stops = [
    { ...stop, label: '5 min' },
    { ...stop, lng: 18.01, label: '22 h' },
  ];
  map.render(<TrackLayer points={points} gaps={[]} stops={stops} />);
  const signs = (map.features.get('spora-track-signs') ?? []) as Feature[];
  const east = signs
    .filter(({ properties }) => properties?.['isEast'] === true)
    .map(({ properties }) => properties?.['label'] as string);
  expect(east).toContain('22 h');
  expect(east).not.toContain('5 min');
});

test('13-A2: of labels that are in each other’s way the chosen stop’s is placed first', () => {
  const map = fakeMap();
  const stops = [
    { ...stop, label: '5 min' },
    { ...stop, lng: 18.001, label: '33 min', isChosen: true },
  ];
  map.render(<TrackLayer points={points} gaps={[]} stops={stops} />);
  const signs = (map.features.get('spora-track-signs') ?? []) as Feature[];
  const rank = (label: string) => signs.find(({ properties }) => properties?.['label'] === label)?.properties?.['rank'] as number;
  expect(rank('33 min')).toBeLessThan(rank('5 min'));
  const layout = map.layers.get('spora-track-signs-label')?.layout as Record<string, unknown>;
  expect(layout['symbol-sort-key']).toEqual(['get', 'rank']);
});

test('MAP-029: the map goes after the playback that leaves the view, and stays where somebody drags it', () => {
  const map = fakeMap();
  const view = { west: 17.999, south: 58.9, east: 18.005, north: 59.1 };
  map.arrive(view);
  const clock = vi.spyOn(performance, 'now');
  const at = (cursorMs: number, afterMs = 1000) => {
    clock.mockReturnValue(performance.now() + afterMs);
    map.render(<TrackLayer points={points} gaps={[]} stops={[]} cursorMs={cursorMs} />);
  };
  at(2_000);
  expect(map.moves).toEqual([]);
  at(6_000);
  expect(map.moves).toMatchObject([{ lat: 59, lng: expect.closeTo(18.006) as number, isInstant: false }]);
  map.arrive(view);
  map.drag();
  at(7_000);
  expect(map.moves).toHaveLength(1);
  // Back in view by itself, it is kept there again.
  at(3_000);
  at(9_000);
  expect(map.moves).toHaveLength(2);
});

test('MAP-029: what is too quick to go after is jumped to, also while the map is on its way to where it was', () => {
  const map = fakeMap();
  map.arrive({ west: 17.999, south: 58.9, east: 18.002, north: 59.1 });
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const at = (cursorMs: number, nowMs: number) => {
    clock.mockReturnValue(nowMs);
    map.render(<TrackLayer points={points} gaps={[]} stops={[]} cursorMs={cursorMs} />);
  };
  at(1_900, 0);
  at(2_100, 1_000);
  expect(map.moves.map(({ isInstant }) => isInstant)).toEqual([false]);
  at(2_150, 1_200);
  expect(map.moves, 'it is on its way').toHaveLength(1);
  at(8_000, 1_300);
  expect(map.moves.at(-1)).toEqual({ lat: 59, lng: expect.closeTo(18.008) as number, isInstant: true });
  expect(map.moves).toHaveLength(2);
});

test('MAP-029: where the playback stands is an element over the map, which needs no worker to be in its place', () => {
  const map = fakeMap();
  const at = (cursorMs: number | null) => {
    map.render(<TrackLayer points={points} gaps={[]} stops={[]} cursorMs={cursorMs} />);
    return [...map.markers.values()].map(({ lng }) => lng);
  };
  expect(at(null)).toEqual([]);
  expect(at(5_000)).toEqual([expect.closeTo(18.005)]);
  expect(at(6_000)).toEqual([expect.closeTo(18.006)]);
  expect(at(null)).toEqual([]);
});
