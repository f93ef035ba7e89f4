import { expect, test, vi } from 'vitest';
import { createFleetStore } from './fleet-store.ts';
import type { MapUnit } from './shapes.ts';

const unit = (id: number, over: Partial<MapUnit> = {}): MapUnit => ({
  id,
  lat: 59,
  lng: 18,
  timeMs: 1_000,
  headingDeg: 0,
  speedKmh: 0,
  state: 'parked',
  colour: '#0b6478',
  symbol: 'car',
  title: `Unit ${id}`,
  ...over,
});
const fleet = (count: number) => Array.from({ length: count }, (_, i) => unit(i + 1));

test('MAP-025: only changed units are handed over, once', () => {
  const store = createFleetStore();
  store.put(fleet(2_000));
  expect(store.takeChanges().all).toBe(true);
  store.put([unit(7, { lat: 60, timeMs: 2_000 }), unit(8)]);
  const changes = store.takeChanges();
  expect(changes).toMatchObject({ all: false, removed: [] });
  expect(changes.updated.map((u) => u.id)).toEqual([7]);
  expect(store.takeChanges().updated).toEqual([]);
});

test('MAP-025: many changes at once are sent as a whole, few as a difference', () => {
  const store = createFleetStore();
  store.put(fleet(2_000));
  store.takeChanges();
  store.put(fleet(79).map((u) => ({ ...u, lat: 60, timeMs: 2_000 })));
  expect(store.takeChanges().all).toBe(false);
  store.put(fleet(81).map((u) => ({ ...u, lat: 61, timeMs: 3_000 })));
  expect(store.takeChanges().all).toBe(true);
});

test('a new state at the same instant is taken: contact was lost, no position came', () => {
  const store = createFleetStore();
  store.put([unit(1)]);
  store.put([unit(1, { state: 'no-contact' })]);
  expect(store.get(1)?.state).toBe('no-contact');
});

test('units that are gone from the full state are removed, and the listeners wake once', () => {
  const store = createFleetStore();
  const listener = vi.fn();
  store.put(fleet(3));
  store.takeChanges();
  store.subscribe(listener);
  store.replace([unit(1), unit(2)]);
  expect(store.takeChanges()).toEqual({ all: false, updated: [], removed: [3] });
  expect(listener).toHaveBeenCalledTimes(1);
  store.replace([unit(1), unit(2)]);
  expect(listener).toHaveBeenCalledTimes(1);
});

test('MAP-017: a filter decides what is drawn and forgets nothing', () => {
  const store = createFleetStore();
  store.put(fleet(3));
  store.takeChanges();
  store.showOnly(new Set([2]));
  expect(store.shown().map((u) => u.id)).toEqual([2]);
  expect(store.takeChanges().all).toBe(true);
  store.put([unit(3, { lat: 60, timeMs: 2_000 })]);
  expect(store.takeChanges()).toEqual({ all: false, updated: [], removed: [] });
  store.showOnly(null);
  expect(store.shown().find((u) => u.id === 3)?.lat).toBe(60);
});
