import { IMEI_LENGTH } from '@spora/contract/limits';

/** Whether a text is a whole IMEI with one more digit in it than it had: a key that was pressed in a full field. */
export function isOneTooMany(before: string, text: string): boolean {
  const digits = text.replace(/\D/g, '');
  if (before.length !== IMEI_LENGTH || digits.length !== IMEI_LENGTH + 1) return false;
  const at = [...before].findIndex((digit, place) => digit !== digits[place]);
  const place = at === -1 ? IMEI_LENGTH : at;
  return digits.slice(0, place) + digits.slice(place + 1) === before;
}
