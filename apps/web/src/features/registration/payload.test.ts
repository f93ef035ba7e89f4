import { brandOf } from '@spora/contract/brands';
import { registrationBody } from '@spora/contract/registration/endpoints';
import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { formFaults, wizardPayload } from './payload.ts';
import { begin, type WizardValues } from './wizard-values.ts';

const VALUES: WizardValues = {
  ...begin('private'),
  country: 'se',
  imei: '350000000000014',
  reseller: ' Harbour Radio ',
  comment: 'Two keys',
  companyName: 'left over from a company',
  firstName: ' Ada ',
  lastName: 'Byron',
  email: ' ADA@Example.com ',
  orgNumber: '556000-0001',
  personalNumber: '19900118-9811',
  street: 'Storgatan 1',
  postalCode: '111 22',
  city: 'Stockholm',
  phone: '70 123 45 67',
  password: 'Correct-1',
  passwordAgain: 'Correct-1',
};
const parts = { brand: brandOf(0), language: 'sv' as const, paymentType: 'Autogiro' };

test('REG-002, REG-003, REG-004, DEC-07, DEC-68, DEC-80: the payload of a private person in Sweden', () => {
  const body = wizardPayload(VALUES, parts);
  expect(body).toEqual({
    Imei: '350000000000014',
    personal_org_number: '199001189811',
    acc_company_phone: '199001189811',
    address: 'Storgatan 1',
    city: 'Stockholm',
    comment: 'Two keys',
    companyName: '',
    contactPerson: 'Ada',
    country: 'se',
    countryDialCode: '46',
    fullName: 'Ada Byron',
    paymentType: 'Autogiro',
    phone: '46701234567',
    reseller: 'Harbour Radio',
    subsiteID: 0,
    terms: true,
    userName: 'ada@example.com',
    userPassword: 'Correct-1',
    userPassword_confirmation: 'Correct-1',
    zipCode: '11122',
    is_private_account: 1,
    lang: 'sv',
  });
  expect(registrationBody.safeParse(body).success).toBe(true);
});

test('REG-003, DEC-83: a company in the United Kingdom sends its number twice and its postal code without the space', () => {
  const body = wizardPayload(
    {
      ...VALUES,
      kind: 'company',
      country: 'gb',
      companyName: 'Tidewater',
      orgNumber: '01234567',
      postalCode: 'bs1 4xx',
      phone: '7700 900123',
    },
    { ...parts, paymentType: '' },
  );
  expect(body).toMatchObject({
    is_private_account: 0,
    companyName: 'Tidewater',
    personal_org_number: '01234567',
    acc_company_phone: '01234567',
    zipCode: 'BS14XX',
    phone: '447700900123',
    countryDialCode: '44',
  });
});

test('a private person in Norway sends no number', () => {
  expect(wizardPayload({ ...VALUES, country: 'no' }, parts)).toMatchObject({ personal_org_number: '', acc_company_phone: '' });
});

test('WIZ-007, DEC-08: a comment typed on another brand is not sent where none is asked for', () => {
  expect(wizardPayload(VALUES, { ...parts, brand: brandOf(3) })).toMatchObject({ comment: '', subsiteID: 3, terms: true });
});

test('WIZ-030: what the server says of its fields is said beside those of the form', () => {
  const error = new ApiError(422, { userName: ['EmailInUse'], Imei: ['ImeiInUse'], personal_org_number: ['InvalidPersonalNum'] });
  expect(formFaults(error, VALUES)).toEqual({ email: 'EmailInUse', imei: 'ImeiInUse', personalNumber: 'InvalidPersonalNum' });
  expect(formFaults(new ApiError(409, 'ImeiInUse'), VALUES)).toEqual({ imei: 'ImeiInUse' });
  expect(formFaults(new ApiError(422, { phone: ['Min8CharacterPhoneNumber'] }), VALUES)).toEqual({
    phone: { msg: 'Min8CharacterPhoneNumber', count: 9 },
  });
  expect(formFaults(new ApiError(500, 'SomethingWentWrong'), VALUES)).toEqual({});
});
