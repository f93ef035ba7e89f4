import type { mail as en } from './mail/en.ts';
import { type Language, LANGUAGES } from './languages.ts';

/** The English texts of the mails, which the others match key by key. */
export type MailTexts = typeof en;

type Texts = Readonly<Record<keyof MailTexts, string>>;
const textsIn = async (language: Language): Promise<readonly [Language, Texts]> => {
  const { mail } = (await import(`./mail/${language}.ts`)) as { mail: Texts };
  return [language, mail];
};

/** The texts of the mails: only the server writes them, so no browser loads them with the screens' catalogue. */
export const mailTexts = Object.fromEntries(await Promise.all(LANGUAGES.map(textsIn))) as Readonly<Record<Language, Texts>>;
