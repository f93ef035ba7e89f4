import type { CountryCode } from '@spora/contract/countries';

/** WIZ-001, in the order in which they are asked. */
export const STEPS = [
  'welcome',
  'selectCountry',
  'imei',
  'reseller',
  'companyName',
  'name',
  'email',
  'organizationNumber',
  'personalNumber',
  'address',
  'phoneNumber',
  'password',
  'reviewInfo',
] as const;
export type Step = (typeof STEPS)[number];

export interface WizardValues {
  readonly kind: 'company' | 'private' | null;
  readonly country: CountryCode;
  /** As chosen in the address step; it becomes the account's country when one goes on from there, since the path may change. */
  readonly addressCountry: CountryCode | '';
  readonly imei: string;
  readonly reseller: string;
  readonly comment: string;
  readonly companyName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly orgNumber: string;
  readonly personalNumber: string;
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
  /** As typed, after the dial code. */
  readonly phone: string;
  readonly password: string;
  readonly passwordAgain: string;
  /** The place in the server's list of labels, which change with the language. */
  readonly paymentType: number | null;
  readonly hasAcceptedTerms: boolean;
  /** What the server has said yes to; another IMEI or e-mail address has to be asked for again. */
  readonly approved: { readonly imei: string; readonly email: string };
}

export const EMPTY: WizardValues = {
  kind: null,
  country: 'se',
  addressCountry: 'se',
  imei: '',
  reseller: '',
  comment: '',
  companyName: '',
  firstName: '',
  lastName: '',
  email: '',
  orgNumber: '',
  personalNumber: '',
  street: '',
  postalCode: '',
  city: '',
  phone: '',
  password: '',
  passwordAgain: '',
  paymentType: null,
  hasAcceptedTerms: false,
  approved: { imei: '', email: '' },
};

/** WIZ-002, WIZ-003: begins again, in Sweden. */
export const begin = (kind: 'company' | 'private'): WizardValues => ({ ...EMPTY, kind });

/** REG-007. */
export const emailOf = (values: Pick<WizardValues, 'email'>): string => values.email.trim().toLowerCase();

export type FieldName = Exclude<keyof WizardValues, 'approved'>;
