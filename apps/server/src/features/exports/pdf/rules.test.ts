import type { Trip } from '@spora/contract/trips/endpoints';
import { expect, test } from 'vitest';
import type { RowWords } from '../rules.ts';
import { paperColumns } from './rules.ts';

const words = { t: (key: string) => key, typeName: (type: string) => type } as unknown as RowWords;
const trip = (attested_by: Trip['attested_by']): Trip => ({ type: 'business', attested_by }) as Trip;
const idsOf = (columns: ReturnType<typeof paperColumns>): string[] => columns.map(({ id }) => id);
const typeOf = (trips: Trip[]): string[] => {
  const column = paperColumns(trips, true).find(({ id }) => id === 'type')!;
  return trips.map((each) => column.textOf(each, words));
};

test('issue 13: the unit stands in the heading and in no row when it is the only one, and in each row otherwise', () => {
  expect(idsOf(paperColumns([trip(null)], true))).not.toContain('unit');
  expect(idsOf(paperColumns([trip(null)], false))).toContain('unit');
});

test('issue 13: who attested stands in the rows only where it is not the same of all', () => {
  expect(typeOf([trip('user'), trip('user')])).toEqual(['business', 'business']);
  const attested = 'business\nExportColumn-attested: ExportAttested-user';
  expect(typeOf([trip('user'), trip(null)])).toEqual([attested, 'business']);
  expect(typeOf([trip('user'), trip('admin')])[0]).toBe(attested);
  expect(typeOf([trip(null)])).toEqual(['business']);
});
