import { expect, test } from 'vitest';
import { csvText } from './csv.ts';

test('SEC-013: a cell that a spreadsheet would run as a formula is made a text, and numbers stay numbers', () => {
  const [first, second] = csvText([
    ['=1+1', '+46', '-x', '@a', '-1.5'],
    ['a,b', 'say "hi"', 'plain'],
  ]).split('\r\n');
  expect(first).toBe("\uFEFF'=1+1,'+46,'-x,'@a,-1.5");
  expect(second).toBe('"a,b","say ""hi""",plain');
});
