import { namesTooLong } from '@spora/contract/identity';
/** A stored number as people read it: with a plus before the dial code. */
export const shownPhone = (digits: string): string => (digits === '' || digits.startsWith('0') ? digits : `+${digits}`);

/** What was typed, compared with what is stored: spaces and signs are no change. */
export const isSamePhone = (typed: string, digits: string): boolean => typed.replace(/\D/g, '') === digits;

/** WIZ-009, DEC-83: the two names have the room of one, which neither of the fields can tell of itself. */
export const namesFaults = (names: {
  readonly first_name: string;
  readonly last_name: string;
}): { first_name?: 'NamesTooLong'; last_name?: 'NamesTooLong' } =>
  namesTooLong(names.first_name, names.last_name) ? { first_name: 'NamesTooLong', last_name: 'NamesTooLong' } : {};
