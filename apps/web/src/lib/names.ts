import { type Language, LANGUAGE_FACTS } from '@spora/messages/languages';

/** Search forgives: case, diacritics, spaces and dashes in plates, part of an IMEI. */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ø/gi, 'o').replace(/æ/gi, 'ae').replace(/[\s-]/g, '').toLowerCase();

/** What something is found by: its names, plates, addresses and numbers, folded once. */
export interface Searchable {
  /** Each on a line, without spaces. */
  readonly whole: string;
  readonly names: string;
  /** Long numbers, such as an IMEI, in which any two digits would be met. */
  readonly numbers: string;
  readonly words: readonly string[];
}
const LONG_NUMBER = /^\d{10,}$/;

/** What is found by these texts; those that are missing are left out. */
export function searchableOf(texts: readonly (string | null | undefined)[]): Searchable {
  const said = texts.flatMap((text) => text || []);
  const [numbers, names] = [said.filter((text) => LONG_NUMBER.test(text)), said.filter((text) => !LONG_NUMBER.test(text))];
  const folded = names.map(fold).join('\n');
  return {
    whole: [folded, ...numbers].join('\n'),
    names: folded,
    numbers: numbers.join('\n'),
    words: names.flatMap((name) => name.split(/[\s-]+/).map(fold)),
  };
}

/** Beside another word a shorter one would be met within any name: it begins a word of one. */
const LEAST_PART = 3;
/** Fewer digits, beside another word, are a number of something and no part of a long one. */
const LEAST_NUMBER = 5;

/**
 * What was typed into a search, as what tells whether something is found by it: the text as one, as plates are written, or each of its
 * words by itself, in any order (decision 0082). Nothing typed finds everything.
 */
export function searchFor(typed: string): (of: Searchable) => boolean {
  const whole = fold(typed);
  const asked = typed.split(/\s+/).flatMap((word) => fold(word) || []);
  return (of) =>
    of.whole.includes(whole) ||
    (asked.length > 1 &&
      asked.every((word) =>
        word.length < LEAST_PART
          ? of.words.some((each) => each.startsWith(word))
          : of.names.includes(word) || (word.length >= LEAST_NUMBER && of.numbers.includes(word)),
      ));
}

/** The same of texts that are searched once. */
export function finder(typed: string): (...texts: readonly (string | null | undefined)[]) => boolean {
  const isFound = searchFor(typed);
  return (...texts) => isFound(searchableOf(texts));
}

/** Names in a sentence, as the language joins them: `Bilen og Havørn`. */
export const listText = (names: readonly string[], language: Language): string =>
  new Intl.ListFormat(LANGUAGE_FACTS[language].locale, { type: 'conjunction' }).format(names);

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

/** As at the beginning of a sentence. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
