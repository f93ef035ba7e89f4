import { readFileSync } from 'node:fs';
import { BRANDS } from '@spora/contract/brands';
import { isBreached } from './breached-passwords.ts';

const FILE = new URL('./common-passwords.txt', import.meta.url);

/** As people write letters with digits and signs. */
const LETTER_OF: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const LOOKALIKE = /[013457@$!]/g;
/** ASVS 6.2.11: what the product is called, under each of its brands, is what people think of first. */
const OF_THE_PRODUCT = BRANDS.flatMap(({ name, slug }) => [name, slug]);
/** More than this around a common word (a year and two signs, say) is no decoration but content of its own. */
const DECORATION_MAX = 8;

/** Shorter ones are the words' business: among 100,000 passwords nearly any three letters are found, which refused too much. */
const BREACHED_MIN = 5;
const isUsedByMany = (form: string): boolean => [...form].length >= BREACHED_MIN && isBreached(form);

let words: ReadonlySet<string> | undefined;

/** Read when the first password is chosen, not when the program starts. */
function commonWords(): ReadonlySet<string> {
  words ??= new Set(
    readFileSync(FILE, 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .flatMap((line) => line.split(' '))
      .filter(Boolean),
  );
  return words;
}

/**
 * Why a password is guessed: it is made of the person's own words (ASVS 6.2.11), or many people use it or would come to it by the usual
 * means (SEC-017, ASVS 6.2.4, 6.2.12): capitals, digits and signs at the ends, look-alikes for letters, a word twice. Since the rule asks
 * for upper case, digit and sign, the plain list alone would never match. Names of the product are everybody's words (ASVS 6.2.11). `own`
 * are words that belong to this person: the e-mail address, a name, the company. Null: it is let through.
 */
export function passwordFault(password: string, own: readonly string[] = []): 'PasswordOwnWords' | 'PasswordTooCommon' | null {
  const forms = formsOf(password.normalize('NFC').toLowerCase()).flatMap((form) => [form, halfOf(form)]);
  const [owned, products] = [new Set(own.flatMap(wordsOf)), new Set(OF_THE_PRODUCT.flatMap(wordsOf))];
  if (forms.some((form) => owned.has(form) || owned.has(plain(form)))) return 'PasswordOwnWords';
  const isKnown = (word: string) => commonWords().has(word) || products.has(word) || isUsedByMany(word);
  return forms.some(isKnown) ? 'PasswordTooCommon' : null;
}

/** What a company is, which is no part of how it is called. */
const COMPANY_FORMS: ReadonlySet<string> = new Set([
  'ab',
  'aktiebolag',
  'ans',
  'as',
  'asa',
  'da',
  'enk',
  'hb',
  'kb',
  'limited',
  'ltd',
  'plc',
]);

/**
 * The text itself, the part before the @, the names in it and all of them in a row, without what says only that it is a company; each also
 * as people type it without its accents. Shorter words would refuse too much.
 */
function wordsOf(text: string): string[] {
  const lower = text.trim().normalize('NFC').toLowerCase();
  const local = lower.split('@')[0] ?? '';
  const names = local.split(/[^\p{L}]+/u);
  const words = [lower, local, names.join(''), names.filter((name) => !COMPANY_FORMS.has(name)).join(''), ...names];
  return words.flatMap((word) => [word, plain(word)]).filter((word) => [...word].length >= 3);
}

/** Without accents, dots and rings. */
const plain = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ø', 'o').replaceAll('æ', 'ae');

/** What a password may be made of: as it is, without signs, and its core without decoration, also with look-alikes as letters. */
function formsOf(lower: string): string[] {
  const forms = [lower, lower.replace(/[^\p{L}\p{N}]/gu, '')];
  for (const core of [trimmed(lower), trimmed(readLookalikes(lower))]) {
    if ([...lower].length - [...core].length > DECORATION_MAX) continue;
    forms.push(core, readLookalikes(core), readLookalikes(core).replace(/[^\p{L}]/gu, ''));
  }
  return forms.filter((form) => [...form].length >= 3);
}

const trimmed = (text: string): string => text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
const readLookalikes = (text: string): string => text.replace(LOOKALIKE, (sign) => LETTER_OF[sign] ?? sign);

/** "annaanna" is "anna"; a text that is no word twice stays as it is. */
function halfOf(text: string): string {
  const half = text.slice(0, text.length / 2);
  return half + half === text ? half : text;
}
