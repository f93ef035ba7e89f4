import { COUNTRIES } from '@spora/contract/countries';

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
