import { searchOptions } from '@spora/contract/tracking/endpoints';
import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '../../lib/search-text.ts';
import { filterText, FIRST_OPTIONS, readFilterSearch, toFilterSearch, withFilters } from './filter-search.ts';
import { sectionsOf } from './model.ts';
import { liveUnit } from './testing.ts';

const narrowed = searchOptions.parse({
  search: 'anna',
  states: ['moving', 'stopped'],
  departments: ['Norr, yttre'],
  areas: ['zone:4'],
  sort: 'speed',
  descending: true,
  group_by: 'department',
  closed_groups: ['department:Syd'],
});

test('NAV-037, MAP-018: filters, order and groups come back out of an address as they went in', () => {
  expect(toFilterSearch(FIRST_OPTIONS)).toEqual({});
  expect(filterText(toFilterSearch(FIRST_OPTIONS))).toBe('');
  const link = readFilterSearch(parseSearch(stringifySearch({ ...toFilterSearch(narrowed) })));
  expect(withFilters(FIRST_OPTIONS, link)).toEqual(narrowed);
  const own = { ...FIRST_OPTIONS, search: 'bosse', cluster: false, show_titles: false };
  expect(withFilters(own, link), 'how the map looks stays as one has it').toEqual({
    ...narrowed,
    cluster: false,
    show_titles: false,
  });
});

test('NAV-037: a broken link narrows nothing', () => {
  const broken = {
    states: ['flying', 7],
    areas: ['moon:1'],
    sort: 'weight',
    group: 'colour',
    closed: 'x',
    reversed: 'yes',
    q: '',
  };
  expect(readFilterSearch(broken)).toEqual({});
  expect(readFilterSearch({ q: 108 })).toEqual({ q: '108' });
});

test('MAP-018: the list is divided by what somebody chose, by name, and what belongs to none comes last', () => {
  const unit = (id: number, department: string | null) => liveUnit({ id, department });
  const groups = {
    onMap: [unit(1, null), unit(2, 'Örebro'), unit(3, 'Alingsås'), unit(4, 'Örebro')],
    withoutPosition: [unit(5, 'Örebro')],
  };
  const texts = {
    language: 'sv',
    nowMs: 0,
    label: (value: string | null) => value ?? 'Övriga',
    withoutPosition: 'Utan',
  } as const;
  const shown = (by: 'none' | 'department') =>
    sectionsOf(groups, by, texts).map(({ label, units }) => [label, ...units.map(({ id }) => id)]);
  expect(shown('none')).toEqual([
    [null, 1, 2, 3, 4],
    ['Utan', 5],
  ]);
  expect(shown('department')).toEqual([
    ['Alingsås', 3],
    ['Örebro', 2, 4],
    ['Övriga', 1],
    ['Utan', 5],
  ]);
});
