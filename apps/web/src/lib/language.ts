import {
  type Catalogue,
  type EntryTexts,
  type Language,
  languageOfTag,
  LANGUAGE_FACTS,
  LANGUAGES,
} from '@spora/messages/languages';
import { isOneOf, storedItem } from './storage.ts';

/** What the sign-in page says. */
export const loadEntryTexts = (language: Language): Promise<EntryTexts> => LANGUAGE_FACTS[language].entryTexts();

/** All texts: one more chunk per language, fetched when it is chosen. */
export const loadCatalogue = (language: Language): Promise<Catalogue> => LANGUAGE_FACTS[language].texts();

export const storedLanguage = storedItem('language', 1, isOneOf(LANGUAGES));

/** The stored choice, else the browser's, else English (STORE-001, STORE-006). */
export function startLanguage(preferred: readonly string[] = navigator.languages): Language {
  const kept = storedLanguage.read();
  if (kept) return kept;
  for (const tag of preferred) {
    const language = languageOfTag(tag);
    if (language) return language;
  }
  return 'en';
}
