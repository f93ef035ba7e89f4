import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('I18N-010: a time in a field of date and time has no gap before its colon', () => {
  const css = readFileSync(new URL('date-range-field.module.css', import.meta.url), 'utf8');
  // Segments are wider than their two digits, which stand in the middle of a month or day.
  expect(css).toMatch(/\.segment\.hour \{[^}]*text-align: end/);
  expect(css).toMatch(/\.segment\.minute \{[^}]*text-align: start/);
});
