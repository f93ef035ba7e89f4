import { mail as en } from './mail/en.ts';
import { mail as no } from './mail/no.ts';
import { mail as sv } from './mail/sv.ts';
import type { Language } from './translate.ts';

/** The English texts of the mails, which the others match key by key. */
export type MailTexts = typeof en;

/** The texts of the mails: only the server writes them, so no browser loads them with the screens' catalogue. */
export const mailTexts: Readonly<Record<Language, Readonly<Record<keyof MailTexts, string>>>> = { en, sv, no };
