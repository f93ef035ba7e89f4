import { type Language, LANGUAGE_FACTS } from '@spora/messages/languages';

/** Search forgives: case, diacritics, spaces and dashes in plates, part of an IMEI. */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ø/gi, 'o').replace(/æ/gi, 'ae').replace(/[\s-]/g, '').toLowerCase();

const collators = new Map<Language, Intl.Collator>();
/** The order of names: 9 comes before 10, and each language has its own alphabet. */
export function collatorOf(language: Language): Intl.Collator {
  let collator = collators.get(language);
  if (!collator) {
    collator = new Intl.Collator(LANGUAGE_FACTS[language].locale, { numeric: true, sensitivity: 'base' });
    collators.set(language, collator);
  }
  return collator;
}
