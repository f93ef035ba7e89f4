import { addMonths } from '@spora/calendar/days';
import { expect, test } from 'vitest';
import {
  hasFilters,
  joinList,
  earliestStart,
  latestEnd,
  moreCount,
  NO_FILTERS,
  rangeOf,
  readTripSearch,
  tripsInput,
  type Period,
} from './public/trip-search.ts';

test.each<[Period, string, string, string]>([
  ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['this-week', '2026-03-01', '2026-02-23', '2026-03-01'],
  ['this-week', '2026-03-02', '2026-03-02', '2026-03-08'],
  ['last-week', '2026-01-01', '2025-12-22', '2025-12-28'],
  ['this-month', '2028-02-10', '2028-02-01', '2028-02-29'],
  ['last-month', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['this-year', '2026-11-29', '2026-01-01', '2026-12-31'],
  ['last-year', '2026-01-01', '2025-01-01', '2025-12-31'],
])('I18N-007: %s seen on %s goes from %s to %s', (period, today, from, to) => {
  expect(rangeOf({ period }, today)).toEqual({ from, to });
});

test('TRIP-006, DEC-44: a period goes to the same day of the next year, or to the last of that month', () => {
  expect(latestEnd('2026-01-01')).toBe('2027-01-01');
  expect(latestEnd('2027-03-01')).toBe('2028-03-01');
  expect(latestEnd('2028-02-29')).toBe('2029-02-28');
  expect(addMonths('2026-08-31', 6)).toBe('2027-02-28');
});

test('NAV-037: an address with nonsense still opens the log', () => {
  expect(
    readTripSearch({
      period: 'custom',
      from: '2026-02-30',
      to: 'x',
      unit: '12',
      type: 'holiday',
      page: '-4',
      rows: '100000',
      q: ' ',
      trip: 'abc',
    }),
  ).toEqual({});
  expect(readTripSearch({ period: 'custom', from: '2026-05-02', to: '2026-05-01' })).toEqual({});
});

test('NAV-037: what an address says is what is asked for', () => {
  const search = readTripSearch({
    period: 'custom',
    from: '2026-05-01',
    to: '2026-05-09',
    unit: '350000000000001',
    type: 'private',
    q: 'Åhléns',
    page: '3',
  });
  expect(tripsInput(search, '2026-11-21').body).toEqual({
    from: '2026-05-01',
    to: '2026-05-09',
    imeis: ['350000000000001'],
    types: ['private'],
    search: 'Åhléns',
    page: 3,
    page_size: 100,
  });
});

test('TRIP-006: a longer span in an address is cut to twelve months', () => {
  expect(readTripSearch({ period: 'custom', from: '2025-01-01', to: '2026-06-01' })).toMatchObject({
    from: '2025-01-01',
    to: '2026-01-01',
  });
  expect(readTripSearch({ period: 'custom', from: '2025-01-01', to: '2026-01-01' })).toMatchObject({ to: '2026-01-01' });
});

test('NAV-037: an address names a trip, however long its number', () => {
  expect(readTripSearch({ trip: '281474976710655' })).toEqual({ trip: 281_474_976_710_655 });
});

test('TRIP-018, NAV-037: every filter is kept in the address and asked for as it stands there', () => {
  const raw = {
    period: 'today',
    unit: '350000000000001,350000000000002,7',
    drivers: '4,x,5',
    departments: joinList(['Norr, inland', 'Syd']),
    tags: 'kyl',
    projects: 'Bron 100%25',
    places: '9',
    matter: 'driver',
    hours: 'outside',
    attested: 'no',
    min: '2.5',
    max: '80',
  };
  const search = readTripSearch(raw);
  expect(readTripSearch(search as Record<string, unknown>)).toEqual(search);
  expect(tripsInput(search, '2026-03-10').body).toEqual({
    from: '2026-03-10',
    to: '2026-03-10',
    imeis: ['350000000000001', '350000000000002'],
    types: [],
    search: '',
    driver_ids: [4, 5],
    departments: ['Norr, inland', 'Syd'],
    tags: ['kyl'],
    projects: ['Bron 100%'],
    place_ids: [9],
    driver_missing: true,
    outside_working_hours: true,
    attested: 'no',
    min_distance_m: 2500,
    max_distance_m: 80_000,
    page: 1,
    page_size: 100,
  });
  expect(moreCount(search)).toBe(8);
  expect(hasFilters({ ...search, ...NO_FILTERS })).toBe(false);
});

test.each(['2026-11-29', '2028-02-29', '2027-02-28', '2026-12-31'])(
  'DEC-44: what is looked for up to %s is no longer than a log may be',
  (day) => {
    const from = earliestStart(day);
    expect(latestEnd(from) >= day).toBe(true);
    expect(Date.parse(day) - Date.parse(from)).toBeGreaterThanOrEqual(364 * 86_400_000);
  },
);
