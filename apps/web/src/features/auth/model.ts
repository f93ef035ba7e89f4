import { CODE_DIGITS } from '@spora/contract/limits';
import { ApiError } from '../../lib/api-error.ts';

/** TFA-007: digits only, whatever was typed or pasted around them. */
export const codeDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, CODE_DIGITS);

/** CONST-015, TFA-006: longer than five characters. */
export const mayVerify = (code: string): boolean => code.length > 5;

/** The server judged the code and refused it. Without an answer, with too many requests or a fault of the server, nothing was judged. */
export const isRefusal = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.status >= 400 && failure.status < 500 && failure.errors !== 'TooManyRequests';

/** AUTH-024: the rule of the button; whether the password is strong is told on pressing it. */
export const mayChange = (password: string, confirmation: string): boolean => password !== '' && password === confirmation;

/** AUTH-006, DEC-03: an e-mail address, or a name of a-z, 0-9, - and _ in whatever case; the server lower-cases and judges it. */
export const isUsername = (typed: string): boolean => typed.includes('@') || /^[a-z0-9_-]+$/i.test(typed);
