import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  companyPhoneFault,
  e164,
  fullNameOf,
  hasLuhn,
  imeiHasLuhn,
  maskPersonalNumber,
  nameFault,
  nameLettersLeft,
  namesTooLong,
  nationalPhone,
  normalPersonalNumber,
  normalPostalCode,
  orgNumberFault,
  orgNumberWarning,
  personalNumberFault,
  phoneDigitsMin,
  phoneFault,
  postalCodeFault,
  postalCodeWarning,
  privateNumberFault,
  wirePhone,
  withoutTrunkZero,
} from './identity.ts';
import { setStrictPhoneRules } from './phone-rules.ts';

const TODAY = new Date('2026-11-21T12:00:00Z');

/** The digit that makes the text end right. */
const withCheckDigit = (body: string): string => {
  for (let digit = 0; digit < 10; digit += 1) if (hasLuhn(body + String(digit))) return body + String(digit);
  throw new Error('no check digit');
};
/** Serials 980 to 989 are given to nobody. */
const personalNumber = (day: string, serial = '980'): string =>
  day.slice(0, 2) + withCheckDigit(day.slice(2) + serial).padStart(10, '0');

/** Serials 750 to 899 are given to nobody born from 1940 to 1999. The second is a D-number, the third of a leap day. */
const NORWEGIAN = ['01018075071', '41018075065', '29028075187'] as const;

describe('personal numbers', () => {
  test('WIZ-013, ERR-031: a blank one is asked for, and a wrong length is told apart from a wrong number', () => {
    const number = personalNumber('19800229');
    expect(personalNumberFault('', TODAY)).toBe('SpecifypersonalNum');
    expect(personalNumberFault('   ', TODAY)).toBe('SpecifypersonalNum');
    expect(personalNumberFault(number.slice(2), TODAY)).toBe('InvalidPersonalNumLength');
    expect(personalNumberFault(`${number}0`, TODAY)).toBe('InvalidPersonalNumLength');
    expect(personalNumberFault(number, TODAY)).toBeNull();
  });

  test('WIZ-013, CONST-039: 12 digits, or 13 characters with a hyphen or plus after the date', () => {
    const number = personalNumber('19121212');
    for (const sign of ['-', '+'])
      expect(personalNumberFault(`${number.slice(0, 8)}${sign}${number.slice(8)}`, TODAY), sign).toBeNull();
    expect(personalNumberFault(`${number.slice(0, 4)}-${number.slice(4)}`, TODAY)).not.toBeNull();
    expect(normalPersonalNumber(` ${number.slice(0, 8)}-${number.slice(8)} `)).toBe(number);
  });

  test('WIZ-014: the day must be one of the calendar and not lie ahead, by the clock of Sweden', () => {
    for (const day of ['19810229', '19801301', '19800001', '19800100', '20261122', '17991231'])
      expect(personalNumberFault(personalNumber(day), TODAY), day).toBe('InvalidPersonalNum');
    expect(personalNumberFault(personalNumber('20261121'), TODAY)).toBeNull();
    expect(personalNumberFault(personalNumber('20261122'), new Date('2026-11-21T23:30:00Z'))).toBeNull();
  });

  test('WIZ-014: coordination numbers add 60 to the day', () => {
    expect(personalNumberFault(personalNumber('19800189'), TODAY)).toBeNull();
    for (const day of ['19800160', '19800192', '19800290'])
      expect(personalNumberFault(personalNumber(day), TODAY)).not.toBeNull();
  });

  test('WIZ-014: serial 000 and interim numbers are refused', () => {
    expect(personalNumberFault(personalNumber('19800101', '000'), TODAY)).toBe('InvalidPersonalNum');
    expect(personalNumberFault('19800101T980', TODAY)).toBe('InvalidPersonalNum');
  });

  test('WIZ-014: any single wrong digit of the last ten is noticed', () => {
    const right = personalNumber('19800102', '231');
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 11 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const wrong = right.slice(0, at) + String((Number(right[at]) + by) % 10) + right.slice(at + 1);
        expect(personalNumberFault(wrong, TODAY)).toBe('InvalidPersonalNum');
      }),
    );
  });

  test('SEC-009: shown masked, the serial is never seen', () => {
    expect(maskPersonalNumber(personalNumber('19800102'))).toBe('19800102-••••');
    expect(maskPersonalNumber('19800102-9801')).toBe('19800102-••••');
    expect(maskPersonalNumber('5566')).toBe('••••');
  });
});

describe('Norwegian birth numbers', () => {
  const fault = (number: string) => privateNumberFault('no', number, TODAY);

  test('ADM-016: eleven digits with both check digits right, of a day there is; a D-number adds 40 to it', () => {
    for (const number of NORWEGIAN) expect(fault(number), number).toBeNull();
    expect(fault(`${NORWEGIAN[0].slice(0, 6)} ${NORWEGIAN[0].slice(6)}`)).toBeNull();
    for (const number of ['123', NORWEGIAN[0].slice(1), `${NORWEGIAN[0]}0`, 'a'.repeat(11), '00000000000'])
      expect(fault(number), number).toBe('InvalidBirthNumber');
  });

  test('ADM-016: any single wrong digit is noticed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const right = NORWEGIAN[0];
        expect(fault(right.slice(0, at) + String((Number(right[at]) + by) % 10) + right.slice(at + 1))).toBe(
          'InvalidBirthNumber',
        );
      }),
    );
  });

  test('SEC-009: shown masked by its day; of no number nothing is shown', () => {
    expect(maskPersonalNumber(NORWEGIAN[0])).toBe(`${NORWEGIAN[0].slice(0, 6)} •••••`);
    expect(maskPersonalNumber('')).toBe('');
  });

  test('ADM-016: Sweden is judged as at registration, and the United Kingdom has no number to judge', () => {
    expect(privateNumberFault('se', '123', TODAY)).toBe('InvalidPersonalNumLength');
    expect(privateNumberFault('gb', 'QQ123456C', TODAY)).toBeNull();
  });
});

describe('organisation numbers', () => {
  test('WIZ-012: required, digits and hyphens only, at most 50', () => {
    for (const text of ['', '  ', '-']) expect(orgNumberFault(text), text).toBe('SpecifyOrgNumber');
    // 13-B5: what is wrong is told apart from nothing given.
    for (const text of ['SC123456', '55 66']) expect(orgNumberFault(text), text).toBe('OrgNumberCharacters');
    expect(orgNumberFault('1'.repeat(51))).toBe('TextTooLong');
    expect(orgNumberFault('1'.repeat(50))).toBeNull();
    expect(orgNumberFault('123-4')).toBeNull();
  });

  test('WIZ-012: a number that does not look like one of its country is pointed out, never refused', () => {
    const swedish = withCheckDigit('556000000');
    expect(orgNumberWarning('se', `${swedish.slice(0, 6)}-${swedish.slice(6)}`)).toBeNull();
    expect(orgNumberWarning('se', `16${swedish}`)).toBeNull();
    expect(orgNumberWarning('se', personalNumber('19800102'))).toBeNull();
    expect(orgNumberWarning('se', '5560000000')).toBe('CheckOrgNumber-se');
    // 8*3 + 1*2 = 26, 26 mod 11 = 4, 11 - 4 = 7.
    expect(orgNumberWarning('no', '810000007')).toBeNull();
    expect(orgNumberWarning('no', '810000008')).toBe('CheckOrgNumber-no');
    expect(orgNumberWarning('no', '710000007')).toBe('CheckOrgNumber-no');
    expect(orgNumberWarning('gb', '01234567')).toBeNull();
    expect(orgNumberWarning('gb', '123')).toBe('CheckOrgNumber-gb');
    expect(orgNumberFault('810000008')).toBeNull();
  });
});

describe('phone numbers', () => {
  test('13-B5, DEC-05: a number stored as it was typed is dialled and sent as E.164', () => {
    expect(e164('4407700900123')).toBe('+447700900123');
    expect(e164('447700900123')).toBe('+447700900123');
    expect(e164('46701234567')).toBe('+46701234567');
    expect(e164('4790123456')).toBe('+4790123456');
    // Elsewhere a zero may belong to the number, as in Italy.
    expect(e164('390612345678')).toBe('+390612345678');
    expect(e164('')).toBe('');
    expect(e164('46')).toBe('');
  });

  const fault = (dialCode: string, national: string, isStrict = false) => phoneFault({ dialCode, national, isStrict });

  test('WIZ-017, ERR-029: a blank number is asked for; what stands between the digits does not count', () => {
    for (const blank of ['', ' ', '-', '+']) expect(fault('46', blank)).toEqual({ key: 'PhoneNumCannotBeEmpty' });
    expect(fault('46', '70-123 45 67')).toBeNull();
  });

  test('WIZ-017, DEC-04: at least nine digits in Sweden and the United Kingdom, eight in Norway, and the text can name it', () => {
    expect(fault('46', '70123456')).toEqual({ key: 'Min8CharacterPhoneNumber', count: 9 });
    expect(fault('44', '20794600')).toEqual({ key: 'Min8CharacterPhoneNumber', count: 9 });
    expect(fault('47', '9012345')).toEqual({ key: 'Min8CharacterPhoneNumber', count: 8 });
    expect(fault('47', '90123456')).toBeNull();
    expect(fault('44', '7700900123')).toBeNull();
    expect(fault('46', '701234567')).toBeNull();
  });

  test('WIZ-018, DEC-05: a Swedish number with the first zero or the dial code again is refused, however short', () => {
    for (const national of ['0701234567', '46701234567', '070', '4670'])
      expect(fault('46', national), national).toEqual({ key: 'MakeSurePhoneNunIsCorrect' });
    expect(fault('46', '470123456')).toEqual({ key: 'MakeSurePhoneNunIsCorrect' });
  });

  test('WIZ-018, DEC-05: eight Norwegian digits pass whatever they begin with; more of them beginning 46, 47 or 07 do not', () => {
    for (const national of ['46012345', '47012345', '07012345']) expect(fault('47', national), national).toBeNull();
    for (const national of ['4790123456', '460123456', '070123456'])
      expect(fault('47', national), national).toEqual({ key: 'MakeSurePhoneNunIsCorrect' });
    expect(fault('44', '07700900123')).toBeNull();
  });

  test('DEC-05: the setting of the installation is the rule where none is named', () => {
    const judged = () => phoneFault({ dialCode: '47', national: '90123456' })?.key ?? null;
    expect(judged()).toBeNull();
    setStrictPhoneRules(true);
    try {
      expect([judged(), phoneDigitsMin('47')]).toEqual(['Min8CharacterPhoneNumber', 9]);
    } finally {
      setStrictPhoneRules(false);
    }
  });

  test('DEC-05: the strict setting is the literal rule: nine everywhere, zero and 46 not counted, no exception', () => {
    expect(fault('47', '90123456', true)).toEqual({ key: 'Min8CharacterPhoneNumber', count: 9 });
    expect(fault('47', '470123456', true)).toEqual({ key: 'MakeSurePhoneNunIsCorrect' });
    expect(fault('44', '046123456789', true)).toBeNull();
    expect(fault('44', '04612345678', true)).toEqual({ key: 'Min8CharacterPhoneNumber', count: 9 });
  });

  test('DEC-80: no more than fifteen digits with the dial code; they travel together and come apart again', () => {
    expect(fault('44', '12345678901234')).toEqual({ key: 'InvalidPhone' });
    expect(wirePhone('47', '46 01 23 45')).toBe('4746012345');
    expect(nationalPhone('47', '4746012345')).toBe('46012345');
    fc.assert(
      fc.property(fc.constantFrom('46', '47', '44'), fc.stringMatching(/^\d{1,12}$/), (dialCode, national) => {
        expect(nationalPhone(dialCode, wirePhone(dialCode, national))).toBe(national);
      }),
    );
  });

  test('LEG-010, DEC-06, ERR-030: a company phone does not begin with 07, 46, 47 or +; inside, a plus may stand', () => {
    expect(companyPhoneFault(' ')).toBe('SpecifyCompanyPhone');
    for (const phone of ['0701234567', '468123456', '4722', '+468123456'])
      expect(companyPhoneFault(phone), phone).toBe('PersonalNumberMsg');
    for (const phone of ['08123456', '08123+456']) expect(companyPhoneFault(phone), phone).toBeNull();
    expect(companyPhoneFault('08-123456')).toBe('InvalidPhone');
  });
});

test('WIZ-015, WIZ-016, DEC-11: postal codes are digits, in the United Kingdom letters too, at most seven beside one space', () => {
  expect(postalCodeFault('se', ' ')).toBe('SpecifyPostalCode');
  for (const code of ['11122', '111 22', '1234567']) expect(postalCodeFault('se', code), code).toBeNull();
  for (const code of ['SW1A 1AA', 'M1 1AE', 'ec1a1bb']) expect(postalCodeFault('gb', code), code).toBeNull();
  for (const code of ['0150A', '12345678', 'A1', '1-2', '1  2', '1 2 3'])
    expect(postalCodeFault('no', code), code).toBe('InvalidPostalCode');
  for (const code of ['SW1A 1AAA', 'SW1A  1AA', 'SW-1']) expect(postalCodeFault('gb', code), code).toBe('InvalidPostcode');
});

test('WIZ-015: a postal code that does not look like one of its country is pointed out, never refused', () => {
  for (const [country, code] of [
    ['se', '111 22'],
    ['no', '0150'],
    ['gb', 'sw1a 1aa'],
    ['gb', 'M1 1AE'],
    // What is refused or empty is told otherwise.
    ['no', '0150A'],
    ['no', ' '],
  ] as const)
    expect(postalCodeWarning(country, code), code).toBeNull();
  expect(postalCodeWarning('no', '12')).toBe('CheckPostalCode-no');
  expect(postalCodeWarning('se', '0150')).toBe('CheckPostalCode-se');
  expect(postalCodeWarning('gb', '12345')).toBe('CheckPostalCode-gb');
});

test('DEC-83: a UK postal code is stored without its space', () => {
  expect(normalPostalCode(' sw1a 1aa')).toBe('SW1A1AA');
});

test('WIZ-009, DEC-83, CONST-041: both names are needed and make at most 50 letters with the space between them', () => {
  expect(nameFault(' ', 'Ek')).toBe('SpecifyFirstName');
  expect(nameFault('Eva', ' ')).toBe('SpecifyLastName');
  expect(nameFault('E'.repeat(24), 'k'.repeat(25))).toBeNull();
  expect(nameFault('E'.repeat(25), 'k'.repeat(25))).toBe('NameLength');
  expect(namesTooLong('E'.repeat(25), 'k'.repeat(25))).toBe(true);
  expect(nameLettersLeft('Eva', 'Ek')).toBe(44);
  expect(nameLettersLeft('', '')).toBe(50);
  expect(fullNameOf(' Eva', 'Ek ')).toBe('Eva Ek');
});

test('REG-006: the check digit of an IMEI is a hint, also with spaces in it', () => {
  const imei = withCheckDigit('00100000000001');
  expect(imeiHasLuhn(imei)).toBe(true);
  expect(imeiHasLuhn(`${imei.slice(0, 8)} ${imei.slice(8)}`)).toBe(true);
  expect(imeiHasLuhn('001000000000010'.replace(/.$/, String((Number(imei[14]) + 1) % 10)))).toBe(false);
  expect(imeiHasLuhn(imei.slice(1))).toBe(false);
});

test('DEC-05: the zero that is dialled at home goes where that makes the number fit, and stays where it is fit as it stands', () => {
  expect(withoutTrunkZero('46', '070-123 45 67')).toBe('70-123 45 67');
  expect(withoutTrunkZero('46', '(0)8-555 123 45')).toBe('8-555 123 45');
  for (const national of ['70 123 45 67', '0046701234567', '070', '046701234567', ''])
    expect(withoutTrunkZero('46', national), national).toBeNull();
  expect(withoutTrunkZero('47', '041234567')).toBeNull();
  expect(withoutTrunkZero('44', '07700900123')).toBeNull();
});
