import { countryOf, type CountryCode } from '@spora/contract/countries';
import { companyPhoneFault, normalPostalCode, postalCodeFault, wirePhone } from '@spora/contract/identity';
import { ACCOUNT_FIELD_MAX, COMMENT_MAX, IMEI_LENGTH, POSTAL_CODE_MAX, RESELLER_MAX } from '@spora/contract/limits';
import type { RegistrationBody } from '@spora/contract/registration/endpoints';
import { isEmail, isImei, passwordFaults, phoneFaultOf, withoutNulls, type Fault } from './faults.ts';
import { wireFaults, type PayloadParts } from './payload.ts';
import { whatFits } from './what-fits.ts';

export interface LegacyValues {
  readonly imei: string;
  readonly reseller: string;
  readonly comment: string;
  readonly fullName: string;
  readonly email: string;
  readonly password: string;
  readonly passwordAgain: string;
  readonly companyName: string;
  readonly companyPhone: string;
  readonly contactPerson: string;
  readonly address: string;
  readonly zipCode: string;
  readonly city: string;
  readonly country: CountryCode | '';
  /** Of the phone number; the account's country is another question. */
  readonly phoneCountry: CountryCode;
  readonly phone: string;
  readonly hasAcceptedTerms: boolean;
}
export type LegacyField = keyof LegacyValues;
export type LegacyFaults = Partial<Record<LegacyField, Fault>>;

export const EMPTY_LEGACY: LegacyValues = {
  imei: '',
  reseller: '',
  comment: '',
  fullName: '',
  email: '',
  password: '',
  passwordAgain: '',
  companyName: '',
  companyPhone: '',
  contactPerson: '',
  address: '',
  zipCode: '',
  city: '',
  country: 'se',
  phoneCountry: 'se',
  phone: '',
  hasAcceptedTerms: false,
};

/** Something was typed or chosen. */
export const isBegun = (values: LegacyValues): boolean =>
  (Object.keys(EMPTY_LEGACY) as LegacyField[]).some((field) => values[field] !== EMPTY_LEGACY[field]);

/** CONST-041: each of these has a counter. */
export const LEGACY_LIMITS = {
  imei: IMEI_LENGTH,
  reseller: RESELLER_MAX,
  comment: COMMENT_MAX,
  fullName: ACCOUNT_FIELD_MAX,
  companyName: ACCOUNT_FIELD_MAX,
  companyPhone: ACCOUNT_FIELD_MAX,
  contactPerson: ACCOUNT_FIELD_MAX,
  address: ACCOUNT_FIELD_MAX,
  zipCode: POSTAL_CODE_MAX,
  city: ACCOUNT_FIELD_MAX,
} as const satisfies Partial<Record<LegacyField, number>>;
export type LimitedField = keyof typeof LEGACY_LIMITS;

/** What a limited field takes of what was typed or pasted (LEG-009); a postal code's space is not counted (DEC-83), but only one is taken. */
export const withinLimit = (field: LimitedField, typed: string, before: string): string =>
  whatFits(
    before,
    typed,
    (text) => usedOf(field, text) > LEGACY_LIMITS[field] || (field === 'zipCode' && text.length > POSTAL_CODE_MAX + 1),
  );

/** What the counter counts. */
export const usedOf = (field: LimitedField, value: string): number =>
  field === 'zipCode' ? normalPostalCode(value).length : value.length;

/** LEG-010: the only keys that the company's phone takes. */
export const companyPhoneKeys = (typed: string): string => typed.replace(/[^\d+]/g, '');

const blank = (text: string, key: Fault): Fault | null => (text.trim() === '' ? key : null);

/** LEG-008, in the order of the fields. Company name and reseller may stay blank (DEC-78). */
export function legacyFaults(values: LegacyValues, needsTerms: boolean): LegacyFaults {
  const country = countryOf(values.country);
  const { dialCode } = countryOf(values.phoneCountry);
  return withoutNulls<LegacyField>({
    imei: isImei(values.imei) ? null : 'SpecifyValidUnitImei',
    fullName: blank(values.fullName, 'SpecifyFullName'),
    email: isEmail(values.email.trim()) ? null : 'SpecifyValidEmail',
    ...passwordFaults(values.password, values.passwordAgain),
    companyPhone: companyPhoneFault(values.companyPhone),
    contactPerson: blank(values.contactPerson, 'SpecifyContactPerson'),
    address: blank(values.address, 'SpecifyAddress'),
    zipCode: blank(values.zipCode, 'SpecifyZipcode') ?? postalCodeFault(country.code, values.zipCode),
    city: blank(values.city, 'SpecifyCity'),
    country: blank(values.country, 'SpecifyCountry'),
    phone: blank(values.phone, 'SpecifyTelephone') ?? phoneFaultOf(dialCode, values.phone),
    hasAcceptedTerms: needsTerms && !values.hasAcceptedTerms ? 'MustAcceptTerms' : null,
  });
}

/** REG-003, LEG-007: a company without a number of its own (DEC-07, DEC-79). */
export function legacyPayload(values: LegacyValues, { brand, language, paymentType }: PayloadParts): RegistrationBody {
  const { dialCode } = countryOf(values.phoneCountry);
  return {
    Imei: values.imei,
    personal_org_number: '',
    acc_company_phone: values.companyPhone.trim(),
    address: values.address.trim(),
    city: values.city.trim(),
    comment: brand.capabilities.registrationComment ? values.comment.trim() : '',
    companyName: values.companyName.trim(),
    contactPerson: values.contactPerson.trim(),
    country: countryOf(values.country).code,
    countryDialCode: dialCode,
    fullName: values.fullName.trim(),
    paymentType,
    phone: wirePhone(dialCode, values.phone),
    reseller: values.reseller.trim(),
    subsiteID: brand.subsiteId,
    terms: true,
    userName: values.email.trim().toLowerCase(),
    userPassword: values.password,
    userPassword_confirmation: values.passwordAgain,
    zipCode: normalPostalCode(values.zipCode),
    is_private_account: 0,
    lang: language,
  };
}

const FIELD_OF_WIRE: Readonly<Record<string, LegacyField>> = {
  Imei: 'imei',
  reseller: 'reseller',
  comment: 'comment',
  fullName: 'fullName',
  userName: 'email',
  userPassword: 'password',
  userPassword_confirmation: 'passwordAgain',
  companyName: 'companyName',
  acc_company_phone: 'companyPhone',
  personal_org_number: 'companyPhone',
  contactPerson: 'contactPerson',
  address: 'address',
  zipCode: 'zipCode',
  city: 'city',
  country: 'country',
  phone: 'phone',
  countryDialCode: 'phone',
  terms: 'hasAcceptedTerms',
};

/** What the server said, by the form's fields; an unknown unit has the form's own message (ERR-009). */
export function legacyServerFaults(error: unknown): LegacyFaults {
  const found: LegacyFaults = {};
  for (const [wire, fault] of Object.entries(wireFaults(error))) {
    const field = FIELD_OF_WIRE[wire];
    if (field) found[field] ??= fault === 'ImeiNumberError' || fault === 'InvalidImei' ? 'SpecifyValidUnitImei' : fault;
  }
  return found;
}
