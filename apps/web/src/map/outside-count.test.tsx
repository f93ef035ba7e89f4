import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { OutsideCount } from './outside-count.tsx';
import { fakeMap } from './testing.tsx';

afterEach(cleanup);

const SOUTH = { west: 10, south: 55, east: 20, north: 60 };
const fleet = (inside: number, outside: number) => [
  ...Array.from({ length: inside }, () => ({ lat: 57, lng: 15 })),
  ...Array.from({ length: outside }, () => ({ lat: 67, lng: 15 })),
];

test('MAP-027: units that the map does not show are counted as it moves and as they do, until all are in view, also when it shows but a few or none', () => {
  const map = fakeMap();
  let told = 0;
  const onCount = (count: number) => (told = count);
  map.render(<OutsideCount points={fleet(45, 9)} onCount={onCount} />);
  expect(told, 'all are in view').toBe(0);
  act(() => map.arrive(SOUTH));
  expect(told).toBe(9);
  map.render(<OutsideCount points={fleet(44, 10)} onCount={onCount} />);
  expect(told, 'one has driven out of the map').toBe(10);
  map.render(<OutsideCount points={fleet(20, 34)} onCount={onCount} />);
  expect(told, '13-A2: somebody looks at a few from close, and finds the way back').toBe(34);
  map.render(<OutsideCount points={fleet(1, 53)} onCount={onCount} />);
  expect(told).toBe(53);
  map.render(<OutsideCount points={fleet(0, 54)} onCount={onCount} />);
  expect(told, 'a town without any of them is shown').toBe(54);
  map.render(<OutsideCount points={fleet(53, 1)} onCount={onCount} />);
  act(() => map.arrive({ ...SOUTH, north: 70 }));
  expect(told).toBe(0);
  act(() => map.arrive(SOUTH));
  expect(told).toBe(1);
  map.render(null);
  expect(told, 'a filter is on, or a unit is open').toBe(0);
});
