import { LANGUAGE_FACTS } from './languages.ts';

/**
 * The order of names that the program sorts itself, of which `NAME_ORDER` is the database's: one for everybody, in which å, ä, ö, æ and ø are
 * letters of their own; 9 comes before 10. Without a language `localeCompare` goes by that of the machine, where Å is often an A.
 */
export const { compare: compareNames } = new Intl.Collator(LANGUAGE_FACTS.sv.locale, { numeric: true });
