import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const cssOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** What stands in the first rule of a selector. */
const ruleOf = (css: string, selector: string): string =>
  new RegExp(String.raw`(?:^|\n)${RegExp.escape(selector)} \{([^}]*)\}`).exec(css)?.[1] ?? '';

test('a word that is longer than a phone is wide makes no sheet wider than the window, and is broken in it', () => {
  const overlay = cssOf('overlay.module.css');
  expect(ruleOf(overlay, '.scrim')).toContain('grid-template-columns: minmax(0, 1fr)');
  expect(ruleOf(overlay, '.body')).toContain('overflow-wrap: break-word');
});

test('MAP-021: the card of a unit has its whole name', () => {
  const name = ruleOf(cssOf('../features/tracking/components/unit-card.module.css'), '.name');
  expect(name).toContain('overflow-wrap: anywhere');
  expect(name).not.toMatch(/nowrap|ellipsis/);
});
