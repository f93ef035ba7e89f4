import { expect, test } from 'vitest';
import { doubtOf, stateAfter, stateOf, UNLIKELY_KM_PER_MONTH } from './rules.ts';

test('AUTO-006: an odometer that went backwards, or further than a car goes, is to be confirmed', () => {
  expect(doubtOf({ startKm: 1000, endKm: 2000 }, null)).toBeNull();
  expect(doubtOf({ startKm: 2000, endKm: 1999 }, null)).toBe('fell');
  expect(doubtOf({ startKm: 1000, endKm: 2000 }, { endKm: 2001, monthsAgo: 1 })).toBe('fell');
  expect(doubtOf({ startKm: 1000, endKm: 2000 }, { endKm: 2000, monthsAgo: 1 })).toBeNull();
  const far = 1000 + UNLIKELY_KM_PER_MONTH;
  expect(doubtOf({ startKm: 1000, endKm: far }, null)).toBeNull();
  expect(doubtOf({ startKm: 1000, endKm: far + 1 }, null)).toBe('jumped');
  expect(doubtOf({ startKm: far, endKm: far + 1 }, { endKm: 1000, monthsAgo: 1 }), 'since the last report').toBe('jumped');
  expect(doubtOf({ startKm: far, endKm: far + 1 }, { endKm: 1000, monthsAgo: 2 })).toBeNull();
  expect(doubtOf({ startKm: null, endKm: 1 }, null)).toBeNull();
});

test('AUTO-003, AUTO-005: states of what was never reported, and after a refusal', () => {
  expect(stateOf(undefined, { hasPlate: true, isOpen: false })).toEqual({ state: 'not-due', problem: null });
  expect(stateOf(undefined, { hasPlate: true, isOpen: true })).toEqual({ state: 'ready', problem: null });
  expect(stateOf(undefined, { hasPlate: false, isOpen: true })).toEqual({ state: 'failed', problem: 'no-registration-number' });
  expect(stateAfter('service-car')).toBe('not-needed');
  expect(stateAfter('already-reported')).toBe('reported');
  expect(stateAfter('no-matching-unit')).toBe('failed');
});
