import type { SearchOptions } from '@spora/contract/tracking/endpoints';
import { expect, test } from 'vitest';
import { FIRST_OPTIONS } from './filter-search.ts';
import {
  toldState,
  toldTime,
  compareUnits,
  countStates,
  groupUnits,
  matches,
  readTrackingSearch,
  shownState,
  stateAt,
} from './model.ts';
import { forgetReach, reportAnswer, reportNoAnswer } from '../../lib/offline/reach.ts';
import { liveUnit } from './testing.ts';

const NOW = Date.parse('2026-11-02T10:00:00Z');
const car = liveUnit({
  id: 1,
  name: 'Åkes skåpbil',
  registration_number: 'ABC 12D',
  imei: '350000000000012',
  driver: 'Märta Øst',
});

test.each(['akes', 'abc12d', 'ABC-12D', '000012', 'ost', 'ÅKES SKÅP'])(
  'MAP-017: search forgives and finds by name, plate, IMEI or driver: %s',
  (search) => {
    expect(matches(car, { ...FIRST_OPTIONS, search }, NOW)).toBe(true);
  },
);

test('MAP-017: a search for something else finds nothing', () => {
  expect(matches(car, { ...FIRST_OPTIONS, search: 'xyz' }, NOW)).toBe(false);
});

test('MAP-017: every word of a search is found, in any order, a short one where a word begins', () => {
  const names = ['109 Taxi natt', '119 Taxi Östermalm natt', '204 Taxi Göteborg natt', '110 Rondbil natt', '104 Skåpbil'];
  const units = names.map((name, i) =>
    liveUnit({
      id: i,
      name,
      imei: `00100100000010${i}`,
      registration_number: i === 4 ? 'QJI 98Q' : 'ABC123',
      driver: 'Taxén Li',
    }),
  );
  const found = (search: string) =>
    units.filter((unit) => matches(unit, { ...FIRST_OPTIONS, search }, NOW)).map(({ name }) => name.slice(0, 3));
  expect(found('taxi natt')).toEqual(['109', '119', '204']);
  expect(found('natt taxi')).toEqual(['109', '119', '204']);
  expect(found('natt ös')).toEqual(['119']);
  expect(found('taxi 10'), 'not all of an IMEI with a 10').toEqual(['109']);
  expect(found('taxi 100')).toEqual([]);
  expect(found('li rond')).toEqual(['110']);
  for (const plate of ['qji 98', 'QJI98Q', 'qji-98q', '98q qji', 'skåp qji 98q']) expect(found(plate), plate).toEqual(['104']);
  expect(found('natt 001001000000101')).toEqual(['119']);
  expect(found('natt buss')).toEqual([]);
});

test('MAP-017: filters combine, tags by any of them', () => {
  const unit = liveUnit({ id: 2, department: 'Norr', tags: ['kyl', 'natt'] });
  expect(matches(unit, { ...FIRST_OPTIONS, departments: ['Norr'], tags: ['natt', 'x'] }, NOW)).toBe(true);
  expect(matches(unit, { ...FIRST_OPTIONS, departments: ['Syd'], tags: ['natt'] }, NOW)).toBe(false);
});

test('MAP-017: a zone or place keeps the units that are within it now; one that is there no more keeps all', () => {
  const yard = { value: 'zone:7', label: 'Gården', group: 'Zoner', lat: 59.36, lng: 18, radius: 300 };
  const within = liveUnit({ id: 2 });
  const north = liveUnit({ id: 3, position: { ...within.position!, lat: 59.363 } });
  const unknown = liveUnit({ id: 4, position: null });
  const kept = (areas: string[]) =>
    [within, north, unknown].filter((unit) => matches(unit, { ...FIRST_OPTIONS, areas }, NOW, [yard])).map(({ id }) => id);
  expect(kept(['zone:7'])).toEqual([2]);
  expect(kept(['zone:8'])).toEqual([2, 3, 4]);
  expect(kept([])).toEqual([2, 3, 4]);
});

test('MAP-019: a unit becomes no-contact by the clock alone, and only then', () => {
  expect(stateAt(car, NOW)).toBe('parked');
  expect(stateAt(car, Date.parse('2026-11-02T12:00:01Z'))).toBe('no-contact');
  expect(countStates([car], NOW).parked).toBe(1);
});

test('MAP-033: units without a position stand apart', () => {
  const { onMap, withoutPosition } = groupUnits(
    [car, liveUnit({ id: 3, position: null, no_position_reason: 'never-connected' })],
    FIRST_OPTIONS,
    { language: 'sv', nowMs: NOW },
  );
  expect([onMap.length, withoutPosition.length]).toEqual([1, 1]);
});

test('MAP-017: names sort as Swedes expect and numbers by value', () => {
  const names = ['Örn', 'Bil 10', 'Ål', 'Bil 9', 'Zebra'].map((name, i) => liveUnit({ id: i + 1, name }));
  expect(groupUnits(names, FIRST_OPTIONS, { language: 'sv', nowMs: NOW }).onMap.map((u) => u.name)).toEqual([
    'Bil 9',
    'Bil 10',
    'Zebra',
    'Ål',
    'Örn',
  ]);
});

test('MAP-017: by state, the worst first; by speed, the fastest first', () => {
  const units = [
    liveUnit({ id: 1, state: 'parked' }),
    liveUnit({ id: 2, state: 'moving', position: { ...car.position!, speed_kmh: 90 } }),
    liveUnit({ id: 3, state: 'alarm', position: { ...car.position!, speed_kmh: 20 } }),
  ];
  const order = (sort: SearchOptions['sort']) =>
    groupUnits(units, { ...FIRST_OPTIONS, sort }, { language: 'sv', nowMs: NOW }).onMap.map((u) => u.id);
  expect(order('state')).toEqual([3, 2, 1]);
  expect(order('speed')).toEqual([2, 3, 1]);
});

test('NAV-037: a link keeps unit and period, and a broken one still opens the map', () => {
  expect(readTrackingSearch({ unit: '350000000000012', from: '2026-11-20', to: '2026-11-21' })).toEqual({
    unit: '350000000000012',
    from: '2026-11-20',
    to: '2026-11-21',
  });
  expect(readTrackingSearch({ unit: 'x', from: '2026-13-99', to: 7, at: 'noon' })).toEqual({});
  expect(readTrackingSearch({ at: '2026-11-20T01:13:00.000Z' })).toEqual({ at: '2026-11-20T01:13:00.000Z' });
});

const driving = (over: Partial<typeof car> & { id: number }, speed_kmh = 47) =>
  liveUnit({ ...over, state: 'moving', position: { ...car.position!, speed_kmh } });

test('13-A1: a speed is current only of a unit that is heard of; standing units and hidden speeds have none', () => {
  const moving = driving({ id: 1 });
  expect(shownState(moving, NOW)).toEqual({ state: 'moving', speedKmh: 47, isSpeedOld: false });
  expect(shownState({ ...moving, contact_expected_by: '2026-11-02T09:00:00Z' }, NOW)).toEqual({
    state: 'no-contact',
    speedKmh: 47,
    isSpeedOld: true,
  });
  // Two minutes later it may drive another speed, whenever it is heard of next.
  expect([119_000, 121_000].map((later) => shownState(moving, Date.parse(moving.position!.time) + later).isSpeedOld)).toEqual([
    false,
    true,
  ]);
  // Positions may come a moment after the state: a unit that is said to stand is said to stand everywhere.
  expect(shownState({ ...moving, state: 'stopped' }, NOW).speedKmh).toBeNull();
  expect(shownState({ ...moving, state: 'parked' }, NOW).speedKmh).toBeNull();
  expect(shownState({ ...moving, hides_speed: true }, NOW).speedKmh).toBeNull();
  expect(shownState(driving({ id: 1 }, 0), NOW).speedKmh).toBe(0);
});

test('13-A1: how long a unit stands is told, and of one that moves nothing that begins again after each red light', () => {
  const since = { state_since: '2026-03-10T08:55:00Z' };
  const nowMs = Date.parse('2026-03-10T09:00:00Z');
  const at = { ...car.position!, time: '2026-03-10T08:59:50Z', speed_kmh: 40 };
  expect(toldTime({ ...car, ...since, state: 'parked', contact_expected_by: null, position: at }, nowMs)).toEqual({
    kind: 'lasts',
    forS: 300,
    isAtLeast: false,
  });
  expect(toldTime({ ...car, ...since, state: 'moving', contact_expected_by: null, position: at }, nowMs)).toBeNull();
});

test('13-A1: in the order by speed a unit without contact stands last, however fast it last was', () => {
  const lost = driving({ id: 3, name: 'A', contact_expected_by: '2026-11-02T09:00:00Z' }, 120);
  const units = [lost, liveUnit({ id: 2, name: 'B' }), driving({ id: 1, name: 'C' }, 30)];
  const sorted = units.toSorted(compareUnits({ sort: 'speed', descending: false }, 'sv', NOW));
  expect(sorted.map(({ name }) => name)).toEqual(['C', 'B', 'A']);
});

test('NFR-006, MAP-019: while the server is out of reach a unit stays as it was then, and is silent only if it was', () => {
  const [before, after] = [Date.parse('2026-11-02T11:00:00Z'), Date.parse('2026-11-02T12:30:00Z')];
  reportAnswer(before);
  reportNoAnswer(null);
  expect(stateAt(car, after)).toBe('parked');
  forgetReach();
  reportAnswer(after);
  reportNoAnswer(null);
  expect(stateAt(car, after)).toBe('no-contact');
  forgetReach();
});

test('13-A2: units of which nobody says whether they stand are neither counted nor found as parked', () => {
  const units = [
    liveUnit({ id: 1 }),
    liveUnit({ id: 2, position: null, no_position_reason: 'private' }),
    liveUnit({ id: 3, position: null, no_position_reason: 'no-fix' }),
    // Without contact it is whatever else is known of it, and a lock is known.
    liveUnit({ id: 4, position: null, no_position_reason: 'never-connected', state: 'no-contact' }),
    liveUnit({ id: 5, position: null, no_position_reason: 'no-fix', state: 'locked' }),
  ];
  expect(units.map((unit) => toldState(unit, NOW))).toEqual(['parked', null, null, 'no-contact', 'locked']);
  expect(countStates(units, NOW)).toMatchObject({ parked: 1, 'no-contact': 1, locked: 1 });
  const parked = units.filter((unit) => matches(unit, { ...FIRST_OPTIONS, states: ['parked'] }, NOW));
  expect(parked.map(({ id }) => id)).toEqual([1]);
});
