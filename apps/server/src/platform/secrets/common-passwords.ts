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
 * Whether many people use this password, or would come to it by the usual means (SEC-017, ASVS 6.2.4, 6.2.12): capitals, digits and signs
 * at the ends, look-alikes for letters, a word twice. Since the rule asks for upper case, digit and sign, the plain list alone
 * would never match. So are the names of the product (ASVS 6.2.11). `own` are words that belong to this person: the e-mail address, a name.
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const lower = password.normalize('NFC').toLowerCase();
  const known = new Set([...OF_THE_PRODUCT, ...own].flatMap(wordsOf));
  const isKnown = (word: string) => commonWords().has(word) || known.has(word) || isUsedByMany(word);
  return formsOf(lower).some((form) => isKnown(form) || isKnown(halfOf(form)));
}

/** The e-mail address itself, the part before the @, and the names in it. Shorter words would refuse too much. */
function wordsOf(text: string): string[] {
  const lower = text.trim().normalize('NFC').toLowerCase();
  const local = lower.split('@')[0] ?? '';
  return [lower, local, local.replace(/[^\p{L}]/gu, ''), ...local.split(/[^\p{L}]+/u)].filter((word) => [...word].length >= 3);
}

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
