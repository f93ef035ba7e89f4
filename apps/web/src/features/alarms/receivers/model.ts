import type { AlarmReceiver, AssignableUnit, ReceiverInput } from '@spora/contract/alarms/receivers';
import { DIAL_CODES, TRUNK_ZERO } from '@spora/contract/alarms/dial-codes';
import { COUNTRIES } from '@spora/contract/countries';
import { RECEIVER_PHONE_MIN, receiverPhoneFault } from '@spora/contract/alarms/receiver-phone';
import type { DataOf } from '@spora/contract/endpoint-map';
import { compareNames } from '@spora/messages/name-order';
import { looksLikeEmail } from '../../../lib/email-look.ts';
import type { FormFaults } from '../../../lib/use-draft-form.ts';
import type { ReceiverOrder, ReceiverSearch } from './search.ts';
import { isNoClock } from '../../../lib/clock.ts';
import { finder } from '../../../lib/names.ts';

const SWEDEN = '46';

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** ALARM-005: `+46-701234567`; empty where there is none. */
export const phoneText = ({ country_code, phone }: Pick<AlarmReceiver, 'country_code' | 'phone'>): string =>
  phone === '' ? '' : `+${country_code}-${phone}`;

/** A number is found however it is typed: with spaces, plus or the first zero. */
function isFound(receiver: AlarmReceiver, q: string): boolean {
  const digits = digitsOf(q).replace(/^0+/, '');
  return (
    finder(q)(receiver.name, receiver.email) ||
    (digits !== '' && /^[\d\s()+-]+$/.test(q) && (receiver.country_code + receiver.phone).includes(digits))
  );
}

/** ALARM-003, ALARM-006: the receivers that the address leaves, in its order; they come by name. Who has no value comes last. */
export function shownReceivers(receivers: readonly AlarmReceiver[], { q = '', sort = 'name' }: ReceiverSearch): AlarmReceiver[] {
  const found = receivers.filter((receiver) => q === '' || isFound(receiver, q));
  const isDown = sort.startsWith('-');
  const column = sort.replace('-', '') as 'name' | 'email' | 'phone';
  if (column === 'name') return isDown ? found.toReversed() : found;
  const valueOf = (receiver: AlarmReceiver): string => (column === 'email' ? receiver.email : phoneText(receiver));
  const known = found.filter((receiver) => valueOf(receiver) !== '');
  const sorted = known.toSorted((a, b) => compareNames(valueOf(a), valueOf(b)));
  return [...(isDown ? sorted.toReversed() : sorted), ...found.filter((receiver) => valueOf(receiver) === '')];
}
export type { ReceiverOrder };

/** What the editor holds, as it stands in its fields. */
export interface ReceiverForm {
  readonly member_id: number | null;
  readonly name: string;
  readonly email: string;
  readonly country_code: string;
  readonly phone: string;
  readonly push: boolean;
  readonly security: boolean;
  readonly function: boolean;
  readonly quiet_from: string;
  readonly quiet_to: string;
  /** Empty: nobody. */
  readonly escalate_to: string;
  readonly escalate_after_min: string;
}

/** CONST-047: the dial code that a telephone most likely has in an account by its time zone, Sweden's in any other. */
export const usualDialCode = (timeZone: string): string =>
  COUNTRIES.find((each) => each.timeZone === timeZone)?.dialCode ?? SWEDEN;

/** A new one is told of break-ins and thefts unless somebody says otherwise. */
export const newReceiver = (timeZone: string): ReceiverForm => ({
  member_id: null,
  name: '',
  email: '',
  country_code: usualDialCode(timeZone),
  phone: '',
  push: false,
  security: true,
  function: false,
  quiet_from: '',
  quiet_to: '',
  escalate_to: '',
  escalate_after_min: '15',
});

/** One without a number gets the dial code that a new one has. */
export const formOf = (receiver: AlarmReceiver, timeZone: string): ReceiverForm => ({
  member_id: receiver.member_id,
  name: receiver.name,
  email: receiver.email,
  country_code: receiver.country_code || usualDialCode(timeZone),
  phone: receiver.phone,
  push: receiver.push_notification === 1,
  security: receiver.security_alarm === 1,
  function: receiver.function_alarm === 1,
  quiet_from: receiver.quiet_from ?? '',
  quiet_to: receiver.quiet_to ?? '',
  escalate_to: receiver.escalate_to === null ? '' : String(receiver.escalate_to),
  escalate_after_min: String(receiver.escalate_after_min ?? 15),
});

/** Of which kinds of alarms somebody is told. */
export type ToldOf = Pick<ReceiverForm, 'security' | 'function'>;

/** Told of neither kind of alarms. */
export const isSilent = ({ security, function: isOfFunction }: ToldOf): boolean => !security && !isOfFunction;

/** Of a receiver as it is saved. */
export const toldOf = (receiver: Pick<AlarmReceiver, 'security_alarm' | 'function_alarm'>): ToldOf => ({
  security: receiver.security_alarm === 1,
  function: receiver.function_alarm === 1,
});

/** Of a receiver as it is saved. */
export const isToldNothing = (receiver: Pick<AlarmReceiver, 'security_alarm' | 'function_alarm'>): boolean =>
  isSilent(toldOf(receiver));

/** So many units are named where it is said what somebody is told of from now on. */
export const NAMED_UNITS = 3;

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

export const inputOf = (form: ReceiverForm, id: number | null): ReceiverInput => ({
  id,
  member_id: form.member_id,
  name: form.name.trim(),
  email: form.email.trim(),
  country_code: form.phone.trim() === '' ? '' : form.country_code,
  phone: digitsOf(form.phone),
  push_notification: flag(form.push),
  security_alarm: flag(form.security),
  function_alarm: flag(form.function),
  quiet_from: form.quiet_from || null,
  quiet_to: form.quiet_to || null,
  escalate_to: form.escalate_to === '' ? null : Number(form.escalate_to),
  escalate_after_min: form.escalate_to === '' ? null : Number(form.escalate_after_min),
});

/** ERR-041: what of a receiver a form began with, by the names of the interface. */
export const factsOf = (receiver: AlarmReceiver): Partial<AlarmReceiver> => ({
  name: receiver.name,
  email: receiver.email,
  country_code: receiver.country_code,
  phone: receiver.phone,
  push_notification: receiver.push_notification,
  security_alarm: receiver.security_alarm,
  function_alarm: receiver.function_alarm,
  quiet_from: receiver.quiet_from,
  quiet_to: receiver.quiet_to,
  escalate_to: receiver.escalate_to,
  escalate_after_min: receiver.escalate_after_min,
});

/** Longest first: 1 is the beginning of no other code, but 35 would hide 358. */
const CODES = [...new Set(DIAL_CODES.map(([, code]) => code))].toSorted((a, b) => b.length - a.length);
/** Of fewer digits nobody can tell yet where the code ends and the number begins. */
const WHOLE_DIGITS = 8;

/** A number with its country code, as it is pasted, `+46 70 174 06 06` or `0046…`: the code and the number after it; null of another. */
export function splitPhone(text: string): { readonly code: string; readonly national: string } | null {
  const [, written] = /^\s*(?:\+|00)([\d\s()./-]+)$/.exec(text) ?? [];
  const digits = digitsOf(written ?? '');
  const code = digits.length < WHOLE_DIGITS ? undefined : CODES.find((each) => digits.startsWith(each));
  if (code === undefined) return null;
  const national = digits.slice(code.length);
  // Where a 0 belongs to the number it is dialled from abroad, too (Italy).
  return { code, national: TRUNK_ZERO.has(code) ? national.replace(/^0/, '') : national };
}

/** ALARM-018, ALARM-019: what is wrong with the form, by field; the server judges alike. */
export function receiverFaults(form: ReceiverForm, needsEmail: boolean): FormFaults {
  const email = form.email.trim();
  const phone = form.phone.trim();
  const emailFault =
    email === ''
      ? needsEmail
        ? 'ReceiverEmailNeeded'
        : phone === ''
          ? 'ReceiverEmailOrPhone'
          : null
      : looksLikeEmail(email)
        ? null
        : 'EnterValidEmail';
  return {
    name: form.name.trim() === '' ? 'SpecifyName' : null,
    email: emailFault,
    phone: phone === '' ? null : receiverPhoneFault({ dialCode: form.country_code, national: phone }),
    quiet_from: isNoClock(form.quiet_from) ? 'InvalidTime' : null,
    quiet_to: isNoClock(form.quiet_to)
      ? 'InvalidTime'
      : (form.quiet_from === '') !== (form.quiet_to === '')
        ? 'ReceiverQuietBoth'
        : form.quiet_from !== '' && form.quiet_from === form.quiet_to
          ? 'ReceiverQuietSame'
          : null,
  };
}

type User = DataOf<'users.list'>['user'][number];

/** ALARM-013: the users who are no receivers yet, by member id; who cannot sign in is not among them. */
export const choosableUsers = (users: readonly User[], receivers: readonly AlarmReceiver[], q: string): User[] => {
  const taken = new Set(receivers.map(({ member_id }) => member_id));
  const isFoundBy = finder(q);
  return users.filter((user) => !taken.has(user.id) && !user.is_disabled && isFoundBy(user.full_name, user.email));
};

/** A user's number, which is stored in digits alone, divided at its country code; null of one without. */
export function dividedPhone(stored: string): Pick<ReceiverForm, 'country_code' | 'phone'> | null {
  // So few digits after it, and it is no code but how a number without one begins: 4612 3456 is Norwegian.
  const hasCode = (each: string): boolean => stored.startsWith(each) && stored.length >= each.length + RECEIVER_PHONE_MIN;
  const code = [SWEDEN, '47', '45', '44', '358'].find(hasCode);
  return code === undefined
    ? null
    : { country_code: code, phone: stored.slice(code.length).replace(code === SWEDEN ? /^0/ : /^$/, '') };
}

/** ALARM-014: choosing an existing user resets the switches. Their number is divided at its country code. */
export function withUser(form: ReceiverForm, user: Pick<User, 'id' | 'full_name' | 'email' | 'phone'>): ReceiverForm {
  const number = dividedPhone(user.phone);
  return {
    ...form,
    member_id: user.id,
    name: user.full_name,
    email: user.email,
    country_code: number?.country_code ?? form.country_code,
    phone: number?.phone ?? '',
    push: false,
    security: false,
    function: false,
  };
}

/** ALARM-023: the units that the search leaves. */
export const foundUnits = (units: readonly AssignableUnit[], q: string): AssignableUnit[] => {
  const isFoundBy = finder(q);
  const digits = digitsOf(q);
  return units.filter(
    (unit) =>
      isFoundBy(unit.Name, unit.registration_number) ||
      (digits.length >= 3 && unit.Imei.includes(digits) && !/[a-z]/i.test(q)) ||
      (q.trim().length >= 3 && unit.Imei.includes(':') && unit.Imei.includes(q.trim().toUpperCase())),
  );
};

/** ALARM-026: all of the units that are seen, or none of them; locked ones never, and what is not seen stays. */
export function withAll(chosen: ReadonlySet<number>, seen: readonly AssignableUnit[], isOn: boolean): Set<number> {
  const next = new Set(chosen);
  for (const unit of seen)
    if (unit.isLocked) continue;
    else if (isOn) next.add(unit.ID);
    else next.delete(unit.ID);
  return next;
}
