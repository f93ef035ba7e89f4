import { expect, test } from 'vitest';
import { receiverPhoneFault } from '@spora/contract/alarms/receiver-phone';
import { contactFaults, isCircle, messageState, receiverState } from './rules.ts';

const fault = (dialCode: string, national: string, isStrict = false) => receiverPhoneFault({ dialCode, national, isStrict });

test('ALARM-020, DEC-05, ERR-028: after 46 a leading 0 or 46 is refused before anything is counted', () => {
  expect(['0701234567', '46701234567', '0', '46'].map((number) => fault('46', number))).toEqual([
    'ReceiverPhonePrefix',
    'ReceiverPhonePrefix',
    'ReceiverPhonePrefix',
    'ReceiverPhonePrefix',
  ]);
  expect(fault('46', '70 123 45 67')).toBeNull();
});

test('ALARM-019, DEC-38: eight digits are enough, whatever stands between them, and seven are not', () => {
  expect(fault('46', '7012345')).toBe('ReceiverPhoneShort');
  expect(fault('46', '701-23 45 6')).toBeNull();
  expect(fault('47', '412 34 567')).toBeNull();
  expect(fault('46', '')).toBe('ReceiverPhoneShort');
});

test('DEC-05: numbers of other countries begin as they like; the literal rule counts no leading 0 and no 46', () => {
  expect([fault('47', '46123456'), fault('44', '02079460'), fault('358', '0401234567')]).toEqual([null, null, null]);
  expect([fault('44', '02079460', true), fault('47', '46123456', true)]).toEqual(['ReceiverPhoneShort', 'ReceiverPhoneShort']);
});

test('ALARM-015: a country code that is none is refused, and so is more than fifteen digits', () => {
  expect([fault('', '701234567'), fault('999', '701234567')]).toEqual(['ReceiverDialCode', 'ReceiverDialCode']);
  expect([fault('46', '7'.repeat(13)), fault('46', '7'.repeat(14))]).toEqual([null, 'InvalidPhone']);
});

test('BRAND-006, ALARM-019: one brand takes an e-mail or a phone, the others need an e-mail', () => {
  const phone = { email: '', dialCode: '46', phone: '701234567' };
  const email = { email: 'a@example.test', dialCode: '', phone: '' };
  const none = { email: '', dialCode: '', phone: '' };
  expect([phone, email, none].map((contact) => contactFaults(contact, false))).toEqual([
    {},
    {},
    { email: 'ReceiverEmailOrPhone' },
  ]);
  expect([phone, email, none].map((contact) => contactFaults(contact, true))).toEqual([
    { email: 'ReceiverEmailNeeded' },
    {},
    { email: 'ReceiverEmailNeeded' },
  ]);
});

test('ALARM-036: an escalation that comes back to its beginning is a circle, over however many', () => {
  const next = new Map<number, number | null>([
    [1, null],
    [2, 3],
    [3, 1],
    [4, 4],
  ]);
  expect(isCircle(1, 2, next)).toBe(true);
  expect(isCircle(2, 1, next)).toBe(false);
  expect(isCircle(1, 4, next)).toBe(false);
});

test('OPT-001, ALARM-037, ALARM-039: who left, was disabled or stopped their alarms is told nothing, in that order', () => {
  const at = new Date();
  const outside = { member_id: null, stopped_at: null, removed_at: null, disabled_at: null, alerts_stopped_at: null };
  const member = { ...outside, member_id: 7 };
  expect([
    receiverState(outside),
    receiverState({ ...outside, stopped_at: at }),
    receiverState(member),
    // A user has a profile to begin again in, and goes by it.
    receiverState({ ...member, stopped_at: at }),
    receiverState({ ...member, alerts_stopped_at: at }),
    receiverState({ ...member, disabled_at: at, alerts_stopped_at: at }),
    receiverState({ ...member, removed_at: at, disabled_at: at, alerts_stopped_at: at }),
  ]).toEqual(['active', 'stopped', 'active', 'active', 'stopped', 'disabled', 'removed']);
});

test('ALARM-037: once it is ordered, the outbox knows what became of a message', () => {
  expect(
    (
      [
        ['waiting', null],
        ['ordered', 'queued'],
        ['ordered', 'sent'],
        ['ordered', 'delivered'],
        ['ordered', 'undelivered'],
        ['ordered', 'failed'],
        ['ordered', 'expired'],
        ['ordered', null],
        ['no-credits', null],
      ] as const
    ).map(([state, mail]) => messageState(state, mail)),
  ).toEqual(['waiting', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'expired', 'sending', 'no-credits']);
});
