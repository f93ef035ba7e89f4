import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the first and the last day go to the next line of filters together, and eight filters fit in one of a usual window', () => {
  const css = readFileSync(new URL('filter-sheet.module.css', import.meta.url), 'utf8');
  expect(css).toMatch(/\.filters > \[data-fields='2'\] \{\s*grid-column: span 2/);
  // 1440 px without the menu and the page's edges.
  const least = Number(/minmax\((\d+)px, 1fr\)/.exec(css)?.[1]);
  expect(8 * least + 7 * 12).toBeLessThanOrEqual(1160);
});
