import { type Language, LANGUAGES } from './languages.ts';
import type { personalData as en } from './personal-data/en.ts';

/** The English texts of the file that explains a person's own data, which the others match key by key. */
export type PersonalDataTexts = typeof en;

type Texts = Readonly<Record<keyof PersonalDataTexts, string>>;
const textsIn = async (language: Language): Promise<readonly [Language, Texts]> => {
  const { personalData } = (await import(`./personal-data/${language}.ts`)) as { personalData: Texts };
  return [language, personalData];
};

/** Only the server writes them, so no browser loads them with the screens' catalogue. */
export const personalDataTexts = Object.fromEntries(await Promise.all(LANGUAGES.map(textsIn))) as Readonly<
  Record<Language, Texts>
>;
