import { expect, test } from 'vitest';
import { edgesOf, firstView, foundView, pinLabel, standing } from './first-view.ts';
import { paddingOf } from '../../map/map-handle.ts';
import { liveUnit } from './testing.ts';

const near = liveUnit({ id: 1 });
const far = liveUnit({ id: 2, position: { ...near.position!, lat: 67.8, lng: 20.2 } });
const nowhere = liveUnit({ id: 3, position: null });
const at = (lat: number, lng: number) => ({ west: lng, south: lat, east: lng, north: lat });

test('13-A1: a link to a unit opens the map at the unit, else it shows the fleet', () => {
  expect(firstView([near, far], 2)).toEqual({ center: { lat: 67.8, lng: 20.2 }, zoom: 13 });
  expect(firstView([near, far], null)).toEqual({ bounds: { west: 18, south: 59.36, east: 20.2, north: 67.8 } });
  // One without a position, or that is not ours, is no place to open at.
  expect(firstView([near, nowhere], 3)).toEqual({ bounds: at(59.36, 18) });
  expect(firstView([near], 9)).toEqual({ bounds: at(59.36, 18) });
  expect(firstView([nowhere], null)).toBeNull();
});

test('MAP-028: the map opens where most are, without the few that are far away, and of a few it shows all', () => {
  const at = (id: number, lat: number, lng: number) => liveUnit({ id, position: { ...near.position!, lat, lng } });
  const around = (lat: number, lng: number, count: number, from: number) =>
    Array.from({ length: count }, (_, i) => at(from + i, lat + (i % 5) / 10, lng + (i % 7) / 10));
  const home = [...around(59.3, 18, 20, 100), ...around(57.7, 12, 16, 200)];
  const frame = firstView(home, null);
  const lapland = at(1, 67.8, 20.2);
  const london = [{ ...at(2, 51.5, -0.1), state: 'moving' as const }, at(3, 51.4, -0.2)];
  const others = [lapland, ...london].map(({ id, position }) => ({ lat: position!.lat, lng: position!.lng, isMoving: id === 2 }));
  expect(frame).not.toHaveProperty('others');
  expect(firstView([lapland, ...home, ...london], null)).toEqual({
    ...frame,
    // Should the map show half of one for all that, it goes there.
    others,
  });
  // A second place of many is no few, and what makes little difference is shown.
  expect(firstView([...home, ...around(67, 20, 10, 300)], null)).toMatchObject({ bounds: { north: 67.4 } });
  expect(firstView([...home, at(4, 60.6, 17.1)], null)).toMatchObject({ bounds: { north: 60.6 } });
  expect(firstView([...home.slice(0, 4), lapland], null)).toMatchObject({ bounds: { north: 67.8 } });
});

test('13-A1: a link to a history opens where that was; what is implausible of it frames nothing', () => {
  const point = { timeMs: 0, lat: 57, lng: 12, speedKmh: 0, headingDeg: 0, isImplausible: false };
  expect(firstView([near], 1, [point, { ...point, lat: 0, lng: 0, isImplausible: true }])).toEqual({
    bounds: at(57, 12),
    isLabelled: true,
  });
});

test('MAP-027: a town is shown with the units in it, a street as a street and an address as a house', () => {
  const town = { label: 'Göteborg', city: 'Göteborg', lat: 57.707, lng: 11.967 };
  const at = (id: number, lat: number, lng: number) => liveUnit({ id, position: { ...near.position!, lat, lng } });
  const units = [at(1, 57.72, 11.95), at(2, 57.66, 12.01), at(3, 58.3, 12.3), nowhere];
  const inside = [
    { lat: 57.72, lng: 11.95 },
    { lat: 57.66, lng: 12.01 },
  ];
  expect(foundView(town, units, 16)).toEqual({ points: [town, ...inside], zoom: 12 });
  // As a provider writes it, and without anybody there.
  const written = { ...town, label: 'Göteborg, Göteborg' };
  expect(foundView(written, [far], 16)).toEqual({ points: [written], zoom: 11 });
  const street = { ...town, label: 'Hagavägen, Göteborg' };
  expect(foundView(street, units, 16)).toEqual({ points: [street], zoom: 15 });
  const house = { ...town, label: 'Storgatan 12, 411 38 Göteborg' };
  expect(foundView(house, units, 16)).toEqual({ points: [house], zoom: 16 });
  // Where only the great roads are known, and where the map has no street: there the roads that lead to a town tell where it is.
  expect([town, street, house].map((place) => foundView(place, [far], 13).zoom)).toEqual([11, 13, 13]);
  expect([town, street, house].map((place) => foundView(place, [far], 11).zoom)).toEqual([10, 11, 11]);
});

test('MAP-027: the pin of a town does not write the name that the map writes, and that of an address says which', () => {
  const goteborg = { label: 'Göteborg', city: 'Göteborg', lat: 57.707, lng: 11.967 };
  const labels = ['Göteborg', 'Göteborg, Göteborg', 'Hagavägen, Göteborg', 'Storgatan 12, 411 38 Göteborg'];
  expect(labels.map((label) => pinLabel({ ...goteborg, label }))).toEqual([
    '',
    '',
    'Hagavägen, Göteborg',
    'Storgatan 12, 411 38 Göteborg',
  ]);
  expect(pinLabel({ ...goteborg, label: 'Landvetter', city: undefined })).toBe('Landvetter');
});

test('MAP-027: a found place and the units with it do not lie under the card that tells of it, wide and on a phone', () => {
  const wide = paddingOf({ width: 834, height: 840 }, edgesOf('wide', 'found'));
  const phone = paddingOf({ width: 390, height: 459 }, edgesOf('phone', 'found'));
  // The search of a desk begins 52 px from the left and is 320 wide; a phone's card, folded, ends 148 px below the map's upper edge.
  expect(wide.left).toBeGreaterThanOrEqual(52 + 320);
  // Half of "801 Grävmaskin 14 t" beside the buttons.
  expect(wide.right).toBeGreaterThanOrEqual(56 + 56);
  expect(phone.top).toBeGreaterThanOrEqual(148);
  expect(459 - phone.top - phone.bottom).toBeGreaterThanOrEqual(0.4 * 459 - 1);
});

test('MAP-027: neither a group of units at the edge nor the name of its town lies under the buttons, wide and on a phone', () => {
  // A finger's button with its distance from the edge; half a group, and "Stockholm" beside it.
  const [buttons, beside] = [44 + 12, 96];
  for (const [width, size] of [['wide', { width: 834, height: 840 }] as const, ['phone', { width: 390, height: 430 }] as const]) {
    const fleet = paddingOf(size, edgesOf(width, 'fleet'));
    expect(fleet.right).toBeGreaterThanOrEqual(buttons + beside);
    expect(size.width - fleet.left - fleet.right).toBeGreaterThan(size.width / 2);
    expect(edgesOf(width, 'fleet')).toBe(edgesOf(width, 'fleet'));
    expect(fleet.left, 'most of half a name below a symbol').toBeGreaterThanOrEqual(42);
    // A way has less beside it, which it says itself.
    expect(paddingOf(size, edgesOf(width, 'track')).right).toBe(80);
  }
});

test('13-A2, MAP-024: a group that is opened while the card of a found place is there does not part under that card', () => {
  const parting = (hasPin: boolean) =>
    paddingOf({ width: 834, height: 840 }, edgesOf('wide', standing({ isPast: false, hasPin })));
  expect(parting(true).left).toBeGreaterThan(360);
  expect(parting(false).left).toBeLessThan(100);
  expect(standing({ isPast: true, hasPin: true })).toBe('track');
});
