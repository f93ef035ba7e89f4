import { expect, test } from 'vitest';
import {
  choicesOf,
  COLUMNS,
  columnsOf,
  FIRST_COLUMNS,
  modesAmong,
  readUnitSearch,
  shownRows,
  writeColumns,
} from './list-model.ts';
import { unitRow } from './testing.ts';

const rows = [
  unitRow({ id: 1, name: 'Skåpbil Ängelholm', registration_number: 'ABC123', imei: '350000000000017', department: 'Syd' }),
  unitRow({ id: 2, name: 'Båt 2', kind: 'boat', registration_number: null, tags: ['Jour'], last_contact_at: null }),
  unitRow({ id: 3, name: 'Båt 10', kind: 'boat', registration_number: 'XYZ789', locked_by: 'Maja Ek' }),
  unitRow({ id: 4, name: 'Såld', is_retired: true, imei: null }),
];
const names = (search: Parameters<typeof shownRows>[1]) => shownRows(rows, search, 'sv', 0).map(({ name }) => name);

test.each(['skapbil', 'ÄNGEL', 'abc 12', 'abc-123', '0000017', 'syd'])('UNIT-019: "%s" finds the van', (q) => {
  expect(names({ q })).toEqual(['Skåpbil Ängelholm']);
});

test('UNIT-019: filters narrow, retired units are shown only when asked for, and numbers in names count as numbers', () => {
  expect(names({})).toEqual(['Båt 2', 'Båt 10', 'Skåpbil Ängelholm']);
  expect(names({ kind: 'boat', order: 'desc' })).toEqual(['Båt 10', 'Båt 2']);
  expect(names({ tag: 'Jour' })).toEqual(['Båt 2']);
  expect(names({ show: 'locked' })).toEqual(['Båt 10']);
  expect(names({ show: 'retired' })).toEqual(['Såld']);
});

test('UNIT-019: what is unknown stands last whichever way the list goes', () => {
  expect(names({ sort: 'contact' }).at(-1)).toBe('Båt 2');
  expect(names({ sort: 'contact', order: 'desc' }).at(-1)).toBe('Båt 2');
});

test('NAV-037: an address that makes no sense is read as far as it does', () => {
  expect(readUnitSearch({ q: ' ', kind: 'tank', sort: 'name', show: 'locked', columns: 'imei,nonsense' })).toEqual({
    show: 'locked',
    columns: 'imei',
  });
});

test('UNIT-019: the choice of columns is kept in the address, the usual one without words', () => {
  expect(writeColumns(FIRST_COLUMNS)).toBeUndefined();
  expect(columnsOf({ columns: writeColumns([]) })).toEqual([]);
  expect(columnsOf({ columns: writeColumns(['imei', 'contact']) }), 'in the order of the choice').toEqual(['imei', 'contact']);
  expect(columnsOf({ columns: 'imei,nonsense,imei' })).toEqual(['imei']);
  const all = [...COLUMNS].reverse();
  expect(columnsOf(readUnitSearch({ columns: writeColumns(all) })), 'all of them, too').toEqual(all);
  expect(choicesOf(['B', null, 'A', 'B'], 'C')).toEqual(['A', 'B', 'C']);
  expect(choicesOf(['Årsta', 'Zinken', 'Vagn 10', 'Vagn 9'], undefined)).toEqual(['Vagn 9', 'Vagn 10', 'Zinken', 'Årsta']);
});

test('UNIT-019: the list narrows to a mode, asked for or confirmed, and goes from seldom to often; units without one stand last', () => {
  const modes = [
    unitRow({ id: 1, name: 'Ofta', mode: 'realtime-1' }),
    unitRow({ id: 2, name: 'Utan' }),
    unitRow({ id: 3, name: 'Sällan', mode: '24h', requested_mode: '1h' }),
    unitRow({ id: 4, name: 'Begärd', requested_mode: '8h' }),
  ];
  const shown = (search: Parameters<typeof shownRows>[1]) => shownRows(modes, search, 'sv', 0).map(({ name }) => name);
  expect(shown({ sort: 'mode' })).toEqual(['Sällan', 'Begärd', 'Ofta', 'Utan']);
  expect(shown({ sort: 'mode', order: 'desc' })).toEqual(['Ofta', 'Begärd', 'Sällan', 'Utan']);
  expect(shown({ mode: '1h' })).toEqual(['Sällan']);
  expect(shown({ mode: '24h' })).toEqual(['Sällan']);
  expect(modesAmong(modes, 'theft')).toEqual(['24h', '8h', '1h', 'realtime-1', 'theft']);
  expect(readUnitSearch({ mode: '8h', sort: 'mode' })).toEqual({ mode: '8h', sort: 'mode' });
  expect(readUnitSearch({ mode: 'never' })).toEqual({});
});
