import { bitLength } from './bytes.ts';

/** What a column's next number is held against; only what it differs by is told. */
export const FORECAST = {
  /** All are as the first. */
  constant: 0,
  /** As the last one. */
  steady: 1,
  /** On as between the last two. */
  linear: 2,
} as const;

/** Number i as those before it let one expect it, modulo 2^32. */
export function forecastOf(values: Int32Array, i: number, way: number): number {
  if (i === 0) return 0;
  if (way === FORECAST.steady || i === 1) return values[i - 1]!;
  return (2 * values[i - 1]! - values[i - 2]!) | 0;
}

/** What the first n would take, roughly: the sum of the lengths of their differences. */
function roughCost(values: Int32Array, n: number, way: number): number {
  let cost = 0;
  for (let i = 1; i < n; i++) {
    const difference = (values[i]! - forecastOf(values, i, way)) | 0;
    if (difference !== 0) cost += 1 + bitLength(Math.abs(difference));
  }
  return cost;
}

/** Which of FORECAST tells the first n of a column shortest. */
export function wayOf(values: Int32Array, n: number): number {
  const steady = roughCost(values, n, FORECAST.steady);
  if (steady === 0) return FORECAST.constant;
  return roughCost(values, n, FORECAST.linear) < steady ? FORECAST.linear : FORECAST.steady;
}
