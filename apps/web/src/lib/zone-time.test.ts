import { expect, test } from 'vitest';
import { instantOf } from './zone-time.ts';

test('a time typed in a form is meant in the account’s zone, not the browser’s, on both sides of the change of clocks', () => {
  expect(instantOf('2026-11-21T08:30', 'Europe/Stockholm')).toBe('2026-11-21T07:30:00.000Z');
  expect(instantOf('2026-07-01T08:30', 'Europe/Stockholm')).toBe('2026-07-01T06:30:00.000Z');
  expect(instantOf('2026-10-25T03:30', 'Europe/Stockholm')).toBe('2026-10-25T02:30:00.000Z');
  expect(instantOf('2026-11-21T08:30', 'Asia/Kathmandu')).toBe('2026-11-21T02:45:00.000Z');
  expect(instantOf('', 'Europe/Stockholm')).toBeNull();
});
