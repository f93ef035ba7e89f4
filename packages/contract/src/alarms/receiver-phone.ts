import { DIAL_CODES } from './dial-codes.ts';
import { hasStrictPhoneRules } from '../phone-rules.ts';

/** ALARM-019, DEC-38: fewer digits after the country code are no number. */
export const RECEIVER_PHONE_MIN = 8;
/** ITU-T E.164: with the country code. */
const PHONE_DIGITS_MAX = 15;

export type ReceiverPhoneFault = 'ReceiverDialCode' | 'ReceiverPhonePrefix' | 'ReceiverPhoneShort' | 'InvalidPhone';

const KNOWN: ReadonlySet<string> = new Set(DIAL_CODES.map(([, code]) => code));

/**
 * ALARM-020, ERR-028 as DEC-05 orders them: digits count, whatever stands between them; after 46 a leading 0 or 46 is refused; then
 * they are counted. Other countries' numbers are counted as they are. `isStrict` is the literal rule: a leading 0 and 46 count nowhere.
 * Answers what is wrong, or null. An empty number is judged by whoever knows whether one is needed.
 */
export function receiverPhoneFault({
  dialCode,
  national,
  isStrict = hasStrictPhoneRules(),
}: {
  readonly dialCode: string;
  readonly national: string;
  readonly isStrict?: boolean;
}): ReceiverPhoneFault | null {
  const digits = national.replace(/\D/g, '');
  if (!KNOWN.has(dialCode)) return 'ReceiverDialCode';
  if (dialCode === '46' && /^(0|46)/.test(digits)) return 'ReceiverPhonePrefix';
  const counted = isStrict ? digits.replace(/^0/, '').replace(/^46/, '') : digits;
  if (counted.length < RECEIVER_PHONE_MIN) return 'ReceiverPhoneShort';
  return dialCode.length + digits.length > PHONE_DIGITS_MAX ? 'InvalidPhone' : null;
}
