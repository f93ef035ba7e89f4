import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { addTo, isIn } from './bloom.ts';

/**
 * The 100,000 most used of leaked passwords, as a Bloom filter: 300 kB, and of other texts one in a hundred thousand looks like one of
 * them. Made by `scripts/breached-passwords.mjs`, which names where they are from.
 */
const FILE = new URL('./breached-passwords.bin', import.meta.url);
export const ENTRIES = 100_000;
const BITS_PER_ENTRY = 24;
const PROBES = 17;

const hashOf = (password: string): Buffer => createHash('sha256').update(password).digest();

/** As they are kept and asked for. */
export const plainOf = (password: string): string => password.normalize('NFC').toLowerCase();

/** What the file holds, of these passwords. */
export function filterOf(passwords: readonly string[]): Uint8Array {
  const bits = new Uint8Array((ENTRIES * BITS_PER_ENTRY) / 8);
  for (const password of passwords) addTo(bits, PROBES, hashOf(plainOf(password)));
  return bits;
}

let filter: Uint8Array | undefined;

/** Whether it is among them; whatever its case. Read when the first password is chosen, not when the program starts. */
export function isBreached(password: string): boolean {
  filter ??= readFileSync(FILE);
  return isIn(filter, PROBES, hashOf(plainOf(password)));
}
