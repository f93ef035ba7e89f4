import type { Trip } from '@spora/contract/trips/endpoints';
import { expect, test } from 'vitest';
import { columnsFor, type RowWords } from './rules.ts';

test.each([
  [20, 1],
  [300, 5],
  [0, 0],
])('TRIP-017: a file tells a trip of %i s as %i min, as the log does', (seconds, minutes) => {
  const column = columnsFor('SE', { passengerRate: false, tolls: false }).find(({ id }) => id === 'minutes')!;
  const told = column.cellOf({ duration_s: seconds, is_masked: false } as Trip, {} as RowWords);
  expect(told).toEqual({ number: minutes, decimals: 0 });
});
