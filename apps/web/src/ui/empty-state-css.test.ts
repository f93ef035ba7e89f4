import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('NAV-024: what an empty page says stays together, and its buttons low, also where it is as high as the page', () => {
  const css = readFileSync(new URL('empty-state.module.css', import.meta.url), 'utf8');
  // A grid that is given more height than it needs gives it to its rows.
  expect(css).toMatch(/\.empty \{[^}]*align-content: start/);
});
