import { createFormat } from '@spora/messages/format';
import { expect, test } from 'vitest';
import { daysTogether, crossesMidnight, groupByDay, lacksPurpose, shownOrder, underWayS, withTrip, seemsOther } from './model.ts';
import { trip, tripPage } from './testing.ts';

const { day } = createFormat('sv', 'Europe/Stockholm');
const at = (id: number, start: string, stop: string) => {
  const base = trip({ id });
  return { ...base, day: day(start), start: { ...base.start, time: start }, stop: base.stop && { ...base.stop, time: stop } };
};

test("TRIP-025: a trip over midnight stands under the day it started, in the account's zone", () => {
  const late = at(1, '2026-11-20T22:30:00Z', '2026-11-20T23:30:00Z');
  const groups = groupByDay(tripPage([late, at(2, '2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z')]));
  expect(groups.map((group) => [group.day, group.trips.length, group.sums?.distanceM])).toEqual([['2026-11-20', 2, 24_600]]);
  expect(crossesMidnight(late, day)).toBe(true);
});

test('TRIP-034: of a day that the page cuts its whole is told, as the server knows it, and never a part', () => {
  const page = {
    ...tripPage([at(1, '2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z'), at(2, '2026-11-19T08:00:00Z', '2026-11-19T09:00:00Z')]),
    page: { number: 2, size: 2, count: 3 },
  };
  expect(groupByDay(page).map((group) => group.continues)).toEqual(['before', 'after']);
  expect(
    groupByDay(page).map((group) => group.sums),
    'kept from before the server told them',
  ).toEqual([null, null]);
  const whole = { distance_m: 99_000, at_sea_m: 0, duration_s: 7200, fuel_l: 3, electricity_kwh: null, co2_kg: null };
  const cut_days = [
    { day: '2026-11-20', count: 8, ...whole },
    { day: '2026-11-19', count: 1, ...whole },
  ];
  expect(groupByDay({ ...page, cut_days }).map(({ sums, continues }) => [sums?.count, sums?.distanceM, continues])).toEqual([
    [8, 99_000, 'before'],
    // All of it is on this page after all.
    [1, 99_000, null],
  ]);
});

test('days add up to the sum as it is told, and a day of one trip is told as its trip is', () => {
  const step = () => 100;
  const day = (name: string, ...metres: number[]) => ({
    day: name,
    trips: metres.map((distance_m, id) => trip({ id, distance_m })),
  });
  const shown = (...days: ReturnType<typeof day>[]) => [...daysTogether(days, step).values()];
  // 10.04 + 18.17 + 16.16 + 11.16 = 55.53: each rounded alone they come to 55.6.
  expect(shown(day('a', 5_000, 5_040), day('b', 18_170), day('c', 8_000, 8_160), day('d', 5_000, 6_160))).toEqual([
    10_000, 18_200, 16_100, 11_200,
  ]);
  expect(shown(day('a', 10_040), day('b', 18_170)), 'nothing to give way').toEqual([10_000, 18_200]);
  expect(shown()).toEqual([]);
});

test('a changed type moves the distance between the types and leaves the sum', () => {
  const page = {
    ...tripPage([trip({ id: 1 })]),
    totals: {
      ...tripPage([]).totals,
      count: 1,
      distance_m: 12_300,
      duration_s: 1800,
      by_type: { business: 12_300, private: 0, other: 0 },
    },
  };
  const changed = withTrip(page, trip({ id: 1, type: 'private' }), { isOtherAsked: false });
  expect(changed.totals).toMatchObject({ distance_m: 12_300, by_type: { business: 0, private: 12_300, other: 0 } });
  expect(withTrip(page, trip({ id: 9 }), { isOtherAsked: false })).toBe(page);
  const at_sea = { business: 12_300, private: 0, other: 0 };
  const sailed = { ...page, totals: { ...page.totals, at_sea } };
  const changedTo = (isAtSea: boolean) =>
    withTrip(sailed, trip({ id: 1, type: 'private' }), { isOtherAsked: false, isAtSea }).totals.at_sea;
  expect(changedTo(true), 'of a boat').toEqual({ business: 0, private: 12_300, other: 0 });
  expect(changedTo(false), 'of a car').toEqual(at_sea);
});

test('TRIP-004, TRIP-023: a trip of the third type without a purpose is an open matter where the account asks one, and counted so', () => {
  const without = trip({ id: 1, type: 'other', purpose: '' });
  expect([lacksPurpose(without, false), lacksPurpose(without, true)]).toEqual([false, true]);
  expect(lacksPurpose(trip({ id: 1, type: 'other', purpose: 'Jour' }), true)).toBe(false);
  expect(lacksPurpose(trip({ id: 1, type: 'private', purpose: '' }), true)).toBe(false);
  const one = tripPage([without]);
  const said = { ...without, purpose: 'Jour' };
  const missing = one.totals.purpose_missing;
  expect(withTrip(one, said, { isOtherAsked: true }).totals.purpose_missing).toBe(missing - 1);
  expect(withTrip(one, said, { isOtherAsked: false }).totals.purpose_missing).toBe(missing);
});

test('13-A2: a range of rows is what stands between them: a round stands where it began', () => {
  const round = (id: number, from: string, to: string) => ({
    ...at(id, `2026-11-20T${from}:00Z`, `2026-11-20T${to}:00Z`),
    suggests_merge: id > 1,
  });
  const other = { ...at(9, '2026-11-20T08:12:00Z', '2026-11-20T08:30:00Z'), unit_id: 2 };
  const page = tripPage([round(3, '08:20', '08:25'), other, round(2, '08:10', '08:15'), round(1, '08:00', '08:05')]);
  expect(shownOrder(page, true)).toEqual([9, 3, 2, 1]);
  expect(shownOrder(page, false)).toEqual([3, 9, 2, 1]);
});

test.each([
  ['15:12:10', '15:42:50', 1800],
  ['15:12:50', '15:42:10', 1800],
  ['15:12:10', '15:12:50', 40],
])('TRIP-017: under way from %s, at %s the log says %i s: the minutes between the times of the clock', (start, now, shown) => {
  const one = at(1, `2026-11-27T${start}Z`, `2026-11-27T${now}Z`);
  expect(underWayS(one, Date.parse(`2026-11-27T${now}Z`))).toBe(shown);
});

test('decision 0086: of a short trip whose minutes of the clock give another average speed, the speed says what it is reckoned by', () => {
  const of = (distance_m: number, duration_s: number, average_kmh: number | null) =>
    seemsOther({ distance_m, duration_s, average_kmh });
  expect(of(2_100, 60, 83), '126 km/h by the clock').toBe(true);
  expect(of(400, 0, 30), 'within a minute').toBe(true);
  expect(of(20_000, 1_200, 61)).toBe(false);
  expect(of(2_100, 60, null)).toBe(false);
});
