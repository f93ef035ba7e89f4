import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('REP-015: a column is sorted by pressing anywhere in its head, not its words alone, also where the head stays in view', () => {
  const css = readFileSync(new URL('table.module.css', import.meta.url), 'utf8');
  expect(css).toMatch(/\.sort::after \{[^}]*position: absolute;\s*inset: 0;/);
  // Without weight of its own, so that `sticky` of a table that scrolls goes before it and holds the button as well.
  expect(css).toMatch(/:where\(\.table thead th\) \{\s*position: relative;/);
  expect(/\.sort \{[^}]*\}/.exec(css)?.[0], 'or the button held it to itself').not.toContain('position');
});
