import { createHash } from 'node:crypto';
import {
  CODE_ATTEMPTS_MAX,
  CODE_ATTEMPTS_SPAN_S,
  CODE_SENDS_MAX,
  CODE_SENDS_SPAN_S,
  LOCKOUT_S,
  SIGN_IN_ATTEMPTS,
} from '@spora/contract/limits';
import { AppError } from '../../platform/app-error.ts';

/** What is counted, how many are too many, and for how long. Keys are hashed: no name and no address can be read from the table. */
export interface Counter {
  readonly key: Buffer;
  readonly max: number;
}
export interface Count {
  /** The caller's own counter first; the wider ones do not stop a caller whose own is known. */
  readonly counters: readonly [Counter, ...Counter[]];
  readonly spanS: number;
}

/** Failures with one name from all addresses that nobody has signed in from, within an hour. */
export const NAME_ATTEMPTS = 50;
/** Failures from one address with all names, within an hour: an office behind one address mistypes too. */
export const ADDRESS_ATTEMPTS = 100;
/** Links to set a new password asked for one address, within an hour. */
export const RESET_SENDS_MAX = 5;
/** Changes of a member's e-mail address, tried ones too, within an hour. */
export const EMAIL_CHANGES_MAX = 5;

const keyOf = (...parts: (string | number)[]): Buffer => createHash('sha256').update(parts.join('\0')).digest();

/** A name from an address (IPv6: its /64): what five failures block, and what is known after a success. */
export const ownKeyOf = (username: string, address: string): Buffer => keyOf(username.toLowerCase(), address);

/** AUTH-013: by name and address, with a cap on each alone. A trusted browser has a counter to itself that nobody else can fill. */
export function signInCount(username: string, address: string, trustedBrowserId: number | null): Count {
  if (trustedBrowserId !== null)
    return { counters: [{ key: keyOf('browser', trustedBrowserId), max: SIGN_IN_ATTEMPTS }], spanS: LOCKOUT_S };
  return {
    counters: [
      { key: ownKeyOf(username, address), max: SIGN_IN_ATTEMPTS },
      { key: keyOf('name', username.toLowerCase()), max: NAME_ATTEMPTS },
      { key: keyOf('address', address), max: ADDRESS_ATTEMPTS },
    ],
    spanS: LOCKOUT_S,
  };
}

const one = (key: Buffer, max: number, spanS: number): Count => ({ counters: [{ key, max }], spanS });

/** TFA-019: codes tried for a member. */
export const codeAttempts = (memberId: number | string): Count =>
  one(keyOf('code', memberId), CODE_ATTEMPTS_MAX, CODE_ATTEMPTS_SPAN_S);
/** Codes sent to a member. */
export const codeSends = (memberId: number | string): Count =>
  one(keyOf('code-sent', memberId), CODE_SENDS_MAX, CODE_SENDS_SPAN_S);
/** A signed-in member's own password asked for again: a session left open must not become a way to guess it. */
export const confirmations = (memberId: number): Count => one(keyOf('confirm', memberId), SIGN_IN_ATTEMPTS, LOCKOUT_S);
/** The same by who holds a link that was mailed about the member. */
export const linkConfirmations = (memberId: number): Count =>
  one(keyOf('confirm-by-link', memberId), SIGN_IN_ATTEMPTS, LOCKOUT_S);
/** Links asked for an e-mail address, known or not. */
export const resetSends = (email: string): Count => one(keyOf('reset', email.toLowerCase()), RESET_SENDS_MAX, LOCKOUT_S);
/** Each writes to an address that its owner did not give us, and tells whether somebody here has it. */
export const emailChanges = (memberId: number): Count => one(keyOf('email', memberId), EMAIL_CHANGES_MAX, LOCKOUT_S);

/** The refusal of a full counter, with the seconds until it opens. */
export const blocked = (
  key: 'TooManyAttempts' | 'TooManyCodes' | 'TooManyCodeAttempts' | 'TooManyRequests',
  until: Date,
  now: Date,
): AppError => new AppError(key, { retryAfterS: Math.ceil((until.getTime() - now.getTime()) / 1000) });
