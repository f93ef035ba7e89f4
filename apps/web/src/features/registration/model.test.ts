import { expect, test } from 'vitest';
import { EMPTY, begin, type WizardValues } from './wizard-values.ts';
import {
  cleanImei,
  cleanPhone,
  dotsOf,
  furthestStep,
  imeiIn,
  isReachable,
  pathOf,
  stepAfter,
  stepBefore,
  stepOf,
} from './model.ts';

const TODAY = new Date('2026-03-01T12:00:00Z');
const COMPANY: WizardValues = {
  ...begin('company'),
  country: 'gb',
  addressCountry: 'gb',
  imei: '350000000000014',
  reseller: 'Harbour Radio',
  companyName: 'Tidewater Haulage',
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  orgNumber: '01234567',
  street: '1 Quay Street',
  postalCode: 'BS1 4XX',
  city: 'Bristol',
  phone: '7700 900123',
  password: 'Correct-1',
  passwordAgain: 'Correct-1',
  approved: { imei: '350000000000014', email: 'ada@example.com' },
};
const PRIVATE: WizardValues = {
  ...COMPANY,
  kind: 'private',
  country: 'se',
  addressCountry: 'se',
  personalNumber: '19900118-9811',
  postalCode: '11122',
  phone: '701234567',
};

test('WIZ-001: a company in the United Kingdom is asked eleven questions and reviews them', () => {
  expect(pathOf(COMPANY)).toEqual([
    'welcome',
    'selectCountry',
    'imei',
    'reseller',
    'companyName',
    'name',
    'email',
    'organizationNumber',
    'address',
    'phoneNumber',
    'password',
    'reviewInfo',
  ]);
});

test('ROLE-004, WIZ-001, WIZ-011: a private person in Sweden gives a personal number after the e-mail, one in Norway goes to the address', () => {
  const after = (values: WizardValues) => stepAfter('email', values, TODAY);
  expect(after(PRIVATE)).toBe('personalNumber');
  expect(after({ ...PRIVATE, country: 'no' })).toBe('address');
  expect(after(COMPANY)).toBe('organizationNumber');
  expect(pathOf(PRIVATE)).not.toContain('companyName');
  expect(pathOf(PRIVATE)).not.toContain('organizationNumber');
});

test('WIZ-002, CONST-047: choosing the kind of account begins in Sweden with nothing filled in', () => {
  expect(begin('private')).toEqual({ ...EMPTY, kind: 'private', country: 'se' });
});

test('WIZ-023: one comes as far as the first step that lacks something, and no further', () => {
  expect(furthestStep(EMPTY, TODAY)).toBe('welcome');
  expect(furthestStep({ ...COMPANY, reseller: ' ' }, TODAY)).toBe('reseller');
  expect(isReachable('email', { ...COMPANY, reseller: '' }, TODAY)).toBe(false);
  expect(isReachable('imei', { ...COMPANY, reseller: '' }, TODAY)).toBe(true);
  expect(furthestStep(COMPANY, TODAY)).toBe('reviewInfo');
});

test('WIZ-023: an IMEI or e-mail address that the server has not seen counts as not filled', () => {
  expect(furthestStep({ ...COMPANY, imei: '350000000000022' }, TODAY)).toBe('imei');
  expect(furthestStep({ ...COMPANY, email: 'other@example.com' }, TODAY)).toBe('email');
  expect(furthestStep({ ...COMPANY, email: 'ADA@example.com' }, TODAY)).toBe('reviewInfo');
});

test('WIZ-028: without passwords, which are never kept, one resumes at the password step at most', () => {
  expect(furthestStep({ ...COMPANY, password: '', passwordAgain: '' }, TODAY)).toBe('password');
});

test('an address with a step that cannot be reached, or none, shows the furthest', () => {
  expect(stepOf('reviewInfo', begin('company'), TODAY)).toBe('imei');
  expect(stepOf('companyName', PRIVATE, TODAY)).toBe('reviewInfo');
  expect(stepOf('nonsense', COMPANY, TODAY)).toBe('reviewInfo');
  expect(stepOf('name', COMPANY, TODAY)).toBe('name');
});

test('WIZ-016: Sweden chosen in the address step asks a private person for the personal number that Norway did not need', () => {
  const moved: WizardValues = { ...PRIVATE, personalNumber: '' };
  expect(stepAfter('address', moved, TODAY)).toBe('personalNumber');
});

test('WIZ-026: one step back is the one before on this path; before the first there is none', () => {
  expect(stepBefore('name', PRIVATE)).toBe('reseller');
  expect(stepBefore('name', COMPANY)).toBe('companyName');
  expect(stepBefore('welcome', COMPANY)).toBeNull();
});

test('WIZ-024: dots are drawn for the steps of the path, each done, current, open or locked', () => {
  const dots = dotsOf('imei', { ...PRIVATE, reseller: 'Harbour Radio', firstName: '' }, TODAY);
  expect(dots.map((dot) => dot.step)).toEqual([...pathOf(PRIVATE)]);
  expect(dots.slice(0, 6).map((dot) => dot.state)).toEqual(['done', 'done', 'current', 'done', 'open', 'locked']);
});

test.each([
  ['35 000000 000001 4', '350000000000014'],
  ['350000-00-000001-4', '350000000000014'],
  ['IMEI: 350.000.000.000.014', '350000000000014'],
  ['IMEI:350000000000014;ICCID:8946000000000000000', '350000000000014'],
  ['3500', '3500'],
  ['35000000000001499', '350000000000014'],
])('REG-006: of the pasted text %s the digits %s are kept', (typed, kept) => {
  expect(cleanImei(typed)).toBe(kept);
});

test('REG-006: a code of the label without fifteen digits in a row is not taken for an IMEI', () => {
  expect(imeiIn('SN 12345678')).toBeNull();
  expect(imeiIn('8946000000000000000')).toBeNull();
});

test.each([
  ['+46 70 123 45 67', '46', '70 123 45 67'],
  ['0047 412 34 567', '47', '412 34 567'],
  ['070-123 45 67', '46', '070-123 45 67'],
  ['+4741234567', '46', '4741234567'],
])('WIZ-018: of the pasted number %s with +%s shown, %s is kept', (typed, dialCode, kept) => {
  expect(cleanPhone(typed, dialCode)).toBe(kept);
});

test('WIZ-016: a country chosen in the address step counts when one has gone on from there', () => {
  expect(isReachable('phoneNumber', { ...PRIVATE, addressCountry: 'no' }, TODAY)).toBe(false);
  expect(isReachable('phoneNumber', { ...PRIVATE, addressCountry: 'no', country: 'no' }, TODAY)).toBe(true);
});
