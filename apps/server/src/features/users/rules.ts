import { COUNTRIES } from '@spora/contract/countries';
import { ACCOUNT_FIELD_MAX } from '@spora/contract/limits';

/**
 * A phone number as it is stored, with the dial code and without plus (DEC-80): `070...` and a Norwegian number of eight digits
 * are of the account's own country. `digits` holds nothing but digits; empty stays empty. `country` is ISO 3166 in any case.
 */
export function withDialCode(digits: string, country: string): string {
  if (digits.startsWith('00')) return digits.slice(2);
  const own = COUNTRIES.find(({ code }) => code === country.toLowerCase());
  if (!own) return digits;
  if (digits.startsWith('0')) return own.dialCode + digits.slice(1);
  return own.code === 'no' && digits.length === 8 ? own.dialCode + digits : digits;
}

/** ADM-014: a usual purpose, with who chose it and since when: trips from then on get it in their name. */
export const usualPurpose = (
  { actor, now }: { readonly actor: { readonly memberId: number }; readonly now: () => Date },
  text: string,
) => ({ default_purpose: text, default_purpose_by: actor.memberId, default_purpose_since: now() });

interface Names {
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
}

/** DEC-83: which part of a name that is changed is too long beside the other, which stays; null where both fit. */
export function tooLongName(stays: Names, { first_name: first, last_name: last }: Names): keyof Names | null {
  if (first === undefined && last === undefined) return null;
  const whole = `${first ?? stays.first_name ?? ''} ${last ?? stays.last_name ?? ''}`.trim();
  return whole.length <= ACCOUNT_FIELD_MAX ? null : last === undefined ? 'first_name' : 'last_name';
}
