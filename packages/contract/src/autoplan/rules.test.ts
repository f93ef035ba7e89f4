import { expect, test } from 'vitest';
import { autoplanWindow, plateOf } from './rules.ts';

const at = (local: string) => autoplanWindow(new Date(local));

test('AUTO-002, CONST-017, DEC-64: reporting is open from 00:00 on the first to 24:00 on the fourth by the clocks of Stockholm', () => {
  expect(at('2026-11-30T23:59:59.999+01:00')).toEqual({
    isOpen: false,
    month: '2026-11',
    changesAt: new Date('2026-12-01T00:00+01:00'),
  });
  expect(at('2026-12-01T00:00+01:00')).toEqual({ isOpen: true, month: '2026-11', changesAt: new Date('2026-12-05T00:00+01:00') });
  expect(at('2026-12-04T23:59:59.999+01:00')).toMatchObject({ isOpen: true, month: '2026-11' });
  expect(at('2026-12-05T00:00+01:00')).toEqual({
    isOpen: false,
    month: '2026-12',
    changesAt: new Date('2027-01-01T00:00+01:00'),
  });
});

test('AUTO-002: the turn of the year and summer time are no exception', () => {
  expect(at('2027-01-01T00:00+01:00')).toMatchObject({ isOpen: true, month: '2026-12' });
  expect(at('2026-04-01T00:00+02:00')).toMatchObject({ isOpen: true, month: '2026-03' });
  expect(at('2026-03-31T23:30+02:00')).toEqual({
    isOpen: false,
    month: '2026-03',
    changesAt: new Date('2026-04-01T00:00+02:00'),
  });
});

test('AUTO-009: plates are compared in upper case without spaces and hyphens', () => {
  expect(['abc 123', 'ABC-123', ' a b\u00a0c–1 2 3'].map(plateOf)).toEqual(['ABC123', 'ABC123', 'ABC123']);
  expect(plateOf('ABC 12D')).not.toBe(plateOf('ABC 120'));
});
