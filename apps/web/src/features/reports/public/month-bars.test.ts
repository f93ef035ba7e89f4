import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('month-bars.module.css', import.meta.url), 'utf8');

test('the figure of the highest bar has a place of its own under the heading of its chart, on a phone too', () => {
  const columns = [...css.matchAll(/\.column \{[^}]*?padding-top: (\d+)px/g)].map(([, px]) => Number(px));
  expect(columns, 'for one line, and for two').toEqual([20, 38]);
  expect(/\.value \{[^}]*font-size: var\(--size-12\)/.test(css), 'a line takes 18 px').toBe(true);
});

test('a chart that stands alone has the whole width: no emptiness beside it', () => {
  expect(/max-width: (?:\d|clamp)/.test(css.replaceAll(/@\w+[^{]*\{/g, ''))).toBe(false);
});
