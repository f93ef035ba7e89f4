import { CATALOGUES } from '@spora/messages/catalogues';
import { createTranslate } from '@spora/messages/translate';
import { expect, test } from 'vitest';
import { formOf } from './form-model.ts';
import { unitDetails } from './testing.ts';
import { unitFieldText } from './use-unit-field-names.ts';

test('ERR-041: what somebody else made of a unit is told in the words of its form, never as it is stored', () => {
  const t = createTranslate('sv', CATALOGUES.sv);
  const values = { ...formOf(unitDetails({ kind: 'water-jet' }), ','), fuel_type: 'diesel', tags: ['Jour', 'Kyla'] } as const;
  const told = (['kind', 'fuel_type', 'tags'] as const).map((field) => unitFieldText(values, field, t));
  expect(told).toEqual([t('Kind-water-jet'), t('Fuel-diesel'), 'Jour, Kyla']);
  expect(unitFieldText({ ...values, icon: '', features: ['theft'] }, 'icon', t)).toBe(t('UnitIconAsSymbol'));
  expect(unitFieldText({ ...values, features: ['theft'] }, 'features', t)).toBe(t('Feature-theft'));
  expect(unitFieldText({ ...values, note: '' }, 'note', t)).toBe('–');
});
