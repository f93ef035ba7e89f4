import type { Language } from './languages.ts';

/**
 * The languages that the staff write announcements and ways to pay in: each is a column of their tables, so a further one is a
 * migration, and not asked of who brings a language. Who reads another language reads these in English.
 */
export const WRITTEN_LANGUAGES = ['sv', 'no', 'en'] as const satisfies readonly Language[];
export type WrittenLanguage = (typeof WRITTEN_LANGUAGES)[number];
export const writtenFor = (language: Language): WrittenLanguage => WRITTEN_LANGUAGES.find((each) => each === language) ?? 'en';
