import { expect, test } from 'vitest';
import {
  isInCircle,
  type PlaceRule,
  type PlaceVersion,
  placeAt,
  placeTrip,
  readRules,
  readSchedule,
  type TripToPlace,
} from './rules.ts';

const OFFICE = [593_000_000, 180_000_000] as const;
const HOME = [594_000_000, 181_000_000] as const;
const SHOP = [595_000_000, 182_000_000] as const;
const rule = (when: PlaceRule['when'], fields: Partial<PlaceRule> = {}): PlaceRule => ({
  when,
  otherPlaceId: null,
  unitIds: null,
  type: 'private',
  purpose: '',
  project: '',
  note: '',
  ...fields,
});
const place = (placeId: number, at: readonly [number, number], fields: Partial<PlaceVersion> = {}): PlaceVersion => ({
  placeId,
  fromMs: 0,
  toMs: Infinity,
  madeMs: 0,
  madeBy: 1,
  goneMs: Infinity,
  latE7: at[0],
  lonE7: at[1],
  radiusM: 100,
  position: placeId,
  unitIds: null,
  rules: [],
  schedule: null,
  ...fields,
});
const trip = (fields: Partial<TripToPlace> = {}): TripToPlace => ({
  unitId: 7,
  startMs: Date.parse('2026-03-10T08:00:00Z'),
  endMs: Date.parse('2026-03-10T08:30:00Z'),
  start: OFFICE,
  stop: HOME,
  computedType: 'business',
  driverId: null,
  ...fields,
});
const decided = (versions: PlaceVersion[], of = trip()) => {
  const { type, rule: by } = placeTrip(of, versions);
  return [type, by];
};

test('PLACE-012: an end bears the name of the smallest place that it lies in, the edge included', () => {
  const [lat, lon] = OFFICE;
  const circle = { latE7: lat, lonE7: lon, radiusM: 100 };
  // A metre of latitude is 8.993e-6 degrees.
  expect(isInCircle(circle, [lat + 8_990, lon])).toBe(true);
  expect(isInCircle(circle, [lat + 9_010, lon])).toBe(false);
  expect(isInCircle(circle, [lat, lon + 17_500])).toBe(true);
  expect(isInCircle(circle, [lat, lon + 17_700])).toBe(false);
  const versions = [place(1, OFFICE, { radiusM: 900 }), place(2, OFFICE), place(3, HOME)];
  expect(placeTrip(trip(), versions)).toMatchObject({ startPlaceId: 2, stopPlaceId: 3, type: null, rule: null });
  expect(placeAt(versions, 7, OFFICE)).toBe(2);
  expect(placeAt([place(2, OFFICE, { unitIds: [8] })], 7, OFFICE)).toBeNull();
});

test('PLACE-007: a rule is for trips that start, end, or start and end at the place, or run between two, either way', () => {
  const back = trip({ start: HOME, stop: OFFICE });
  const round = trip({ stop: OFFICE });
  const away = trip({ stop: SHOP });
  const results = (when: PlaceRule['when'], otherPlaceId: number | null = null) =>
    [trip(), back, round, away].map(
      (each) => decided([place(1, OFFICE, { rules: [rule(when, { otherPlaceId })] }), place(2, HOME)], each)[1],
    );
  expect(results('start')).toEqual(['place-one', null, 'place-one', 'place-one']);
  expect(results('stop')).toEqual([null, 'place-one', 'place-one', null]);
  expect(results('both')).toEqual([null, null, 'place-both', null]);
  expect(results('between', 2)).toEqual(['place-both', 'place-both', null, null]);
});

test('PLACE-007: a rule sets type, purpose, project and note, for every unit of the place or for some of them', () => {
  const says = { type: 'business', purpose: 'Lager', project: 'Bro 12', note: 'N' } as const;
  const versions = [place(1, OFFICE, { unitIds: [7, 8], rules: [rule('start', { ...says, unitIds: [7] })] })];
  expect(placeTrip(trip(), versions)).toMatchObject({ ...says, rule: 'place-one' });
  expect(placeTrip(trip({ unitId: 8 }), versions)).toMatchObject({ type: null, rule: null, purpose: '', startPlaceId: 1 });
  expect(placeTrip(trip({ unitId: 9 }), versions)).toMatchObject({ startPlaceId: null });
  // Without a type it decides none, and what comes after places does.
  const silent = [place(1, OFFICE, { rules: [rule('start', { type: null, purpose: 'Lager' })] })];
  expect(placeTrip(trip(), silent)).toMatchObject({ type: null, rule: null, purpose: 'Lager' });
});

test('PLACE-009, TRIP-024: two ends stand above one, a smaller radius above a larger, then the order of the list', () => {
  const wide = place(1, OFFICE, { radiusM: 500, rules: [rule('both', { type: 'business' })] });
  const small = place(2, OFFICE, { rules: [rule('start', { type: 'private' })] });
  expect(decided([small, wide], trip({ stop: OFFICE }))).toEqual(['business', 'place-both']);
  const big = place(3, OFFICE, { radiusM: 400, rules: [rule('start', { type: 'other' })] });
  expect(decided([big, small])).toEqual(['private', 'place-one']);
  const first = place(9, HOME, { position: 1, rules: [rule('stop', { type: 'business' })] });
  expect(decided([small, first])).toEqual(['business', 'place-one']);
  const two = place(1, OFFICE, { rules: [rule('start', { type: 'other' }), rule('start', { type: 'private' })] });
  expect(decided([two])).toEqual(['other', 'place-one']);
});

const stored = (intervals: unknown) => readSchedule({ isActive: true, timeZone: 'Europe/Stockholm', intervals });
const workdays = stored([{ weekdays: [1, 2, 3, 4, 5], fromMin: 480, toMin: 1020 }]);

test('PLACE-008: outside its schedule a rule says nothing, and the next in order decides', () => {
  const versions = [
    place(1, OFFICE, { schedule: workdays, rules: [rule('start', { type: 'business' })] }),
    place(2, OFFICE, { radiusM: 300, rules: [rule('start', { type: 'private' })] }),
  ];
  const at = (start: string) => decided(versions, trip({ startMs: Date.parse(start), endMs: Date.parse(start) + 60_000 }))[0];
  expect(at('2026-03-10T07:00:00Z')).toBe('business');
  expect(at('2026-03-10T06:59:00Z')).toBe('private');
  expect(at('2026-03-14T09:00:00Z')).toBe('private');
  expect(readSchedule({ isActive: false, timeZone: 'Europe/Stockholm', intervals: [] })).toBeNull();
});

test('PLACE-008: the schedule follows the clock on the wall over both clock changes', () => {
  const versions = [
    place(1, OFFICE, { schedule: stored([{ weekdays: [0], fromMin: 480, toMin: 540 }]), rules: [rule('start')] }),
  ];
  const at = (start: string) => decided(versions, trip({ startMs: Date.parse(start) }))[0];
  // 29 March: eight o'clock is 06:00 UTC, on 25 October 07:00 UTC; a week before each it is the other.
  expect([at('2026-03-22T07:30:00Z'), at('2026-03-29T06:30:00Z'), at('2026-03-29T07:30:00Z')]).toEqual([
    'private',
    'private',
    null,
  ]);
  expect([at('2026-10-18T06:30:00Z'), at('2026-10-25T06:30:00Z'), at('2026-10-25T07:30:00Z')]).toEqual([
    'private',
    null,
    'private',
  ]);
});

test('PLACE-008: a rule about arriving follows the clock of the arrival', () => {
  const versions = [place(1, HOME, { schedule: workdays, rules: [rule('stop', { type: 'business' })] })];
  const early = { startMs: Date.parse('2026-03-10T06:45:00Z'), endMs: Date.parse('2026-03-10T07:05:00Z') };
  expect(decided(versions, trip(early))[0]).toBe('business');
  expect(decided([place(1, OFFICE, { schedule: workdays, rules: [rule('start')] })], trip(early))[0]).toBeNull();
});

test('PLACE-007: an ongoing trip follows the place it started at; where it ends is not known yet', () => {
  const versions = [place(1, OFFICE, { rules: [rule('start')] }), place(2, HOME, { rules: [rule('stop', { type: 'other' })] })];
  expect(placeTrip(trip({ stop: null }), versions)).toMatchObject({ startPlaceId: 1, stopPlaceId: null, type: 'private' });
});

test('PLACE-010: a trip follows the places as they were when it started', () => {
  const startMs = trip().startMs;
  const old = place(1, OFFICE, { toMs: startMs + 1, rules: [rule('start', { type: 'other' })] });
  const later = place(1, OFFICE, { fromMs: startMs + 1, rules: [rule('start')] });
  expect(decided([old, later])).toEqual(['other', 'place-one']);
  expect(decided([old, later], trip({ startMs: startMs + 1 }))).toEqual(['private', 'place-one']);
});

test('PLACE-010, PLACE-011: a place that was removed gives way to one made there afterwards, and to none that was there with it', () => {
  const goneMs = trip().startMs + 1000;
  const gone = place(1, OFFICE, { toMs: goneMs, goneMs, rules: [rule('start', { type: 'other' })] });
  const beside = place(2, OFFICE, { radiusM: 500, rules: [rule('start')] });
  const afterwards = place(3, OFFICE, { radiusM: 900, madeMs: goneMs, rules: [rule('start', { type: 'business' })] });
  const startOf = (...versions: PlaceVersion[]) => {
    const { startPlaceId, type } = placeTrip(trip(), versions);
    return [startPlaceId, type];
  };
  expect(startOf(gone, beside)).toEqual([1, 'other']);
  expect(startOf(gone, afterwards)).toEqual([3, 'business']);
  // Among those that are there the smaller decides as ever.
  expect(startOf(gone, beside, afterwards)).toEqual([2, 'private']);
  // At the other end nobody has made one: the name stays.
  const goneHome = place(4, HOME, { toMs: goneMs, goneMs });
  expect(placeTrip(trip(), [goneHome, afterwards])).toMatchObject({ startPlaceId: 3, stopPlaceId: 4 });
});

test('TRIP-032: a rule that is made afterwards never opens what was somebody else’s private trip, nor one without a driver', () => {
  const made = { madeMs: trip().endMs, madeBy: 1 };
  const versions = [place(1, OFFICE, { ...made, rules: [rule('start', { type: 'business', purpose: 'P' })] })];
  const own = { computedType: 'private' } as const;
  expect(placeTrip(trip({ ...own, driverId: 2 }), versions)).toMatchObject({ type: null, purpose: '' });
  expect(decided(versions, trip({ ...own, driverId: 1 }))[0]).toBe('business');
  expect(placeTrip(trip({ ...own, driverId: null }), versions)).toMatchObject({ type: null, purpose: '' });
  expect(placeTrip(trip({ ...own, driverId: null }), [{ ...versions[0]!, madeBy: null }])).toMatchObject({ type: null });
  expect(decided([{ ...versions[0]!, madeMs: 0 }], trip({ ...own, driverId: 2 }))[0]).toBe('business');
});

test('what cannot be read of a stored rule or schedule says nothing', () => {
  expect(readRules('x')).toEqual([]);
  expect(readRules([{ when: 'sometimes' }, null, { when: 'start', type: 'odd' }])).toMatchObject([{ when: 'start', type: null }]);
  expect(readSchedule({ isActive: true, timeZone: 'Mars/Olympus', intervals: [] })).toBeNull();
});
