import type { ErrorsBody } from '@spora/contract/envelope';
import { countryOf } from '@spora/contract/countries';
import {
  nameFault,
  orgNumberFault,
  orgNumberWarning,
  personalNumberFault,
  phoneFault,
  postalCodeFault,
  postalCodeWarning,
} from '@spora/contract/identity';
import { IMEI_LENGTH, USERNAME_MAX } from '@spora/contract/limits';
import { isStrongPassword } from '@spora/contract/auth/password';
import type { MessageKey } from '@spora/messages/keys';
import { ApiError } from '../../lib/api-error.ts';
import type { FieldName, Step, WizardValues } from './wizard-values.ts';

/** A key, or a key with its number: what the server answers too, so that both are translated in one way. */
export type Fault = Extract<ErrorsBody, string> | { readonly msg: MessageKey; readonly count: number };
export type Faults = Partial<Record<FieldName, Fault>>;

/** As the contract's schema judges, which is too large for this page: one @, a dot after it, no spaces. The server has the last word. */
const EMAIL = /^[^\s@"'(),:;<>[\]\\]+@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.\d]{2,}$/;
export const isEmail = (text: string): boolean => EMAIL.test(text) && text.length <= USERNAME_MAX && !/^\.|\.\.|\.@/.test(text);

export const isImei = (text: string): boolean => new RegExp(`^\\d{${IMEI_LENGTH}}$`).test(text);

/** What can be told before the server is asked, which alone knows what can be registered (WIZ-005). */
const imeiFault = (imei: string): Fault | null =>
  isImei(imei) ? null : imei === '' ? 'ImeiMissing' : { msg: 'ImeiTooFew', count: imei.length };

const blank = (text: string, key: Fault): Fault | null => (text.trim() === '' ? key : null);

export function phoneFaultOf(dialCode: string, national: string): Fault | null {
  const fault = phoneFault({ dialCode, national });
  if (!fault) return null;
  return fault.count === undefined ? fault.key : { msg: fault.key, count: fault.count };
}

export function passwordFaults(password: string, again: string): { password: Fault | null; passwordAgain: Fault | null } {
  return {
    password: password === '' ? 'SpecifyNewPassword' : isStrongPassword(password) ? null : 'PasswordTooWeak',
    passwordAgain: password === again ? null : 'PasswordNotMatch',
  };
}

function nameFaults({ firstName, lastName }: WizardValues): Record<'firstName' | 'lastName', Fault | null> {
  const isTooLong = nameFault(firstName, lastName) === 'NameLength';
  return {
    firstName: blank(firstName, 'SpecifyFirstName'),
    lastName: blank(lastName, 'SpecifyLastName') ?? (isTooLong ? 'NameLength' : null),
  };
}

/** What is judged in each step; whether a choice of payment is needed is known on the review page only. */
const RULES: Readonly<Record<Step, (values: WizardValues, today: Date) => Partial<Record<FieldName, Fault | null>>>> = {
  welcome: ({ kind }) => ({ kind: kind === null ? 'InvalidInput' : null }),
  selectCountry: ({ country }) => ({ country: blank(country, 'SpecifyCountry') }),
  imei: ({ imei }) => ({ imei: imeiFault(imei) }),
  reseller: ({ reseller }) => ({ reseller: blank(reseller, 'SpecifyReseller') }),
  companyName: ({ companyName }) => ({ companyName: blank(companyName, 'SpecifyCompanyName') }),
  name: nameFaults,
  email: ({ email }) => ({ email: blank(email, 'EmailNotEmpty') ?? (isEmail(email.trim()) ? null : 'EnterValidEmail') }),
  organizationNumber: ({ orgNumber }) => ({ orgNumber: orgNumberFault(orgNumber) }),
  personalNumber: ({ personalNumber }, today) => ({ personalNumber: personalNumberFault(personalNumber, today) }),
  address: ({ street, postalCode, city, addressCountry }) => ({
    street: blank(street, 'SpecifyStreet'),
    postalCode: postalCodeFault(countryOf(addressCountry).code, postalCode),
    city: blank(city, 'SpecifyCity'),
    addressCountry: blank(addressCountry, 'SpecifyCountry'),
  }),
  phoneNumber: ({ phone, country }) => ({ phone: phoneFaultOf(countryOf(country).dialCode, phone) }),
  password: ({ password, passwordAgain }) => passwordFaults(password, passwordAgain),
  reviewInfo: () => ({}),
};

/** What keeps a person from going on from a step, in the order of its fields. */
export function faultsOf(step: Step, values: WizardValues, today: Date): Faults {
  return withoutNulls(RULES[step](values, today));
}

/** What of a step looks odd and may be right, by its text; it is asked about once (WIZ-012, WIZ-015 ask for no more than digits). */
export function oddityOf(step: Step, { orgNumber, country, postalCode, addressCountry }: WizardValues) {
  if (step === 'organizationNumber') return orgNumberWarning(countryOf(country).code, orgNumber);
  return step === 'address' ? postalCodeWarning(countryOf(addressCountry).code, postalCode) : null;
}

export const withoutNulls = <K extends string>(faults: Partial<Record<K, Fault | null>>): Partial<Record<K, Fault>> =>
  Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault)) as Partial<Record<K, Fault>>;

/** One way to words for our own faults and the server's; a text of the server's own is shown as it is. */
export const textOf = (fault: Fault | undefined, text: (error: unknown) => string): string | null =>
  fault === undefined ? null : text(new ApiError(422, fault));
