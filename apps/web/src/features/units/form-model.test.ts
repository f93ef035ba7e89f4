import { expect, test } from 'vitest';
import { editOf, faultsOf, formOf, readNumber, readTab, withChange } from './form-model.ts';
import { unitDetails } from './testing.ts';

const saved = formOf(unitDetails({ consumption_per_10km: 0.85, department: 'Nord' }), ',');

test('UNIT-001: numbers are read with comma or point and shown with the sign of the language', () => {
  expect(saved.consumption_per_10km).toBe('0,85');
  expect([readNumber('0,85'), readNumber(' 1 204.5'), readNumber(''), readNumber('abc')]).toEqual([
    0.85,
    1204.5,
    null,
    undefined,
  ]);
  expect(faultsOf({ consumption_per_10km: '1001' })).toEqual({ consumption_per_10km: 'UnitNumberInvalid' });
});

test('UNIT-021: only what differs from what is saved is sent, and an emptied field clears its value', () => {
  const changes = withChange(withChange({}, saved, 'department', ' '), saved, 'name', 'Ny');
  expect(editOf(changes)).toEqual({ department: null, name: 'Ny' });
  expect(withChange(changes, saved, 'name', saved.name)).toEqual({ department: ' ' });
  expect(withChange({}, saved, 'tags', [])).toEqual({});
});

test('UNIT-020: an unknown tab of the address is the first one, the unit at a glance', () => {
  expect([readTab('history'), readTab('sensors'), readTab(undefined)]).toEqual(['history', 'overview', 'overview']);
});
