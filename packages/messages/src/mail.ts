import { mail as en } from './en/mail.ts';
import { mail as no } from './no/mail.ts';
import { mail as sv } from './sv/mail.ts';
import type { Language } from './translate.ts';

/** The English texts of the mails, which the others match key by key. */
export type MailTexts = typeof en;

/** The texts of the mails: only the server writes them, so no browser loads them with the screens' catalogue. */
export const mailTexts: Readonly<Record<Language, Readonly<Record<keyof MailTexts, string>>>> = { en, sv, no };
