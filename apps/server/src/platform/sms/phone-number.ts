import { TRUNK_ZERO } from '@spora/contract/alarms/dial-codes';

/**
 * DEC-05: a number as the world dials it, `+46701234567`. Spaces and signs between the digits are passed over. Null where the digits
 * make no number: E.164 has 15 at most, and the shortest that a person has with its country are 8.
 */
export function e164(dialCode: string, phone: string): string | null {
  const country = dialCode.replace(/^\+|^00/, '');
  const digits = phone.replace(/[\s().-]/g, '');
  if (!/^[1-9]\d{0,3}$/.test(country) || !/^\d+$/.test(digits)) return null;
  const number = `${country}${TRUNK_ZERO.has(country) ? digits.replace(/^0/, '') : digits}`;
  return /^\d{8,15}$/.test(number) ? `+${number}` : null;
}
