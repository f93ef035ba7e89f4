import { expect, test } from 'vitest';
import { no } from './no.ts';

/** Words that a Norwegian reader takes for something else, and the one that is used for the notion instead. */
const NOT_SAID: readonly (readonly [RegExp, string])[] = [
  [/\b[Ss]lag\b/, 'type'],
  [/^Merker?$|(?:Alle|Ingen) merker|Nytt merke\b/, 'etikett'],
  [/^Attest$|\bhver attest\b/, 'attestering'],
  [/i kjøretøyet$/, 'a boat has alarms, too'],
];
/** Of the brands of the product, which are trademarks. */
const BRANDS = new Set(['AllBrands', 'BrandLabel']);

test.each(NOT_SAID)('no Norwegian text says %s: it is "%s"', (word) => {
  const said = Object.entries(no).filter(([key, text]) => !BRANDS.has(key) && word.test(text));
  expect(said.map(([key]) => key)).toEqual([]);
});
