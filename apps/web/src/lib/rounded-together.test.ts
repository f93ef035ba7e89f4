import { expect, test } from 'vitest';
import { roundedTogether } from './rounded-together.ts';

const sum = (list: readonly number[]) => list.reduce((all, each) => all + each, 0);
const whole = () => 1;

test('rounded rows add up to the rounded sum, and the row that rounding moved the farthest gives way', () => {
  expect(roundedTogether([10.4, 10.3, 10.45], whole), '31.15').toEqual([10, 10, 11]);
  expect(roundedTogether([10.6, 10.7, 10.55, 9.6], whole), '41.45').toEqual([10, 11, 10, 10]);
  expect(roundedTogether([3, 4, 5], whole)).toEqual([3, 4, 5]);
  expect(roundedTogether([], whole)).toEqual([]);
});

test('of steps that differ the coarse ones give way only where the sum, as it is rounded, would be another', () => {
  const stepOf = (metres: number) => (metres >= 999_950 ? 1000 : 100);
  const values = [2_209_400, 1_435_400, 812_340, 999_960, 45_210];
  const shown = roundedTogether(values, stepOf);
  expect(Math.round(sum(shown) / 1000)).toBe(Math.round(sum(values) / 1000));
  for (const [i, value] of values.entries()) expect(Math.abs(shown[i]! - value), String(value)).toBeLessThan(stepOf(value));
});

test('however many there are, each stays within a step of what it is', () => {
  const values = Array.from({ length: 500 }, (_, i) => ((i * 7919) % 10_007) / 7.3);
  const shown = roundedTogether(values, whole);
  expect(sum(shown)).toBe(Math.round(sum(values)));
  for (const [i, value] of values.entries()) expect(Math.abs(shown[i]! - value)).toBeLessThan(1);
});
