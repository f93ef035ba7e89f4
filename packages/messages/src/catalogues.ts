import { type Catalogue, type Language, LANGUAGE_FACTS, LANGUAGES } from './languages.ts';

/** All texts in all languages, for the server; a browser fetches those of one. */
export const CATALOGUES = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (language) => [language, await LANGUAGE_FACTS[language].texts()] as const)),
) as Readonly<Record<Language, Catalogue>>;
