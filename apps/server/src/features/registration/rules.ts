import { createHash, createHmac } from 'node:crypto';
import type { z } from 'zod';
import { brandOf } from '@spora/contract/brands';
import { type Country, countryOf } from '@spora/contract/countries';
import {
  companyPhoneFault,
  nationalPhone,
  normalPersonalNumber,
  normalPostalCode,
  orgNumberFault,
  personalNumberFault,
  phoneFault,
  postalCodeFault,
} from '@spora/contract/identity';
import type { register } from '@spora/contract/registration/endpoints';
import type { MessageKey } from '@spora/messages/keys';

/** What somebody registers with, shaped by the contract but not yet judged. */
export type Registration = z.output<(typeof register)['body']>;
export type FieldFaults = Record<string, MessageKey[]>;

/** DEC-07, DEC-79: the legacy form registers companies and leaves the number empty; the wizard always gives a company's number. */
export const isLegacyForm = (body: Registration): boolean => body.is_private_account === 0 && body.personal_org_number === '';

const isPrivate = (body: Registration): boolean => body.is_private_account === 1;

/**
 * DEC-09: who must choose how to pay, where there is a choice: private persons in the wizard, everybody in the legacy form. Whether
 * there is a choice is the brand's matter.
 */
export const choosesPayment = (body: Registration): boolean =>
  brandOf(body.subsiteID).capabilities.paymentTypeChoice && (isPrivate(body) || isLegacyForm(body));

/** The digits of `phone` with the dial code (DEC-80), and the dial code, which is the country's where none is given. */
function phoneOf(body: Registration, country: Country): { readonly digits: string; readonly dialCode: string } {
  return { digits: body.phone.replace(/\D/g, ''), dialCode: body.countryDialCode.replace(/\D/g, '') || country.dialCode };
}

function numberFault(body: Registration, country: Country, today: Date): FieldFaults {
  if (isLegacyForm(body)) return field('acc_company_phone', companyPhoneFault(body.acc_company_phone));
  if (!isPrivate(body)) return field('personal_org_number', orgNumberFault(body.personal_org_number));
  if (!country.needsPersonalNumber) return {};
  return field('personal_org_number', personalNumberFault(body.personal_org_number, today));
}

/** The wizard's rules are for the wizard (DEC-04, DEC-05); the legacy form asks for a number, of any country. */
function phoneFaultOf(body: Registration, country: Country): MessageKey | null {
  const { digits, dialCode } = phoneOf(body, country);
  if (isLegacyForm(body)) {
    if (digits === '' || digits === dialCode) return 'SpecifyTelephone';
    return digits.length >= 8 && digits.length <= 15 ? null : 'InvalidPhone';
  }
  if (digits !== '' && !digits.startsWith(dialCode)) return 'MakeSurePhoneNunIsCorrect';
  return phoneFault({ dialCode, national: nationalPhone(dialCode, digits) })?.key ?? null;
}

/** Fields that must not be blank, with the text of the form that asks for them (DEC-78: two of them are the wizard's alone). */
function blanksOf(body: Registration): FieldFaults {
  const [street, contact] = isLegacyForm(body)
    ? (['SpecifyAddress', 'SpecifyContactPerson'] as const)
    : (['SpecifyStreet', 'SpecifyFirstName'] as const);
  const needed: readonly (readonly [keyof Registration, MessageKey])[] = [
    ['fullName', 'SpecifyFullName'],
    ['contactPerson', contact],
    ['address', street],
    ['city', 'SpecifyCity'],
    ...(isLegacyForm(body) ? [] : [['reseller', 'SpecifyReseller'] as const]),
    ...(isLegacyForm(body) || isPrivate(body) ? [] : [['companyName', 'SpecifyCompanyName'] as const]),
  ];
  return Object.fromEntries(needed.filter(([name]) => body[name] === '').map(([name, key]) => [name, [key]]));
}

/**
 * What is wrong with a registration, by field, with the rules that the forms use too; empty when it may be tried. `labels` are the
 * ways to pay in every language; none where the installation offers none.
 */
export function faultsOf(body: Registration, { today, labels }: { today: Date; labels: readonly string[] }): FieldFaults {
  const country = countryOf(body.country);
  const zipCode = postalCodeFault(country.code, body.zipCode);
  const isUnpaid = choosesPayment(body) && labels.length > 0 && !labels.includes(body.paymentType);
  return {
    ...blanksOf(body),
    ...numberFault(body, country, today),
    ...field('zipCode', zipCode === 'SpecifyPostalCode' && isLegacyForm(body) ? 'SpecifyZipcode' : zipCode),
    ...field('phone', phoneFaultOf(body, country)),
    ...field('paymentType', isUnpaid ? 'SelectPaymentMode' : null),
  };
}

const field = (name: string, key: MessageKey | null): FieldFaults => (key === null ? {} : { [name]: [key] });

/** ERR-009: the legacy form has words of its own for a unit that cannot be found. */
export const imeiFaultIn = (body: Registration, key: MessageKey): FieldFaults => ({
  Imei: [key === 'ImeiNumberError' && isLegacyForm(body) ? 'SpecifyValidUnitImei' : key],
});

/** The columns of `account` that a registration fills. */
export interface AccountRow {
  readonly name: string;
  readonly country: string;
  readonly time_zone: string;
  readonly currency: string;
  readonly subsite_id: number;
  readonly kind: 'company' | 'private';
  readonly registration_id: string;
  readonly contact_person: string;
  readonly street: string;
  readonly postal_code: string;
  readonly city: string;
  readonly phone: string;
  readonly company_phone: string;
  readonly dial_code: string;
  readonly reseller: string;
  readonly comment: string;
  readonly payment_type: string;
}

/** The number of the account as it is kept: only where it is asked for. */
function registrationIdOf(body: Registration, country: Country): string {
  if (!isPrivate(body)) return body.personal_org_number;
  return country.needsPersonalNumber ? normalPersonalNumber(body.personal_org_number) : '';
}

/**
 * What is stored of a registration without faults: a private account and a company without a name are called by the person's full
 * name (DEC-68, DEC-78), zone and currency are the country's (DEC-53), the postal code has no space (DEC-83), the phone is all
 * digits (DEC-80). What the brand does not ask for is not kept (DEC-08, DEC-09).
 */
export function accountRowOf(body: Registration): AccountRow {
  const country = countryOf(body.country);
  const { digits, dialCode } = phoneOf(body, country);
  const { registrationComment } = brandOf(body.subsiteID).capabilities;
  return {
    name: (isPrivate(body) ? '' : body.companyName) || body.fullName,
    country: country.code.toUpperCase(),
    time_zone: country.timeZone,
    currency: country.currency,
    subsite_id: body.subsiteID,
    kind: isPrivate(body) ? 'private' : 'company',
    registration_id: registrationIdOf(body, country),
    contact_person: body.contactPerson,
    street: body.address,
    postal_code: normalPostalCode(body.zipCode),
    city: body.city,
    phone: digits,
    company_phone: isLegacyForm(body) ? body.acc_company_phone : '',
    dial_code: dialCode,
    reseller: body.reseller,
    comment: registrationComment ? body.comment : '',
    payment_type: choosesPayment(body) ? body.paymentType : '',
  };
}

export interface Repeat {
  readonly keyHash: Buffer;
  readonly requestHash: Buffer;
}

/**
 * What a repeat is known by (API-013). A stranger has no member id to keep it under, so the key alone names the call, hashed; the
 * content is hashed with the key, which is not kept, and without the password: the table gives nothing away.
 */
export function repeatOf(key: string, body: Registration): Repeat {
  const told: Partial<Registration> = { ...body };
  delete told.userPassword;
  delete told.userPassword_confirmation;
  return {
    keyHash: createHash('sha256').update(key).digest(),
    requestHash: createHmac('sha256', key).update(JSON.stringify(told)).digest(),
  };
}
