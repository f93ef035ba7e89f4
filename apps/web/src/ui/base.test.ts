import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('base.css', import.meta.url), 'utf8');

test('words of a semibold heading stand apart also where the screen has one pixel per pixel', () => {
  expect(/body \{[^}]*text-rendering: geometricPrecision;/.test(css), 'letters are not rounded to whole pixels').toBe(true);
  const heading = /h5 \{\s*font-weight: 600;[^}]*\}/.exec(css)?.[0] ?? '';
  const ofEm = (property: string): number => Number(new RegExp(`${property}: (-?[\\d.]+)em`).exec(heading)?.[1] ?? 0);
  expect(ofEm('word-spacing') + 2 * ofEm('letter-spacing'), 'what the letters lose the space wins back').toBeGreaterThan(0);
});
