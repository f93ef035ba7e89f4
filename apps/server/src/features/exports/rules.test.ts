import type { ExportQuery } from '@spora/contract/exports/endpoints';
import type { Trip } from '@spora/contract/trips/endpoints';
import { expect, test } from 'vitest';
import { columnsFor, filterInWords, type RowWords, wordsIn } from './rules.ts';

test.each([
  [20, 1],
  [300, 5],
  [0, 0],
])('TRIP-017: a file tells a trip of %i s as %i min, as the log does', (seconds, minutes) => {
  const column = columnsFor('SE', { passengerRate: false, tolls: false }).find(({ id }) => id === 'minutes')!;
  const told = column.cellOf({ duration_s: seconds, is_masked: false } as Trip, {} as RowWords);
  expect(told).toEqual({ number: minutes, decimals: 0 });
});

test.each([
  ['en', 'trips whose purpose is missing'],
  ['sv', 'resor där ärendet saknas'],
  ['no', 'turer der formålet mangler'],
] as const)(
  'TRIP-017, TRIP-004: in %s the filter of missing purposes speaks of no type: an account may want them of others, too',
  (language, told) => {
    const lists = { types: [], driver_ids: [], departments: [], tags: [], projects: [], place_ids: [] };
    const query = { ...lists, search: '', min_distance_m: null, max_distance_m: null, attested: 'any', purpose_missing: true };
    const names = { units: [], drivers: [], places: [] };
    const said = filterInWords(query as unknown as ExportQuery, names, wordsIn(language, 'Europe/Stockholm', 'Jour'));
    expect(said).toEqual([told]);
  },
);
