import { expect, test } from 'vitest';
import { gatherMs } from './pace.ts';

test('18: what is cheap to send on goes ten times a second, what is dear a quarter of the time, and nothing waits longer than 250 ms', () => {
  expect([0, 5, 25].map(gatherMs)).toEqual([100, 100, 100]);
  expect(gatherMs(40)).toBe(160);
  expect([62.5, 400].map(gatherMs)).toEqual([250, 250]);
});
