import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_DIGITS, CODE_NEXT_WAIT_S, CODE_WRONG_MAX } from '@spora/contract/limits';

/** Six random digits, leading zeros among them (ASVS 6.5.3, 6.5.4). */
export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

/** What is stored of a code: `key` is made of the pending session's token, which the database does not hold. */
export const hashOfCode = (key: Buffer, code: string): Buffer => createHmac('sha256', key).update(code).digest();

export interface IssuedCode {
  readonly id: number;
  readonly codeHash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly wrongAttempts: number;
  readonly endedAt: Date | null;
}

const isLive = (code: IssuedCode, now: Date): boolean => code.endedAt === null && code.expiresAt > now;

export type Verdict =
  { readonly kind: 'right' } | { readonly kind: 'wrong'; readonly key: 'InvalidCode' | 'ExpiredCode' | 'TooManyCodeAttempts' };

/**
 * Judges a code against those issued to its pending session, the newest first. Only the newest can be right. One that was right once is
 * called expired, as is any while none is live; the fifth wrong one ends the newest (CONST-053).
 */
export function judgeCode(issued: readonly IssuedCode[], codeHash: Buffer, now: Date): Verdict {
  const [newest, ...older] = issued;
  const matches = (code: IssuedCode) => timingSafeEqual(code.codeHash, codeHash);
  if (!newest || !isLive(newest, now)) return { kind: 'wrong', key: 'ExpiredCode' };
  if (matches(newest)) return { kind: 'right' };
  if (newest.wrongAttempts + 1 >= CODE_WRONG_MAX) return { kind: 'wrong', key: 'TooManyCodeAttempts' };
  return { kind: 'wrong', key: older.some(matches) ? 'ExpiredCode' : 'InvalidCode' };
}

/** Seconds until the next code may be sent; 0 at once, also after a code was refused (DEC-13). */
export function resendWaitS(newest: IssuedCode | undefined, now: Date): number {
  if (!newest || newest.wrongAttempts > 0 || newest.endedAt !== null) return 0;
  return Math.max(0, Math.ceil((newest.createdAt.getTime() - now.getTime()) / 1000 + CODE_NEXT_WAIT_S));
}

/** "a•••@example.com": enough to know which mailbox to open. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}•••${email.slice(at)}`;
}

/** A name of a-z, 0-9, - and _ is no address that a code could be sent to. */
export const hasMailbox = (email: string): boolean => /^[^@\s]+@[^@\s]+$/.test(email);
