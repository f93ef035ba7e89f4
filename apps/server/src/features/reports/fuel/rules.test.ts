import { expect, test } from 'vitest';
import { figuresOf, measuredOf, type Driven } from './rules.ts';

const driven = (unitId: number, distanceM: number, consumptionPer10Km: number | null): Driven => ({
  unitId,
  month: '2026-03',
  distanceM,
  isAtSea: false,
  isTowed: false,
  fuelUnit: 'l',
  consumptionPer10Km,
  price: null,
});

test('REP-012: what a fleet uses per 10 km is of the vehicles that use any; a trailer’s way lowers it no more than an unknown one’s', () => {
  const figures = figuresOf([driven(1, 100_000, 0.8), driven(2, 100_000, 0), driven(3, 100_000, null)], measuredOf([], []), null);
  expect(figures).toMatchObject({ distance_m: 300_000, fuel_l: 8, l_per_10km: 0.8 });
  expect(figuresOf([driven(2, 100_000, 0)], measuredOf([], []), null)).toMatchObject({ fuel_l: 0, l_per_10km: null });
});
