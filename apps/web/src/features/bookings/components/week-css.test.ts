import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('week.module.css', import.meta.url), 'utf8');

test('BOOK-004: the removed bookings of a week that runs open in a small block, and the schedule stays', () => {
  // In the column of the page a basis of all is all of its height.
  expect(css).not.toMatch(/(^|\n)\.told\[open\]/);
  expect(css).toMatch(/\.told ul \{[^}]*max-height:[^}]*overflow: auto/);
});
