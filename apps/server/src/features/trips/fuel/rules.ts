import type { FuelUnit } from '@spora/contract/trips/endpoints';
import { fixed } from '@spora/messages/fixed';

/**
 * TRIP-019, REP-009: what a trip is reckoned to have used, litres or, of an electric unit, kWh: km / 10 x consumption per 10 km
 * (rates-and-rules.md 2.4). Null where nobody has stated a consumption. Not rounded: only what is shown is.
 */
export const fuelOf = (distanceM: number, consumptionPer10Km: number | null): number | null =>
  consumptionPer10Km === null ? null : (distanceM / 10_000) * consumptionPer10Km;

/**
 * TRIP-035, REP-012: litres or kWh per 10 km as they are told, to a hundredth: one figure is told alike of a filling and
 * of a month.
 */
export const rateAsTold = (per10Km: number): number => Number(fixed(per10Km, 2));

/** TRIP-019, REP-009: kilograms of CO2: km x g per km. Null where nobody has stated it. */
export const co2KgOf = (distanceM: number, gPerKm: number | null): number | null =>
  gPerKm === null ? null : (distanceM / 1_000_000) * gPerKm;

/** What a unit's fuel is measured in; litres where the fuel is not stated, as its consumption is then asked for in litres. */
export const fuelUnitOf = (fuelType: string | null): FuelUnit => (fuelType === 'electric' ? 'kWh' : 'l');

/**
 * TRIP-010: km/h over the driving time, to a hundredth; null for a trip that took none. Distance and speed are measured apart and may differ
 * by a tenth (decision 0025): within that the average is never above the highest speed. Far above it, some of the way had no positions.
 */
export const averageKmh = (distanceM: number, drivenS: number, maxKmh: number): number | null => {
  if (drivenS <= 0) return null;
  const average = Math.round((distanceM * 360) / drivenS) / 100;
  return average <= maxKmh * 1.1 ? Math.min(average, maxKmh) : average;
};

/** Sums of a fuel by its unit, and of CO2; null where nothing of it is known, since litres and kWh do not add up. */
export interface FuelSums {
  readonly fuel_l: number | null;
  readonly electricity_kwh: number | null;
  readonly co2_kg: number | null;
}

interface Used {
  readonly fuel: number | null;
  readonly fuel_unit: FuelUnit;
  readonly co2_kg: number | null;
}

/** The sums with one trip more. A sum is null as long as nothing of it is known; what is known of a part is told for that part. */
export function withUsed(sums: FuelSums, { fuel, fuel_unit, co2_kg }: Used): FuelSums {
  const plus = (sum: number | null, value: number | null) => (value === null ? sum : (sum ?? 0) + value);
  return {
    fuel_l: plus(sums.fuel_l, fuel_unit === 'l' ? fuel : null),
    electricity_kwh: plus(sums.electricity_kwh, fuel_unit === 'kWh' ? fuel : null),
    co2_kg: plus(sums.co2_kg, co2_kg),
  };
}

/** What trips have used together. */
export const fuelSums = (parts: readonly Used[]): FuelSums =>
  parts.reduce(withUsed, { fuel_l: null, electricity_kwh: null, co2_kg: null });
