import { expect, test } from 'vitest';
import { connectionAdvice, nextRegistrationChange } from './rules.ts';

test('ADM-026: a tracker that called, but long ago, is told from one that is well', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  expect(connectionAdvice({ lastContactAt: at(1), newestPositionAt: at(2), setAside: 3 }, now)).toBe('AdviceWell');
  expect(connectionAdvice({ lastContactAt: at(27), newestPositionAt: at(27), setAside: 0 }, now)).toBe('AdviceSilent');
  expect(connectionAdvice({ lastContactAt: at(1), newestPositionAt: null, setAside: 0 }, now)).toBe('AdviceNoPosition');
});

test('15-identity: for a week after two trackers reported under one number that is the first thing to look at', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const well = { lastContactAt: at(1), newestPositionAt: at(1), setAside: 0 };
  expect(connectionAdvice({ ...well, sharedAt: at(160) }, now)).toBe('AdviceShared');
  expect(connectionAdvice({ ...well, sharedAt: at(170) }, now)).toBe('AdviceWell');
});

test('DEC-65: the window rolls: the older of two changes is what is waited for', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  expect(nextRegistrationChange([], now)).toBeNull();
  expect(nextRegistrationChange([at(1)], now)).toBeNull();
  expect(nextRegistrationChange([at(1), at(23)], now)).toEqual(new Date(at(23).getTime() + 24 * 3_600_000));
  expect(nextRegistrationChange([at(1), at(25)], now)).toBeNull();
});
