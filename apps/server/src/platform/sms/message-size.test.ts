import { expect, test } from 'vitest';
import { isSmsSender, senderFor } from '../configuration/sms-sender.ts';
import { creditsPassed } from './credits.ts';
import { smsSize } from './message-size.ts';
import { e164 } from './phone-number.ts';

test.each([
  ['', 'gsm-7', 0, 1],
  ['a'.repeat(160), 'gsm-7', 160, 1],
  ['a'.repeat(161), 'gsm-7', 161, 2],
  ['a'.repeat(306), 'gsm-7', 306, 2],
  ['a'.repeat(307), 'gsm-7', 307, 3],
  ['ÅÄÖåäöÆØæøÉé'.repeat(10), 'gsm-7', 120, 1],
  ['€'.repeat(80), 'gsm-7', 160, 1],
  ['€'.repeat(81), 'gsm-7', 162, 2],
  ['[x]', 'gsm-7', 5, 1],
  ['å'.repeat(69) + 'á', 'ucs-2', 70, 1],
  ['å'.repeat(70) + 'á', 'ucs-2', 71, 2],
  ['😀'.repeat(35), 'ucs-2', 70, 1],
  ['😀'.repeat(36), 'ucs-2', 72, 2],
  ['ł' + 'a'.repeat(133), 'ucs-2', 134, 2],
  ['ł' + 'a'.repeat(134), 'ucs-2', 135, 3],
] as const)('issue 14: a text goes into parts as GSM 03.38 says: %s', (text, encoding, units, parts) => {
  expect(smsSize(text)).toEqual({ encoding, units, parts });
});

test('issue 14: a character of two units is not cut in half at the end of a part', () => {
  // 152 septets, then a euro that would be the 153rd and 154th.
  const text = `${'a'.repeat(152)}€${'a'.repeat(151)}`;
  expect(smsSize(text)).toEqual({ encoding: 'gsm-7', units: 305, parts: 2 });
  expect(smsSize(`${text}a`)).toEqual({ encoding: 'gsm-7', units: 306, parts: 3 });
  const pairs = `${'ł'.repeat(66)}😀${'ł'.repeat(65)}`;
  expect(smsSize(pairs)).toEqual({ encoding: 'ucs-2', units: 133, parts: 2 });
  expect(smsSize(`${pairs}ł`)).toEqual({ encoding: 'ucs-2', units: 134, parts: 3 });
});

test.each([
  ['46', '0701234567', '+46701234567'],
  ['46', '701234567', '+46701234567'],
  ['+46', '070-123 45 67', '+46701234567'],
  ['0046', '(070) 123.45.67', '+46701234567'],
  ['47', '46123456', '+4746123456'],
  ['39', '0612345678', '+390612345678'],
  ['44', '07700900123', '+447700900123'],
  ['977', '9841234567', '+9779841234567'],
  ['46', '', null],
  ['46', '07x1234567', null],
  ['', '0701234567', null],
  ['046', '701234567', null],
  ['46', '12345', null],
  ['46', '12345678901234', null],
])('DEC-05: dial code %j and number %j make %j', (dialCode, phone, number) => {
  expect(e164(dialCode, phone)).toBe(number);
});

test('issue 14: the sender is that of the longest dial code, letters and digits or a number', () => {
  const senders = { '47': '+4759440000', '44': 'Fleet', '1': '+15550100', '1242': 'Islands' };
  expect(senderFor('+4746123456', 'Spora', senders)).toBe('+4759440000');
  expect(senderFor('+46701234567', 'Spora', senders)).toBe('Spora');
  expect(senderFor('+12425550100', 'Spora', senders)).toBe('Islands');
  expect(senderFor('+12125550100', 'Spora', senders)).toBe('+15550100');
  for (const good of ['Spora', 'Ab', 'A1234567890', '+46701234567']) expect(isSmsSender(good), good).toBe(true);
  for (const bad of ['A', 'A12345678901', '1Spora', 'Sp ora', 'Spåra', '46701234567', ''])
    expect(isSmsSender(bad), bad).toBe(false);
});

test('ALARM-038: passing 10 and 0 on the way down is told once each, the lower where one message passes both', () => {
  expect([12, 11, 10, 9].map((left) => creditsPassed(left + 1, left))).toEqual([null, null, 10, null]);
  expect(creditsPassed(1, 0)).toBe(0);
  expect(creditsPassed(11, 0)).toBe(0);
  expect(creditsPassed(12, 8)).toBe(10);
  expect(creditsPassed(0, 0)).toBeNull();
});
