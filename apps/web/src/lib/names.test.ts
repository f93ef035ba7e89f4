import { expect, test } from 'vitest';
import { finder, fold, listText } from './names.ts';

test.each([
  ['Bjørn Ærlig', 'bjorn aerlig'],
  ['Åkes skåpbil', 'akes skapbil'],
  ['ABC 12-D', 'abc12d'],
  ['anna-b@firma.example', 'Anna-B'],
])('MAP-017, UNIT-019: whoever looks for %s finds it as %s', (name, typed) => {
  expect(fold(name)).toContain(fold(typed));
});

test('MAP-017, UNIT-019, decision 0082: a search finds its text as one, or each of its words in any order, a short one where a word begins', () => {
  const rows = [
    ['109 Taxi natt', 'ABC 123', '001001000000100'],
    ['119 Taxi Östermalm natt', null, '001001000000101'],
    ['104 Skåpbil', 'QJI 98Q', '001001000000102'],
  ] as const;
  const found = (typed: string) => rows.filter((texts) => finder(typed)(...texts)).map(([name]) => name.slice(0, 3));
  expect(found('')).toEqual(['109', '119', '104']);
  expect(found(' ')).toEqual(['109', '119', '104']);
  expect(found('natt taxi')).toEqual(['109', '119']);
  expect(found('natt oster')).toEqual(['119']);
  expect(found('bil qji 98')).toEqual(['104']);
  expect(found('qji98q')).toEqual(['104']);
  expect(found('taxi 10'), 'not each IMEI with a 10 in it').toEqual(['109']);
  expect(found('taxi 000101'), 'a part of an IMEI that is long enough').toEqual(['119']);
  expect(found('taxi buss')).toEqual([]);
});

test('names in a sentence are joined as the language does', () => {
  expect([listText(['Bilen', 'Havørn'], 'no'), listText(['Bilen', 'Havörn', 'Släpet'], 'sv'), listText(['Boat'], 'en')]).toEqual([
    'Bilen og Havørn',
    'Bilen, Havörn och Släpet',
    'Boat',
  ]);
});
