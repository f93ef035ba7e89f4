import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('NFR-003: the name of a unit or a driver, one long word too, widens no table of passages over its page', () => {
  const css = readFileSync(new URL('tolls.module.css', import.meta.url), 'utf8');
  // Other words than these people did not write: they are broken nowhere (`break-word` leaves a table as wide as its longest one).
  expect(css).toMatch(/:is\(th \+ td, \.driver\) \{\s*overflow-wrap: anywhere/);
});
