import { expect, test } from 'vitest';
import { readImport } from './rules.ts';

const linesOf = (csv: string): number[] | undefined => readImport(csv)?.rows.map(({ line }) => line);

test('ADM-010: a row is told by its line in the file, whatever is blank between rows and before the heading', () => {
  expect(linesOf('namn;e-post\n\nAda;ada@example.test\n\n\nBo;bo@example.test\n')).toEqual([3, 6]);
  expect(linesOf('namn;e-post\r\n\r\nAda;ada@example.test\r\n')).toEqual([3]);
  expect(linesOf('\ufeff\r\n\r\nnamn;e-post\r\nAda;ada@example.test\r\n')).toEqual([4]);
  expect(linesOf('\n\tnamn\te-post\nAda\tada@example.test\n'), 'a column without a heading').toBeDefined();
});
