import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = (name: string) => readFileSync(new URL(`${name}.module.css`, import.meta.url), 'utf8');

test('NFR-013: the foot of a sheet is as wide as what it stands in, on a phone too, which else slides sideways', () => {
  // Wide and narrow, the sides of a sheet are one measure, and the foot reaches over that and no further.
  expect(css('overlay').match(/--sheet-side: [^;]+/g)).toHaveLength(2);
  expect(css('overlay')).toMatch(/\.body \{[^}]*padding: \S+ var\(--sheet-side\)/);
  expect(css('overlay')).not.toMatch(/\.body \{[^}]*padding-inline/);
  expect(css('sheet-foot')).toMatch(/margin: auto calc\(-1 \* var\(--sheet-side\)\)/);
});

test('the foot of a sheet stands at its end where the rest is short, and notices leave it free on every screen', () => {
  expect(css('overlay')).toMatch(/\.sheet \.body \{\s+flex: 1;/);
  expect(css('sheet-foot')).toMatch(/:has\(> \.foot\.foot\) \{[^}]*flex-direction: column;[^}]*min-height: 100%/);
  const [wide, phone] = css('toast').split('@media (max-width: 767px)');
  expect(wide).toMatch(/section\[role='dialog'\]\)\) \.stack \{\s+inset-block: auto 96px/);
  expect(phone).toMatch(/section\[role='dialog'\],[^{]*\.stack \{\s+inset-block: calc\(64px[^;]* auto;/);
});

test('ERR-026: on a phone a sheet’s body, a question and a sheet from below begin below the notices', () => {
  const [, phone = ''] = css('overlay').split('@media (max-width: 767px)');
  const rule = (selector: string): string => phone.split(`:root[data-notices]) ${selector} {`)[1]?.split('}')[0] ?? '';
  expect(rule('.sheetScrim:not(.start, .bottom) .sheet .top')).toContain('margin-block-end: var(--notices)');
  for (const selector of ['.dialog', '.bottom .sheet']) expect(rule(selector)).toContain('var(--below-notices)');
});
