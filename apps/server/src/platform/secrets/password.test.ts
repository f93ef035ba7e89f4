import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './password.ts';

test('ASVS 11.4.2: a password is stored as Argon2id of 19 MiB and two passes, with a salt of its own, and nothing is cut off or altered', async () => {
  const password = `Å ${'x'.repeat(198)}`;
  const stored = await Promise.all([hashPassword(password), hashPassword(password)]);
  for (const text of stored) expect(text).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(stored[0]).not.toBe(stored[1]);
  expect(await isPassword(stored[0], password)).toBe(true);
  for (const other of [password.slice(0, -1), password.toLowerCase(), ` ${password}`])
    expect(await isPassword(stored[0], other), other.slice(0, 4)).toBe(false);
  expect(await isPassword(undefined, 'decoy'), 'what is hashed where there is nobody opens nothing').toBe(false);
});
