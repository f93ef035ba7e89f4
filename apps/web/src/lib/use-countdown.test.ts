import { expect, test } from 'vitest';
import { clockText } from './use-countdown.ts';

test('CONST-014: a countdown is told as minutes and seconds of two digits', () => {
  expect([180, 61, 10, 0].map(clockText)).toEqual(['03:00', '01:01', '00:10', '00:00']);
});
