import { CATALOGUES } from '@spora/messages/catalogues';
import { createTranslate } from '@spora/messages/translate';
import { expect, test } from 'vitest';
import { movedText, stateText } from './kind-texts.ts';

test('MAP-019: what a unit does is told in the words of where it does it: a boat lies, a phone is carried', () => {
  const t = createTranslate('sv', CATALOGUES.sv);
  const told = (['vehicle', 'boat', 'water-jet', 'phone'] as const).map((kind) => [
    stateText('moving', kind, t),
    stateText('parked', kind, t),
    stateText('stopped', kind, t),
    movedText(kind, t),
  ]);
  expect(told).toEqual([
    ['Kör', 'Parkerad', 'Stannat', 'Körde'],
    ['Under gång', 'Ligger still', 'Stannat', 'Var under gång'],
    ['Under gång', 'Ligger still', 'Stannat', 'Var under gång'],
    ['Rör sig', 'Stilla', 'Stannat', 'Rörde sig'],
  ]);
});
