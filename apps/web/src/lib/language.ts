import type { Catalogue, EntryTexts, Language } from '@spora/messages/translate';
import { isOneOf, storedItem } from './storage.ts';

/** What the sign-in page says, in a chunk of its own: its first paint waits for no other texts. */
const ENTRY_TEXTS: Record<Language, () => Promise<EntryTexts>> = {
  en: () => import('@spora/messages/entry/en').then((module) => module.entry),
  sv: () => import('@spora/messages/entry/sv').then((module) => module.entry),
  no: () => import('@spora/messages/entry/no').then((module) => module.entry),
};
export const loadEntryTexts = (language: Language): Promise<EntryTexts> => ENTRY_TEXTS[language]();

/** All texts: one more chunk per language, fetched when it is chosen. */
const CATALOGUES: Record<Language, () => Promise<Catalogue>> = {
  en: () => import('@spora/messages/en').then((module) => module.en),
  sv: () => import('@spora/messages/sv').then((module) => module.sv),
  no: () => import('@spora/messages/no').then((module) => module.no),
};
export const loadCatalogue = (language: Language): Promise<Catalogue> => CATALOGUES[language]();

export const storedLanguage = storedItem('language', 1, isOneOf(['en', 'sv', 'no']));

/** Every language names itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', sv: 'Svenska', no: 'Norsk' };

/** The stored choice, else the browser's, else English (STORE-001, STORE-006). */
export function startLanguage(preferred: readonly string[] = navigator.languages): Language {
  const kept = storedLanguage.read();
  if (kept) return kept;
  for (const tag of preferred) {
    const base = tag.toLowerCase().split('-')[0];
    if (base === 'sv') return 'sv';
    if (base === 'no' || base === 'nb' || base === 'nn') return 'no';
    if (base === 'en') return 'en';
  }
  return 'en';
}
