import { expect, test } from 'vitest';
import { BRANDS } from '@spora/contract/brands';
import { isStrongPassword } from '@spora/contract/auth/password';
import { readFileSync } from 'node:fs';
import { ENTRIES, isBreached } from './breached-passwords.ts';
import { passwordFault } from './common-passwords.ts';

const COMMON = [
  'Password1!',
  'P@ssw0rd1!',
  'Sommar2026!',
  'Sommaren-2026',
  '!Vinter24',
  'Göteborg1!',
  'Passord123!',
  'Lösenord1!',
  'Qwerty123!',
  'Abcd1234!',
  'Welcome#1',
  'Fotboll99!',
  'AnnaAnna1!',
  'SoMmAr!!2026',
  'Letmein1!',
];
const UNCOMMON = [
  'Häst & vagn 7 ggr',
  'Kq7#vLw2',
  'Långt nog 1!',
  'Correct horse 4 battery!',
  'Sommarens tredje 7 & regn',
  'Anna#48190275364',
];

test.each(COMMON)('SEC-017, ASVS 6.2.4: "%s" has everything the rule asks for and is refused all the same', (password) => {
  expect(isStrongPassword(password)).toBe(true);
  expect(passwordFault(password)).toBe('PasswordTooCommon');
});

test.each(UNCOMMON)('SEC-017: "%s" is let through', (password) => {
  expect(isStrongPassword(password)).toBe(true);
  expect(passwordFault(password)).toBeNull();
});

test('SEC-017: words of the person do not make a password', () => {
  const own = ['bertil.qvarnlund@example.test', 'Qvarnlunds Schakt AB'];
  for (const password of ['Qvarnlund1!', 'Bertil.Qvarnlund@example.test1', 'Schakt2026!', 'Qvarnlunds-1'])
    expect(passwordFault(password, own), password).toBe('PasswordOwnWords');
  expect(passwordFault('Qvarnlund1!')).toBeNull();
});

test('SEC-017, ASVS 6.2.11: names in a row, without accents or what says that it is a company, make no password either', () => {
  const own = ['nils.ny@example.test', 'Nils Ny', 'Nya Åkeriet AB'];
  for (const password of ['Nilsny2026!', 'Nyaakeriet1!', 'NyaÅkeriet#1', 'Nya-Akeriet-AB-1', 'Akeriet2026!'])
    expect(passwordFault(password, own), password).toBe('PasswordOwnWords');
  for (const password of ['Nyckelpiga-77 åker', 'Ab7#vLw2qk']) expect(passwordFault(password, own), password).toBeNull();
});

test('ASVS 6.2.11: the name of the product, under any of its brands, does not make a password', () => {
  for (const { name, slug } of BRANDS)
    for (const password of [`${name}2026!`, `${slug.toUpperCase()}#1`, `!${name}${name}1`])
      expect(passwordFault(password), password).toBe('PasswordTooCommon');
});

test('12-A4, ASVS 6.2.12: leaked passwords are refused in any case and with the usual ends, from a filter of at most half a megabyte', () => {
  for (const password of ['Xpressmusic', 'jumanji', 'SKATEBOARDING', 'babygurl', 'carnegie'])
    expect(isBreached(password), password).toBe(true);
  for (const password of ['Babygurl1!', '!Skateboarding#07', 'Jumanji!!', 'XpressMusic_2026'])
    expect(passwordFault(password), password).toBe('PasswordTooCommon');
  const { length } = readFileSync(new URL('./breached-passwords.bin', import.meta.url));
  expect(length).toBeLessThanOrEqual(500_000);
  expect(length * 8).toBeGreaterThan(ENTRIES * 20);
});

test('12-A4, SEC-017: what nobody has is let through: of 20,000 generated passwords the filter takes at most three for leaked ones', () => {
  // A counter through a mixer: the same ones in each run.
  const texts = Array.from({ length: 20_000 }, (_, i) => `Zq${(Math.imul(i + 1, 2_654_435_761) >>> 0).toString(36)}x${i}`);
  expect(texts.filter(isBreached).length).toBeLessThanOrEqual(3);
});
