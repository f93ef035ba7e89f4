/** A country whose customers may register (REG-012). */
export interface Country {
  /** ISO 3166, lower case: the wire's spelling. */
  readonly code: 'se' | 'no' | 'gb';
  readonly dialCode: '46' | '47' | '44';
  /** IANA name of a new account's zone. */
  readonly timeZone: string;
  /** DEC-53. */
  readonly currency: 'SEK' | 'NOK' | 'GBP';
  /** DEC-04: the fewest digits after the dial code. */
  readonly phoneDigitsMin: number;
  /** DEC-11: letters may stand in the postal code. */
  readonly postalCode: 'digits' | 'letters';
  /** ROLE-004: private persons give a personal number. */
  readonly needsPersonalNumber: boolean;
}

/** In the order in which they are offered; the first is the default (CONST-047). */
export const COUNTRIES: readonly Country[] = [
  {
    code: 'se',
    dialCode: '46',
    timeZone: 'Europe/Stockholm',
    currency: 'SEK',
    phoneDigitsMin: 9,
    postalCode: 'digits',
    needsPersonalNumber: true,
  },
  {
    code: 'no',
    dialCode: '47',
    timeZone: 'Europe/Oslo',
    currency: 'NOK',
    phoneDigitsMin: 8,
    postalCode: 'digits',
    needsPersonalNumber: false,
  },
  {
    code: 'gb',
    dialCode: '44',
    timeZone: 'Europe/London',
    currency: 'GBP',
    phoneDigitsMin: 9,
    postalCode: 'letters',
    needsPersonalNumber: false,
  },
];
export type CountryCode = Country['code'];

/** The country of a code, whatever its case; the first for an unknown one. */
export const countryOf = (code: string): Country =>
  COUNTRIES.find((country) => country.code === code.toLowerCase()) ?? (COUNTRIES[0] as Country);
