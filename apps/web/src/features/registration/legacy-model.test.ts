import { brandOf } from '@spora/contract/brands';
import { registrationBody } from '@spora/contract/registration/endpoints';
import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import {
  companyPhoneKeys,
  EMPTY_LEGACY,
  legacyFaults,
  legacyPayload,
  legacyServerFaults,
  usedOf,
  withinLimit,
  type LegacyValues,
} from './legacy-model.ts';

const FILLED: LegacyValues = {
  ...EMPTY_LEGACY,
  imei: '350000000000014',
  fullName: 'Ada Byron',
  email: 'ADA@example.com',
  password: 'Correct-1',
  passwordAgain: 'Correct-1',
  companyPhone: '0812345',
  contactPerson: 'Charles',
  address: 'Storgatan 1',
  zipCode: '111 22',
  city: 'Stockholm',
  phone: '70 123 45 67',
  hasAcceptedTerms: true,
};

test('KEYS, LEG-008, DEC-72: every required field has its message', () => {
  expect(legacyFaults({ ...EMPTY_LEGACY, country: '' }, true)).toEqual({
    imei: 'SpecifyValidUnitImei',
    fullName: 'SpecifyFullName',
    email: 'SpecifyValidEmail',
    password: 'SpecifyNewPassword',
    companyPhone: 'SpecifyCompanyPhone',
    contactPerson: 'SpecifyContactPerson',
    address: 'SpecifyAddress',
    zipCode: 'SpecifyZipcode',
    city: 'SpecifyCity',
    country: 'SpecifyCountry',
    phone: 'SpecifyTelephone',
    hasAcceptedTerms: 'MustAcceptTerms',
  });
});

test('DEC-78: company name and reseller may stay blank; LEG-005: hidden terms are accepted', () => {
  expect(legacyFaults({ ...FILLED, hasAcceptedTerms: false }, false)).toEqual({});
});

test('LEG-010, DEC-06, ERR-030: the company phone takes digits and plus, and refuses 07, 46, 47 and + in front', () => {
  expect(companyPhoneKeys('(08) 12-34a+')).toBe('081234+');
  for (const companyPhone of ['0701234567', '4681234', '4721234', '+4681234'])
    expect(legacyFaults({ ...FILLED, companyPhone }, true)).toEqual({ companyPhone: 'PersonalNumberMsg' });
});

test('LEG-009, REG-016, CONST-041: what goes beyond a limit is not taken; a space in the postal code is not counted', () => {
  expect(withinLimit('fullName', 'x'.repeat(60), '')).toHaveLength(50);
  expect(withinLimit('reseller', 'x'.repeat(300), '')).toHaveLength(255);
  expect(withinLimit('comment', 'x'.repeat(501), '')).toHaveLength(500);
  expect(withinLimit('zipCode', 'SW1A 1AAXX', '')).toBe('SW1A 1AA');
  expect(withinLimit('zipCode', '123456789', '')).toBe('1234567');
  expect(usedOf('zipCode', '111 22')).toBe(5);
});

test('LEG-009: what is put into the middle of a full field is not taken, and pushes nothing out at its end', () => {
  const full = `${'x'.repeat(49)}z`;
  expect(withinLimit('fullName', `xxyy${full.slice(2)}`, full)).toBe(full);
  expect(withinLimit('zipCode', '12934567', '1234567')).toBe('1234567');
  const room = `${'x'.repeat(10)}z`;
  expect(withinLimit('fullName', `xx${'y'.repeat(60)}${room.slice(2)}`, room)).toBe(`xx${'y'.repeat(39)}${room.slice(2)}`);
  expect(withinLimit('fullName', 'y'.repeat(60), full), 'all of it replaced').toBe('y'.repeat(50));
});

test('LEG-007, DEC-07, DEC-79, DEC-80: the payload is a company with a phone and no number', () => {
  const body = legacyPayload(
    { ...FILLED, phoneCountry: 'no', phone: '412 34 567', comment: 'Hi' },
    { brand: brandOf(4), language: 'en', paymentType: '' },
  );
  expect(body).toMatchObject({
    is_private_account: 0,
    personal_org_number: '',
    acc_company_phone: '0812345',
    country: 'se',
    countryDialCode: '47',
    phone: '4741234567',
    zipCode: '11122',
    comment: '',
    companyName: '',
    terms: true,
    userName: 'ada@example.com',
    subsiteID: 4,
  });
  expect(registrationBody.safeParse(body).success).toBe(true);
});

test('ERR-008, ERR-009: the server speaks of the form\u2019s fields, and an unknown unit has the form\u2019s message', () => {
  expect(legacyServerFaults(new ApiError(422, { Imei: ['ImeiNumberError'], userName: ['EmailInUse'] }))).toEqual({
    imei: 'SpecifyValidUnitImei',
    email: 'EmailInUse',
  });
  expect(legacyServerFaults(new ApiError(409, 'ImeiInUse'))).toEqual({ imei: 'ImeiInUse' });
});
