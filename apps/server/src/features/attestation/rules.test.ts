import { monthSpan, previousMonth } from '@spora/calendar/days';
import { expect, test } from 'vitest';
import { defaultPeriod, freeSpans, isOver, isReminderTime, stateOf } from './rules.ts';

test('ATT-011: the default period is the month before, from the day after the last attested day, however long that is ago up to a year', () => {
  expect(defaultPeriod(null, '2026-03-15')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(defaultPeriod(null, '2028-03-01')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(defaultPeriod('2026-02-10', '2026-03-15')).toEqual({ from: '2026-02-11', to: '2026-02-28' });
  expect(defaultPeriod('2025-12-31', '2026-03-15')).toEqual({ from: '2026-01-01', to: '2026-02-28' });
  expect(defaultPeriod('2020-01-01', '2026-03-15')).toEqual({ from: '2025-03-01', to: '2026-02-28' });
  expect(defaultPeriod('2026-02-28', '2026-03-15')).toBeNull();
  expect(previousMonth('2026-01-01')).toEqual(monthSpan('2025-12'));
});

test('ATT-011: a period is over the day after its last day', () => {
  expect(isOver('2026-03-31', '2026-03-31')).toBe(false);
  expect(isOver('2026-03-31', '2026-04-01')).toBe(true);
});

test('ATT-009: what no attested period covers of a month stays open', () => {
  const march = monthSpan('2026-03');
  expect(freeSpans(march, [])).toEqual([march]);
  expect(freeSpans(march, [{ from: '2026-02-20', to: '2026-03-09' }])).toEqual([{ from: '2026-03-10', to: '2026-03-31' }]);
  const two = [
    { from: '2026-03-25', to: '2026-04-05' },
    { from: '2026-03-05', to: '2026-03-10' },
  ];
  expect(freeSpans(march, two)).toEqual([
    { from: '2026-03-01', to: '2026-03-04' },
    { from: '2026-03-11', to: '2026-03-24' },
  ]);
  expect(freeSpans(march, [{ from: '2026-01-01', to: '2026-12-31' }])).toEqual([]);
});

test('ATT-009, DEC-47: open, attested by the user, by an administrator with or without the user, opened again', () => {
  const at = new Date();
  const stamps = { user_attested_at: null, admin_attested_at: null, reopened_at: null };
  expect(stateOf(stamps)).toBe('open');
  expect(stateOf({ ...stamps, user_attested_at: at })).toBe('user');
  expect(stateOf({ ...stamps, user_attested_at: at, admin_attested_at: at })).toBe('admin');
  expect(stateOf({ ...stamps, admin_attested_at: at })).toBe('admin');
  expect(stateOf({ ...stamps, admin_attested_at: at, reopened_at: at })).toBe('reopened');
});

test('ATT-014: the automatic reminder goes out by day in the first days of a month', () => {
  expect(isReminderTime('2026-04-02T08:00:00')).toBe(true);
  expect(isReminderTime('2026-04-02T07:59:59')).toBe(false);
  expect(isReminderTime('2026-04-01T09:00:00')).toBe(false);
  expect(isReminderTime('2026-04-06T09:00:00')).toBe(false);
});
