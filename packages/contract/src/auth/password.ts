import { PASSWORD_MIN } from '../limits.ts';

/** What the strength list ticks off while somebody types (AUTH-025). */
export interface PasswordChecks {
  readonly hasLength: boolean;
  readonly hasUpperCase: boolean;
  readonly hasDigit: boolean;
  readonly hasSpecial: boolean;
}

/**
 * REG-008, CONST-038: at least eight characters with an upper-case letter, a digit and a special character. Characters count as
 * people see them, letters of any script; whatever is neither letter, mark nor digit is special, a space too.
 */
export function checkPassword(password: string): PasswordChecks {
  return {
    hasLength: [...password].length >= PASSWORD_MIN,
    hasUpperCase: /\p{Lu}/u.test(password),
    hasDigit: /\p{Nd}/u.test(password),
    hasSpecial: /[^\p{L}\p{M}\p{N}]/u.test(password),
  };
}

/** Whether every check passes. */
export const isStrongPassword = (password: string): boolean => Object.values(checkPassword(password)).every(Boolean);
