import { en } from '@spora/messages/en';
import { expect, test } from 'vitest';
import { faultsOf, isEmail, textOf } from './faults.ts';
import { errorText } from '../../lib/api-error.ts';
import { createTranslate } from '@spora/messages/translate';
import { begin, type FieldName, type Step, type WizardValues } from './wizard-values.ts';

const TODAY = new Date('2026-03-01T12:00:00Z');
const at = (step: Step, values: Partial<WizardValues>) => faultsOf(step, { ...begin('private'), ...values }, TODAY);
const one = (step: Step, field: FieldName, values: Partial<WizardValues>) => at(step, values)[field];

test('WIZ-005, ERR-009: an IMEI that is not fifteen digits is told apart from one before the server is asked', () => {
  expect(one('imei', 'imei', { imei: '' })).toBe('ImeiMissing');
  for (const imei of ['35000000000001', '3500000000000145'])
    expect(one('imei', 'imei', { imei })).toEqual({ msg: 'ImeiTooFew', count: imei.length });
  expect(at('imei', { imei: '350000000000015' })).toEqual({});
});

test('WIZ-006, WIZ-008: reseller and company name are required', () => {
  expect(at('reseller', { reseller: '  ' })).toEqual({ reseller: 'SpecifyReseller' });
  expect(at('companyName', {})).toEqual({ companyName: 'SpecifyCompanyName' });
});

test('WIZ-009, DEC-83: both names are required, and the space between them counts towards fifty', () => {
  expect(at('name', {})).toEqual({ firstName: 'SpecifyFirstName', lastName: 'SpecifyLastName' });
  expect(at('name', { firstName: 'A'.repeat(25), lastName: 'B'.repeat(24) })).toEqual({});
  expect(at('name', { firstName: 'A'.repeat(25), lastName: 'B'.repeat(25) })).toEqual({ lastName: 'NameLength' });
});

test('WIZ-011: a blank e-mail address and a malformed one have different messages', () => {
  expect(one('email', 'email', { email: ' ' })).toBe('EmailNotEmpty');
  for (const email of ['ada', 'ada@', 'ada@example', 'a b@example.com', 'ada@example..com', '.ada@example.com'])
    expect(one('email', 'email', { email }), email).toBe('EnterValidEmail');
  for (const email of ['ada@example.com', ' ada+unit@mail.example.co.uk ']) expect(at('email', { email }), email).toEqual({});
  expect(isEmail(`${'a'.repeat(250)}@example.com`)).toBe(false);
});

test('WIZ-012: an organisation number holds digits and hyphens; an odd one passes', () => {
  expect(at('organizationNumber', {})).toEqual({ orgNumber: 'SpecifyOrgNumber' });
  expect(at('organizationNumber', { orgNumber: '55AB' })).toEqual({ orgNumber: 'OrgNumberCharacters' });
  expect(at('organizationNumber', { orgNumber: '556000-0001' })).toEqual({});
});

test('WIZ-013, WIZ-014, ERR-031: a personal number is required, has twelve digits and is a real one', () => {
  const fault = (personalNumber: string) => one('personalNumber', 'personalNumber', { personalNumber });
  expect(fault('')).toBe('SpecifypersonalNum');
  expect(fault('900118-9811')).toBe('InvalidPersonalNumLength');
  expect(fault('19900118-9812')).toBe('InvalidPersonalNum');
  expect(fault('19900118-9811')).toBeUndefined();
  expect(fault('199001189811')).toBeUndefined();
});

test('WIZ-015, WIZ-016, DEC-11: every part of the address has its message; letters in the postal code are for the United Kingdom', () => {
  expect(at('address', { addressCountry: '' })).toEqual({
    street: 'SpecifyStreet',
    postalCode: 'SpecifyPostalCode',
    city: 'SpecifyCity',
    addressCountry: 'SpecifyCountry',
  });
  const home = { street: '1 Quay Street', city: 'Bristol' };
  expect(at('address', { ...home, postalCode: 'BS1 4XX', addressCountry: 'gb' })).toEqual({});
  expect(at('address', { ...home, postalCode: 'BS1 4XX', addressCountry: 'se' })).toEqual({ postalCode: 'InvalidPostalCode' });
});

test('WIZ-017, DEC-04, ERR-029: a short number names how many digits the country wants; eight are enough in Norway', () => {
  const fault = (country: 'se' | 'no', phone: string) => one('phoneNumber', 'phone', { country, phone });
  expect(fault('se', '')).toBe('PhoneNumCannotBeEmpty');
  const short = fault('se', '70123456');
  expect(textOf(short, (error) => errorText(error, createTranslate('en', en), en))).toContain('at least 9 digits');
  expect(fault('no', '41234567')).toBeUndefined();
  expect(fault('no', '4123456')).toEqual({ msg: 'Min8CharacterPhoneNumber', count: 8 });
});

test('WIZ-018, DEC-05, ERR-029: a country code or a zero within the number is pointed out; Norwegian mobiles that begin so pass', () => {
  const fault = (country: 'se' | 'no' | 'gb', phone: string) => one('phoneNumber', 'phone', { country, phone });
  for (const phone of ['46701234567', '0701234567']) expect(fault('se', phone)).toBe('MakeSurePhoneNunIsCorrect');
  expect(fault('no', '4741234567')).toBe('MakeSurePhoneNunIsCorrect');
  for (const phone of ['46123456', '47123456']) expect(fault('no', phone)).toBeUndefined();
  expect(fault('gb', '7700900123')).toBeUndefined();
});

test('WIZ-019, REG-008: a weak password and one that differs from its repetition are refused', () => {
  expect(at('password', {})).toEqual({ password: 'SpecifyNewPassword' });
  expect(at('password', { password: 'correct-1', passwordAgain: 'correct-1' })).toEqual({ password: 'PasswordTooWeak' });
  expect(at('password', { password: 'Correct-1', passwordAgain: 'Correct-2' })).toEqual({ passwordAgain: 'PasswordNotMatch' });
  expect(at('password', { password: 'Correct-1', passwordAgain: 'Correct-1' })).toEqual({});
});
