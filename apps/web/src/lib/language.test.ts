// @vitest-environment jsdom
import { LANGUAGE_FACTS, LANGUAGES } from '@spora/messages/languages';
import { beforeEach, expect, test } from 'vitest';
import { loadCatalogue, startLanguage, storedLanguage } from './language.ts';

beforeEach(() => localStorage.clear());

test('I18N-001, STORE-001: the language is English when neither the person nor the browser says another', () => {
  expect(startLanguage([])).toBe('en');
  expect(startLanguage(['fi-FI', 'de'])).toBe('en');
});

test.each([
  [['sv-SE', 'en'], 'sv'],
  [['fi', 'nn-NO'], 'no'],
  [['nb'], 'no'],
  [['en-GB', 'sv'], 'en'],
] as const)('I18N-001: a browser that prefers %j starts in %s', (preferred, language) => {
  expect(startLanguage(preferred)).toBe(language);
});

test('STORE-006: the stored language is restored, whatever the browser prefers', () => {
  storedLanguage.write('no');
  expect(startLanguage(['sv-SE'])).toBe('no');
});

test('I18N-001, CONST-046: English, Swedish and Norwegian can be chosen, and each has its texts', async () => {
  expect(LANGUAGES.slice(0, 3)).toEqual(['en', 'sv', 'no']);
  expect(LANGUAGES.slice(0, 3).map((each) => LANGUAGE_FACTS[each].locale)).toEqual(['en-GB', 'sv-SE', 'nb-NO']);
  const signIn = await Promise.all(LANGUAGES.map(async (each) => (await loadCatalogue(each)).SignIn));
  expect(new Set(signIn).size).toBe(LANGUAGES.length);
});
