import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { LANGUAGES } from '@spora/messages/languages';
import { SUBSITE_MAX } from './brands.ts';
import { PHONE_DIGITS, phoneDigits } from './identity.ts';
import { BULK_MAX, IMEI_LENGTH, PASSWORD_MAX, USERNAME_MAX } from './limits.ts';
import { isStrongPassword } from './auth/password.ts';

/** 15 digits; spaces and dashes that people paste are taken out first. */
export const imei = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(new RegExp(`^\\d{${IMEI_LENGTH}}$`), msg('InvalidImei')));

/** An instant as ISO 8601 text with offset (NFR-009). */
export const instant = z.iso.datetime({ offset: true, error: msg('InvalidTime') });

/** A calendar day in the account's zone, of years that both JavaScript and PostgreSQL count with (there is no year 0). */
export const day = z.iso
  .date(msg('InvalidDate'))
  .refine((value) => value >= '1900-01-01' && value < '2200-01-01', { error: msg('InvalidDate') });

/** The id of a row, also when it arrives as text in a path or a query. */
export const id = z.coerce
  .number(msg('InvalidId'))
  .int(msg('InvalidId'))
  .positive(msg('InvalidId'))
  .max(2 ** 53 - 1, msg('InvalidId'));

export const lat = z.coerce.number(msg('InvalidCoordinate')).min(-90, msg('InvalidCoordinate')).max(90, msg('InvalidCoordinate'));
export const lng = z.coerce
  .number(msg('InvalidCoordinate'))
  .min(-180, msg('InvalidCoordinate'))
  .max(180, msg('InvalidCoordinate'));

/** A list in a query string: `a,b,c`; empty means no restriction. */
export const commaList = z
  .string()
  .optional()
  .transform((text) =>
    text
      ? text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
      : [],
  );

/** ERR-041: beside a change, what its fields were as the form began: where one of them is another by now nothing is changed. */
export const was = z.record(z.string().max(60), z.unknown()).optional();

/** Nothing to tell but that it worked. */
export const nothing = z.object({});

/** The brand's number. */
export const subsite = z.coerce
  .number(msg('InvalidId'))
  .int(msg('InvalidId'))
  .min(0, msg('InvalidId'))
  .max(SUBSITE_MAX, msg('InvalidId'));

export const language = z.enum(LANGUAGES, msg('InvalidLanguage'));

/** An e-mail address, lower-cased; blank and malformed are told apart (WIZ-011). */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, msg('EmailNotEmpty'))
  .max(USERNAME_MAX, msg('EnterValidEmail'))
  .refine((value) => value === '' || z.email().safeParse(value).success, { error: msg('EnterValidEmail') });

/** A telephone number of somebody, or none: its digits, whatever people write between them; the zero in "+46 (0)8" is no part of it. */
export const phone = z
  .string()
  .transform(phoneDigits)
  .pipe(z.string().regex(PHONE_DIGITS, msg('InvalidPhone')));

/** REG-008; that it is none of the common ones is checked by the server (SEC-017). */
export const newPassword = z
  .string()
  .max(PASSWORD_MAX, msg('PasswordTooLong'))
  .refine(isStrongPassword, { error: msg('PasswordTooWeak') });

/** Numbers of things, with commas between. */
export const idList = commaList
  .transform((parts) => parts.map(Number))
  .pipe(z.array(z.number(msg('InvalidId')).int(msg('InvalidId')).positive(msg('InvalidId'))).max(BULK_MAX));

/** Names in a query, each percent-encoded once more, so that a comma within one does not end it. */
export const nameList = commaList
  .transform((parts) => parts.map(decoded))
  .pipe(z.array(z.string().trim().min(1).max(100)).max(BULK_MAX));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
