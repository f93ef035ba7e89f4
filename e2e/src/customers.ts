import { pathOf } from '@spora/contract/paths';
import type { RegistrationBody } from '@spora/contract/registration/endpoints';
import { expect } from '@playwright/test';
import type { Credentials } from './api.ts';
import type { Product } from './product.ts';
import { product } from './started.ts';

/** Who takes which tracker of the started product's stock: each can be registered once. */
const SHELF = [
  'sweden',
  'norway',
  'united-kingdom',
  'legacy',
  'code-switched-on',
  'code-cancelled',
  'password-forgotten',
  'second-factor',
] as const;
export type Customer = (typeof SHELF)[number];

export function imeiOf(customer: Customer): string {
  const imei = product.stock[SHELF.indexOf(customer)];
  if (!imei) throw new Error('the start told of too few IMEIs');
  return imei;
}

/** Nobody's name is in it. */
const PASSWORD = 'Harbour-light-7';
export const credentialsOf = (customer: string): Credentials => ({
  email: `${customer}@newcomers.example`,
  password: PASSWORD,
});

/** A customer without the screens, for journeys that begin after registration. */
export const register = (customer: Customer): Promise<Credentials> => registerAt(product, customer, imeiOf(customer));

/** The same for a tracker of any product's stock. */
export async function registerAt({ url }: Pick<Product, 'url'>, name: string, imei: string): Promise<Credentials> {
  const { email, password } = credentialsOf(name);
  const body: RegistrationBody = {
    Imei: imei,
    fullName: 'Tove Ny',
    contactPerson: 'Tove',
    companyName: 'Nyby Bud',
    personal_org_number: '556000-0003',
    acc_company_phone: '556000-0003',
    address: 'Storgatan 1',
    city: 'Nyby',
    zipCode: '11122',
    country: 'se',
    countryDialCode: '46',
    phone: '+46701234567',
    reseller: 'Hamnradio',
    terms: true,
    userName: email,
    userPassword: password,
    userPassword_confirmation: password,
    is_private_account: 0,
    lang: 'sv',
  };
  const answer = await fetch(url + pathOf('registration.register'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect({ status: answer.status, body: answer.ok ? '' : await answer.text() }).toEqual({ status: 200, body: '' });
  return { email, password };
}
