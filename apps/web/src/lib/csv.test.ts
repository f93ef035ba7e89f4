import { expect, test } from 'vitest';
import { csvText } from './csv.ts';

test('SEC-013: a cell that a spreadsheet would run as a formula is made a text, and numbers stay numbers', () => {
  const lines = [
    ['=1+1', '+46', '-x', '@a', '-1.5'],
    ['a,b', 'say "hi"', 'plain'],
  ];
  const [first, second] = csvText(lines, 'en').split('\r\n');
  expect(first).toBe("'=1+1,'+46,'-x,'@a,-1.5");
  expect(second).toBe('"a,b","say ""hi""",plain');
});

test('I18N-001: cells and decimals are parted as spreadsheets of the language read them', () => {
  const lines = [['Kylbil', 4.5, -20, 'a;b']];
  expect(csvText(lines, 'sv')).toBe('Kylbil;4,5;-20;"a;b"\r\n');
  expect(csvText(lines, 'no')).toBe('Kylbil;4,5;-20;"a;b"\r\n');
  expect(csvText(lines, 'en')).toBe('Kylbil,4.5,-20,"a;b"\r\n');
});
