import { expect, test } from 'vitest';
import { roundInterval } from './interval.ts';

test.each([
  [4, 5, 's'],
  [8.7, 10, 's'],
  [47, 45, 's'],
  [51, 1, 'min'],
  [57, 1, 'min'],
  [118, 2, 'min'],
  [560, 9, 'min'],
  [870, 15, 'min'],
  [3570, 1, 'h'],
  [7000, 2, 'h'],
  [86_400, 24, 'h'],
] as const)('13-A2: %d seconds apart are told as every %d %s', (seconds, count, unit) => {
  expect(roundInterval(seconds)).toEqual({ count, unit });
});
