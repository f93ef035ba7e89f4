import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf, concatColumns, recordsOf, selectRecords, sliceColumns } from './columns.ts';
import { anyRecords } from './testing-records.ts';

test('records put into columns come back as they were', () => {
  fc.assert(
    fc.property(anyRecords(), (records) => {
      expect(recordsOf(columnsOf(records))).toEqual(records);
    }),
  );
});

test('a slice, a choice and a concatenation hold exactly the records asked for, of few as of many', () => {
  fc.assert(
    fc.property(anyRecords(), fc.nat(6), fc.nat(), fc.nat(), (few, doubled, a, b) => {
      const records = few.flatMap((record) => Array.from({ length: 2 ** doubled }, () => record));
      const columns = columnsOf(records);
      const [from, to] = [a % (records.length + 1), b % (records.length + 1)].toSorted((x, y) => x - y) as [number, number];
      expect(recordsOf(sliceColumns(columns, from, to))).toEqual(records.slice(from, to));
      const rows = records.map((_, i) => i).toReversed();
      expect(recordsOf(selectRecords(columns, rows))).toEqual(records.toReversed());
      const parts = [sliceColumns(columns, 0, from), sliceColumns(columns, from)];
      expect(recordsOf(concatColumns(parts))).toEqual(records);
    }),
  );
});

test('a slice outside of the columns is refused', () => {
  expect(() => sliceColumns(columnsOf([]), 0, 1)).toThrow(RangeError);
});
