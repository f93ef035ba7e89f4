import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { CATALOGUES } from './catalogues.ts';
import { createFormat } from './format.ts';
import { compileMessage, COUNTING } from './icu.ts';
import { mailTexts } from './mail.ts';
import { LANGUAGE_FACTS, LANGUAGES } from './languages.ts';

const VALUES = [0, 1, 2, 5, 21, 1234, 1_234_567];
/** The reference groups digits as the locale does; here every number of a page reads alike. */
const reference = (text: string, locale: string): ((values: Record<string, string | number>) => string) => {
  const counted = text.replace(/\{(\w+)\}/g, (hole, name: string) => (COUNTING.has(name) ? `{${name}, number}` : hole));
  const message = new IntlMessageFormat(counted, locale);
  return (values) => String(message.format(values)).replace(/(?<=\d)[,.\u00a0](?=\d{3}(?!\d))/g, '\u202f');
};

test.each(LANGUAGES)('13-A3: a count in a text of %s reads as the numbers beside it: 7 275', (language) => {
  const { locale } = LANGUAGE_FACTS[language];
  const text = compileMessage('{count, plural, one {# trip} other {# trips}}', locale)({ count: 7275 });
  expect(text).toBe(`${createFormat(language, 'UTC').number(7275)} trips`);
  const plain = compileMessage('{shown} of {count} in {year}, case {number}', locale);
  expect(plain({ shown: '1 000', count: 22488, year: 2026, number: 10234 })).toBe(
    `1 000 of ${createFormat(language, 'UTC').number(22488)} in 2026, case 10234`,
  );
});

test.each(LANGUAGES)('I18N-009: every text in %s reads as the reference implementation reads it', (language) => {
  const locale = LANGUAGE_FACTS[language].locale;
  for (const text of Object.values<string>({ ...CATALOGUES[language], ...mailTexts[language] })) {
    const names = [...text.matchAll(/\{\s*(\w+)/g)].map((match) => match[1] ?? '');
    // A text without a place reads the same with any values.
    const isCounted = text.includes('plural') || names.some((name) => COUNTING.has(name));
    const values = (names.length === 0 ? [0] : isCounted ? VALUES : [...VALUES, 'Åsa']).map((value) =>
      Object.fromEntries(names.map((name) => [name, value])),
    );
    expect(values.map(compileMessage(text, locale))).toEqual(values.map(reference(text, locale)));
  }
});

test.each([
  '{a} and {b}',
  "it''s {a}, isn't it",
  "'{a}' stays, {a} does not",
  '{n, plural, =0 {none} =1 {just one} one {# thing} other {# things of {a}}}',
  "{n, plural, one {'#' is #} other {it''s # of them}}",
  '{a, select, red {stop} green {go} other {look at {a}}}',
  '{n, plural, one {{a, select, red {# red one} other {# other one}}} other {# of {a}}}',
  'a # outside is itself',
])('reads "%s" as the reference implementation does', (text) => {
  const values = VALUES.flatMap((n) => ['red', 'green', 'blue'].map((a) => ({ n, a, b: 'B' })));
  for (const { locale } of Object.values(LANGUAGE_FACTS))
    expect(values.map(compileMessage(text, locale))).toEqual(values.map(reference(text, locale)));
});

test.each(['{', '{a', 'a}', '{a, date}', '{n, plural, one {#}}', '{n, plural, other {#}', '{}'])('refuses "%s"', (text) => {
  expect(() => compileMessage(text, 'en-GB')).toThrow(SyntaxError);
});
