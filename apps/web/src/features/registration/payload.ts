import { countryOf } from '@spora/contract/countries';
import { fullNameOf, normalPersonalNumber, normalPostalCode, phoneDigitsMin, wirePhone } from '@spora/contract/identity';
import type { RegistrationBody } from '@spora/contract/registration/endpoints';
import type { Language } from '@spora/messages/languages';
import { ApiError } from '../../lib/api-error.ts';
import type { Brand } from '../../lib/brand.ts';
import type { Fault, Faults } from './faults.ts';
import { needsPersonalNumber } from './model.ts';
import { emailOf, type FieldName, type WizardValues } from './wizard-values.ts';

export interface PayloadParts {
  readonly brand: Brand;
  readonly language: Language;
  /** The chosen label of the server's list; blank when nothing was to be chosen. */
  readonly paymentType: string;
}

/** REG-002 of the wizard: what the person's kind, country or brand does not ask for is sent blank. */
export function wizardPayload(values: WizardValues, { brand, language, paymentType }: PayloadParts): RegistrationBody {
  const isCompany = values.kind !== 'private';
  const country = countryOf(values.country);
  const number = isCompany
    ? values.orgNumber.trim()
    : needsPersonalNumber(values)
      ? normalPersonalNumber(values.personalNumber)
      : '';
  return {
    Imei: values.imei,
    personal_org_number: number,
    acc_company_phone: number,
    address: values.street.trim(),
    city: values.city.trim(),
    comment: brand.capabilities.registrationComment ? values.comment.trim() : '',
    companyName: isCompany ? values.companyName.trim() : '',
    contactPerson: values.firstName.trim(),
    country: country.code,
    countryDialCode: country.dialCode,
    fullName: fullNameOf(values.firstName, values.lastName),
    paymentType,
    phone: wirePhone(country.dialCode, values.phone),
    reseller: values.reseller.trim(),
    subsiteID: brand.subsiteId,
    terms: true,
    userName: emailOf(values),
    userPassword: values.password,
    userPassword_confirmation: values.passwordAgain,
    zipCode: normalPostalCode(values.postalCode),
    is_private_account: isCompany ? 0 : 1,
    lang: language,
  };
}

/** The fields of the payload by the names of the form; a number that two fields carry belongs to the account's kind. */
function fieldsOfWire(values: Pick<WizardValues, 'kind'>): Readonly<Record<string, FieldName>> {
  const number = values.kind === 'private' ? 'personalNumber' : 'orgNumber';
  return {
    Imei: 'imei',
    reseller: 'reseller',
    comment: 'comment',
    companyName: 'companyName',
    contactPerson: 'firstName',
    fullName: 'lastName',
    userName: 'email',
    personal_org_number: number,
    acc_company_phone: number,
    address: 'street',
    zipCode: 'postalCode',
    city: 'city',
    country: 'country',
    phone: 'phone',
    countryDialCode: 'phone',
    userPassword: 'password',
    userPassword_confirmation: 'passwordAgain',
    paymentType: 'paymentType',
    terms: 'hasAcceptedTerms',
  };
}

/** Refusals that name no field but are about one. */
const FIELD_OF_KEY: Readonly<Record<string, 'Imei' | 'userName' | 'paymentType' | 'userPassword'>> = {
  ImeiNumberError: 'Imei',
  ImeiInUse: 'Imei',
  InvalidImei: 'Imei',
  EmailInUse: 'userName',
  SelectPaymentMode: 'paymentType',
  PasswordTooCommon: 'userPassword',
  PasswordOwnWords: 'userPassword',
};

/** What the server said of each field, by the payload's names; empty when it was about none (WIZ-030). */
export function wireFaults(error: unknown): Readonly<Record<string, Fault>> {
  if (!(error instanceof ApiError)) return {};
  const { errors } = error;
  if (typeof errors === 'string') {
    const wire = FIELD_OF_KEY[errors];
    return wire ? { [wire]: errors } : {};
  }
  if ('msg' in errors && typeof errors['msg'] === 'string') return {};
  const firsts = Object.entries(errors as Record<string, readonly Fault[] | Fault>).map(([wire, keys]) => [
    wire,
    Array.isArray(keys) ? (keys as readonly Fault[])[0] : keys,
  ]);
  return Object.fromEntries(firsts.filter(([, fault]) => fault !== undefined)) as Record<string, Fault>;
}

/** The same by the wizard's fields. A fault of a field that the form does not have belongs to none. */
export function formFaults(error: unknown, values: Pick<WizardValues, 'kind' | 'country'>): Faults {
  const names = fieldsOfWire(values);
  const found: Faults = {};
  for (const [wire, fault] of Object.entries(wireFaults(error))) {
    const field = names[wire];
    if (field) found[field] ??= withCount(fault, countryOf(values.country).dialCode);
  }
  return found;
}

/** The server names the key only; its text tells how many digits the country wants. */
export const withCount = (fault: Fault, dialCode: string): Fault =>
  fault === 'Min8CharacterPhoneNumber' ? { msg: fault, count: phoneDigitsMin(dialCode) } : fault;
