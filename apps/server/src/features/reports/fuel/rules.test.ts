import { expect, test } from 'vitest';
import { rateAsTold } from '../../trips/fuel/rules.ts';
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

test('TRIP-035, REP-012: what one filling was per 10 km is the same in the report as in the list of fillings, to the last hundredth', () => {
  const filled = {
    unitId: 1,
    unit: 'l',
    amount: 13.2,
    price: null,
    currency: null,
    day: '2026-03-10',
    month: '2026-03',
  } as const;
  const trips = [7_314, 41_909, 33_335, 12_003, 65_449].map((metres) => driven(1, metres, null));
  // 13.2 l on 160 km is half a hundredth, of which what these trips used over how far they went falls short by a quadrillionth.
  const figures = figuresOf(trips, measuredOf([{ ...filled, per10Km: 0.825 }], []), null);
  expect(figures.l_per_10km).toBe(rateAsTold(0.825));
  expect(figures.l_per_10km).toBe(0.83);
});
