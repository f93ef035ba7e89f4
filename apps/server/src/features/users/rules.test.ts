import { expect, test } from 'vitest';
import { withDialCode } from './rules.ts';

test.each([
  ['0701234567', 'SE', '46701234567'],
  ['0046701234567', 'SE', '46701234567'],
  ['46701234567', 'SE', '46701234567'],
  ['41234567', 'NO', '4741234567'],
  ['4741234567', 'NO', '4741234567'],
  ['07700900123', 'GB', '447700900123'],
  ['0701234567', 'FI', '0701234567'],
  ['', 'SE', ''],
])('ADM-027, DEC-80: %s of an account in %s is kept as %s', (typed, country, kept) => {
  expect(withDialCode(typed, country)).toBe(kept);
});
