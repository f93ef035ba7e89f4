import { expect, test } from 'vitest';
import { ringOf } from '../../map/circle.ts';
import { readPlaceSearch, shownPlaces } from './model.ts';
import { place } from './testing.ts';

test('PLACE-005: the list is searched by name, address and unit, narrowed by status and sorted by visits, all from the address', () => {
  const all = [
    place({ id: 1, visits: 2 }),
    place({ id: 2, label: 'Lagret', is_active: false, visits: 5, unit_names: ['Bil Å'] }),
  ];
  const ids = (raw: Record<string, unknown>) => shownPlaces(all, readPlaceSearch(raw)).map(({ id }) => id);
  expect(ids({ q: 'bil a' })).toEqual([2]);
  expect(ids({ status: 'on' })).toEqual([1]);
  expect(ids({ sort: '-visits' })).toEqual([2, 1]);
  expect(ids({ sort: 'nonsense', status: 'x' })).toEqual([1, 2]);
});

test('PLACE-001: the circle on the map has the radius of the place', () => {
  const ring = ringOf({ lat: 59.3, lng: 18 }, 1000);
  expect(ring[0]?.lat).toBeCloseTo(59.3 + 1000 / 111_195, 5);
  expect(ring[0]).toEqual({ lat: ring.at(-1)?.lat, lng: expect.closeTo(ring.at(-1)?.lng ?? 0, 9) });
});
