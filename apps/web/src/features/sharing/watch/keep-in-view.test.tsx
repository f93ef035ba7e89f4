// @vitest-environment jsdom
import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { MapContext } from '../../../map/map-context.ts';
import { boundsOf, type MapPoint } from '../../../map/shapes.ts';
import { paddingOf } from '../../../map/map-handle.ts';
import { fakeMap } from '../../../map/testing.tsx';
import { KeepInView } from './keep-in-view.tsx';
import { EDGES } from './model.ts';

afterEach(cleanup);

const GOAL = { lat: 59.3, lng: 18.1 };

/** A map that shows what it was last fitted to, with some room around it. */
function open() {
  const fake = fakeMap();
  const fits: { points: readonly MapPoint[]; isInstant: boolean }[] = [];
  const isMoved: true[] = [];
  Object.assign((fake.context as { handle: MapContext['handle'] }).handle, {
    fit: (points: readonly MapPoint[], { isInstant = false } = {}) => fits.push({ points, isInstant }),
    bounds: () => {
      const { west, south, east, north } = boundsOf(fits.at(-1)?.points ?? [])!;
      return { west: west - 0.02, south: south - 0.02, east: east + 0.02, north: north + 0.02 };
    },
  });
  const onMoved = (): void => void isMoved.push(true);
  const show = (...points: MapPoint[]): void => fake.render(<KeepInView points={points} isInstant onMoved={onMoved} />);
  return { fake, fits, isMoved, show };
}

test('MAP-035: a unit that leaves the map of a shared page is brought back into view, with all others', () => {
  const { fits, show } = open();
  show(GOAL, { lat: 59.2, lng: 18 });
  expect(fits).toEqual([{ points: [GOAL, { lat: 59.2, lng: 18 }], isInstant: true }]);
  // It is in view still: the map stands.
  show(GOAL, { lat: 59.21, lng: 18.01 });
  expect(fits).toHaveLength(1);
  show(GOAL, { lat: 59.1, lng: 17.9 });
  expect(fits[1]).toEqual({ points: [GOAL, { lat: 59.1, lng: 17.9 }], isInstant: false });
});

test('MAP-035: what the visitor moves by hand is told, what the map moves by itself is not', () => {
  const { fake, isMoved, show } = open();
  show(GOAL);
  fake.move();
  expect(isMoved).toEqual([]);
  fake.move(new MouseEvent('mousedown'));
  expect(isMoved).toEqual([true]);
});

test('nothing is shown before anything has a position', () => {
  const { fits, show } = open();
  show();
  expect(fits).toEqual([]);
  show(GOAL);
  expect(fits).toHaveLength(1);
});

test('MAP-035: a name under a symbol at the edge of a shared page is whole, on a phone too', () => {
  // Twelve of its letters' heights are the most that a line of it takes (`text-max-width`), of 12 px each.
  for (const width of [360, 1440]) {
    const { left, right } = paddingOf({ width, height: 500 }, EDGES);
    expect(Math.min(left, right), `${width} px`).toBeGreaterThanOrEqual(72);
  }
});
