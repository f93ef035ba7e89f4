import { COUNTRIES, type CountryCode } from './countries.ts';
import { ACCOUNT_FIELD_MAX, IMEI_LENGTH, PERSONAL_NUMBER_LENGTH, POSTAL_CODE_MAX } from './limits.ts';
import { hasStrictPhoneRules } from './phone-rules.ts';

/**
 * What is asked of names and numbers at registration: pure, so that the forms and the server judge alike. Each function answers
 * the key of what is wrong, or null. Numbers are never told to a log or an address.
 */

/** WIZ-017: the literal rule, and that of dial codes of other countries. */
const PHONE_DIGITS_MIN = 9;
/** ITU-T E.164: with the dial code. */
const PHONE_DIGITS_MAX = 15;

const withoutSpaces = (text: string): string => text.replace(/\s/g, '');
const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * The Luhn check (ISO/IEC 7812-1, annex B): every second digit from the right counts double, the sum of digits ends in 0.
 * False for text that is not all digits.
 */
export function hasLuhn(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const value = Number(digits[digits.length - 1 - i]) * (i % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** REG-006: a hint while somebody types (3GPP TS 23.003, annex B); some units carry odd numbers, so the server's stock decides. */
export const imeiHasLuhn = (text: string): boolean => {
  const digits = text.replace(/[\s-]/g, '');
  return digits.length === IMEI_LENGTH && hasLuhn(digits);
};

/** The twelve digits of a Swedish personal number as it is stored, without spaces and without the hyphen or plus after the date. */
export const normalPersonalNumber = (text: string): string => withoutSpaces(text).replace(/^(\d{8})[-+](?=.{4}$)/, '$1');

/** The eleven digits of a Norwegian birth number as it is stored, without what people write after the day. */
export const normalBirthNumber = (text: string): string => text.replace(/[\s-]/g, '');

/**
 * As lists show it: the date stays, the serial does not. Text that is no personal number is hidden altogether, and none is told
 * from one that is hidden.
 */
export function maskPersonalNumber(text: string): string {
  if (text.trim() === '') return '';
  const digits = normalPersonalNumber(text);
  if (/^\d{12}$/.test(digits)) return `${digits.slice(0, 8)}-••••`;
  return isBirthNumber(normalBirthNumber(text)) ? `${normalBirthNumber(text).slice(0, 6)} •••••` : '••••';
}

/** The day of an instant in Sweden as `YYYYMMDD`. */
const swedishDay = (at: Date): string =>
  digitsOf(
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm', year: 'numeric', month: '2-digit', day: '2-digit' }).format(
      at,
    ),
  );

/** True for a day that was or is: `YYYYMMDD` of a calendar day of 1800 or later, not after `today` (also `YYYYMMDD`). */
function isPastDay(day: string, today: string): boolean {
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(4, 6)), Number(day.slice(6, 8))];
  if (year < 1800 || month < 1 || month > 12 || date < 1) return false;
  return date <= new Date(Date.UTC(year, month, 0)).getUTCDate() && day <= today;
}

/**
 * WIZ-013, WIZ-014: a Swedish personal or coordination number, twelve digits with the century; a hyphen (or, for those over a
 * hundred, a plus) may stand after the date. Luhn over the last ten; a real day that is not to come, where coordination numbers
 * add 60 to the day; serial 000 is never given out, and interim numbers, which carry a letter, are not accepted. Source: the
 * Swedish Tax Agency's SKV 704 and SKV 707, as gathered in the open test set personnummer/meta.
 */
export function personalNumberFault(
  text: string,
  today: Date,
): 'SpecifypersonalNum' | 'InvalidPersonalNumLength' | 'InvalidPersonalNum' | null {
  const number = normalPersonalNumber(text);
  if (number === '') return 'SpecifypersonalNum';
  if (number.length !== PERSONAL_NUMBER_LENGTH) return 'InvalidPersonalNumLength';
  if (!/^\d+$/.test(number) || number.slice(8, 11) === '000' || !hasLuhn(number.slice(2))) return 'InvalidPersonalNum';
  const day = Number(number.slice(6, 8));
  const isCoordination = day > 60;
  const born = number.slice(0, 6) + String(isCoordination ? day - 60 : day).padStart(2, '0');
  return isPastDay(born, swedishDay(today)) ? null : 'InvalidPersonalNum';
}

/** Of each check digit, with its own weight of one at the end. */
const BIRTH_NUMBER_WEIGHTS = [
  [3, 7, 6, 1, 8, 9, 4, 5, 2, 1],
  [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1],
] as const;

/**
 * A Norwegian birth number or D-number: eleven digits, a day (D-numbers add 40 to it) and two check digits, each modulus 11 over what
 * stands before it. The year's two digits say no century, so the 29th of February stands in every fourth. Source: the Norwegian Tax
 * Administration's description of the birth number.
 */
function isBirthNumber(number: string): boolean {
  if (!/^\d{11}$/.test(number)) return false;
  const [day, month, year] = [Number(number.slice(0, 2)), Number(number.slice(2, 4)), Number(number.slice(4, 6))];
  const date = day > 40 ? day - 40 : day;
  // 2000 and every fourth year after it has the longest February that a year of these two digits can have.
  const isDay = month >= 1 && month <= 12 && date >= 1 && date <= new Date(Date.UTC(2000 + year, month, 0)).getUTCDate();
  return isDay && BIRTH_NUMBER_WEIGHTS.every((weights) => sumOf(weights, number) % 11 === 0);
}

const sumOf = (weights: readonly number[], digits: string): number =>
  weights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0);

/**
 * What is wrong with the number of a private person who gives one: Sweden's as at registration (WIZ-013), Norway's by its own rule,
 * which registration asks of nobody (ROLE-004); the United Kingdom has none to judge.
 */
export function privateNumberFault(country: CountryCode, text: string, today: Date) {
  if (country === 'se') return personalNumberFault(text, today);
  return country === 'no' && !isBirthNumber(normalBirthNumber(text)) ? 'InvalidBirthNumber' : null;
}

/** As it is stored. */
export const normalPrivateNumber = (country: CountryCode, text: string): string =>
  country === 'no' ? normalBirthNumber(text) : normalPersonalNumber(text);

/** WIZ-012: required, digits and hyphens only, at most 50. */
export function orgNumberFault(text: string): 'SpecifyOrgNumber' | 'OrgNumberCharacters' | 'TextTooLong' | null {
  const number = text.trim();
  if (!/[\p{L}\d]/u.test(number)) return 'SpecifyOrgNumber';
  if (number.length > ACCOUNT_FIELD_MAX) return 'TextTooLong';
  return /^[\d-]+$/.test(number) ? null : 'OrgNumberCharacters';
}

const NORWEGIAN_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2] as const;

/** Norwegian organisation numbers: nine digits that begin with 8 or 9, modulus 11 over the first eight (Brønnøysund registers). */
function isNorwegianOrgNumber(digits: string): boolean {
  if (!/^[89]\d{8}$/.test(digits)) return false;
  return (11 - (sumOf(NORWEGIAN_WEIGHTS, digits) % 11)) % 11 === Number(digits[8]);
}

/** Swedish organisation numbers: ten digits with Luhn, perhaps after 16; a sole trader uses the owner's personal number. */
const isSwedishOrgNumber = (digits: string): boolean => /^(16|18|19|20)?\d{10}$/.test(digits) && hasLuhn(digits.slice(-10));

/**
 * A number that does not look like one of its country: worth a second look, never a refusal, since the specification asks for
 * digits and hyphens only. Sweden: Luhn; Norway: modulus 11; United Kingdom: eight characters, which have no check digit.
 */
export function orgNumberWarning(country: CountryCode, text: string): `CheckOrgNumber-${CountryCode}` | null {
  const digits = digitsOf(text);
  const isUsual =
    country === 'se' ? isSwedishOrgNumber(digits) : country === 'no' ? isNorwegianOrgNumber(digits) : digits.length === 8;
  return isUsual ? null : `CheckOrgNumber-${country}`;
}

export interface PhoneNumber {
  /** Without plus: `46`. */
  readonly dialCode: string;
  /** As typed, after the dial code. */
  readonly national: string;
  readonly isStrict?: boolean;
}

export interface PhoneFault {
  readonly key: 'PhoneNumCannotBeEmpty' | 'Min8CharacterPhoneNumber' | 'MakeSurePhoneNunIsCorrect' | 'InvalidPhone';
  /** What fills `{count}` of `Min8CharacterPhoneNumber`: the fewest digits of the country. */
  readonly count?: number;
}

/** The fewest digits after a dial code (DEC-04). */
export const phoneDigitsMin = (dialCode: string, isStrict = hasStrictPhoneRules()): number =>
  (isStrict ? undefined : COUNTRIES.find((country) => country.dialCode === dialCode)?.phoneDigitsMin) ?? PHONE_DIGITS_MIN;

/**
 * WIZ-017, WIZ-018 as DEC-04 and DEC-05 read them. Digits count, whatever stands between them. A Swedish number that begins with
 * 0 or 46 is refused; the wizard's rule refuses 46, 47 and 07 after the dial codes 46 and 47, except for eight Norwegian digits,
 * since mobiles there really begin so. `isStrict` is the literal rule: at least nine everywhere, a leading 0 and 46 not counted,
 * no exception.
 */
export function phoneFault({ dialCode, national, isStrict = hasStrictPhoneRules() }: PhoneNumber): PhoneFault | null {
  const digits = digitsOf(national);
  if (digits === '') return { key: 'PhoneNumCannotBeEmpty' };
  if (dialCode === '46' && /^(0|46)/.test(digits)) return { key: 'MakeSurePhoneNunIsCorrect' };
  const min = phoneDigitsMin(dialCode, isStrict);
  const counted = isStrict ? digits.replace(/^0/, '').replace(/^46/, '') : digits;
  if (counted.length < min) return { key: 'Min8CharacterPhoneNumber', count: min };
  const isExcepted = !isStrict && dialCode === '47' && digits.length === 8;
  if (/^(46|47|07)$/.test(dialCode) && /^(46|47|07)/.test(digits) && !isExcepted) return { key: 'MakeSurePhoneNunIsCorrect' };
  if (dialCode.length + digits.length > PHONE_DIGITS_MAX) return { key: 'InvalidPhone' };
  return null;
}

/**
 * DEC-05: what a number is without the zero that only callers at home dial first, as it was typed otherwise; null of one that is fit as it
 * stands, and of one that would not be fit then either.
 */
export function withoutTrunkZero(dialCode: string, national: string): string | null {
  const rest = /^\D*0(?!0)\D*(.*)$/s.exec(national)?.[1];
  if (rest === undefined || !phoneFault({ dialCode, national })) return null;
  return phoneFault({ dialCode, national: rest }) ? null : rest;
}

/** DEC-80: as it travels and is stored, all digits with the dial code, without plus. */
export const wirePhone = (dialCode: string, national: string): string => digitsOf(dialCode) + digitsOf(national);

/** A telephone number of somebody as it is kept: its digits, whatever people write between them; the zero in "+46 (0)8" is no part of it. */
export const phoneDigits = (text: string): string => text.replace(/\(0\)|[\s()+-]/g, '');

/** What such a number may be where none is asked for. */
export const PHONE_DIGITS = /^(\d{8,15})?$/;

/** The digits after the dial code of a number as it travels; the whole number when it does not begin with the dial code. */
export const nationalPhone = (dialCode: string, phone: string): string =>
  dialCode !== '' && phone.startsWith(dialCode) ? phone.slice(dialCode.length) : phone;

/**
 * DEC-05: a number is stored as it was typed after its dial code (DEC-80), and dialled and sent as this (ITU-T E.164): with a plus, and
 * without the zero that only callers at home dial first. Norway has no such zero. Empty stays empty.
 */
export function e164(stored: string): string {
  const digits = digitsOf(stored);
  const dialCode = COUNTRIES.find((country) => digits.startsWith(country.dialCode))?.dialCode;
  if (digits === '' || digits === dialCode) return '';
  return `+${dialCode === undefined || dialCode === '47' ? digits : dialCode + digits.slice(dialCode.length).replace(/^0/, '')}`;
}

/** LEG-010, DEC-06: only digits and plus can be typed; it must not begin with 07, 46, 47 or +. */
export function companyPhoneFault(text: string): 'SpecifyCompanyPhone' | 'PersonalNumberMsg' | 'InvalidPhone' | null {
  const phone = text.trim();
  if (phone === '') return 'SpecifyCompanyPhone';
  if (/^(07|46|47|\+)/.test(phone)) return 'PersonalNumberMsg';
  return /^[\d+]+$/.test(phone) && phone.length <= ACCOUNT_FIELD_MAX ? null : 'InvalidPhone';
}

/** DEC-11, DEC-83: as it is stored: without spaces, letters in upper case. */
export const normalPostalCode = (text: string): string => withoutSpaces(text).toUpperCase();

/**
 * WIZ-015, WIZ-016, DEC-11: digits in Sweden and Norway, letters and digits in the United Kingdom, at most seven. One space
 * between them is not counted: it is how the codes are printed in all but Norway.
 */
export function postalCodeFault(
  country: CountryCode,
  text: string,
): 'SpecifyPostalCode' | 'InvalidPostalCode' | 'InvalidPostcode' | null {
  const code = text.trim();
  if (code === '') return 'SpecifyPostalCode';
  const isRight = country === 'gb' ? /^[a-z\d]+ ?[a-z\d]*$/i.test(code) : /^\d+ ?\d*$/.test(code);
  if (isRight && normalPostalCode(code).length <= POSTAL_CODE_MAX) return null;
  return country === 'gb' ? 'InvalidPostcode' : 'InvalidPostalCode';
}

/** How the codes of a country look: Sweden's five digits, Norway's four, and of the United Kingdom the area before a digit and two letters. */
const USUAL_POSTAL_CODES: Readonly<Record<CountryCode, RegExp>> = {
  se: /^\d{5}$/,
  no: /^\d{4}$/,
  gb: /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/,
};

/**
 * A postal code that does not look like one of its country: worth a second look, never a refusal, since the specification asks for
 * no more than digits (WIZ-015). Null for one that is refused or empty, which is told otherwise.
 */
export function postalCodeWarning(country: CountryCode, text: string): `CheckPostalCode-${CountryCode}` | null {
  if (postalCodeFault(country, text) || USUAL_POSTAL_CODES[country].test(normalPostalCode(text))) return null;
  return `CheckPostalCode-${country}`;
}

/** REG-004: as it is sent and stored. */
export const fullNameOf = (first: string, last: string): string => `${first.trim()} ${last.trim()}`.trim();

/** WIZ-010: how many letters may still be typed; less than zero when there are too many. The space counts (DEC-83). */
export const nameLettersLeft = (first: string, last: string): number => ACCOUNT_FIELD_MAX - fullNameOf(first, last).length;

/** WIZ-009, DEC-83: first and last name with the space between them are at most 50. */
export const namesTooLong = (first: string, last: string): boolean => nameLettersLeft(first, last) < 0;

/** WIZ-009: both are required, and together at most 50. */
export function nameFault(first: string, last: string): 'SpecifyFirstName' | 'SpecifyLastName' | 'NameLength' | null {
  if (first.trim() === '') return 'SpecifyFirstName';
  if (last.trim() === '') return 'SpecifyLastName';
  return namesTooLong(first, last) ? 'NameLength' : null;
}
