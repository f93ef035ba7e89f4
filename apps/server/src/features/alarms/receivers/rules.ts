import type { MessageState, ReceiverState } from '@spora/contract/alarms/receivers';
import { type ReceiverPhoneFault, receiverPhoneFault } from '@spora/contract/alarms/receiver-phone';

export interface ReceiverContact {
  readonly email: string;
  readonly dialCode: string;
  readonly phone: string;
}

export type ContactFaults = Partial<
  Record<'email' | 'phone', 'ReceiverEmailNeeded' | 'ReceiverEmailOrPhone' | ReceiverPhoneFault>
>;

/** ALARM-019, BRAND-006: what is wrong with how a receiver is reached, by field; `needsEmail` is the brand's. */
export function contactFaults({ email, dialCode, phone }: ReceiverContact, needsEmail: boolean): ContactFaults {
  const phoneFault = phone === '' ? null : receiverPhoneFault({ dialCode, national: phone });
  return {
    ...(phoneFault ? { phone: phoneFault } : {}),
    ...(needsEmail && email === '' ? { email: 'ReceiverEmailNeeded' as const } : {}),
    ...(!needsEmail && email === '' && phone === '' ? { email: 'ReceiverEmailOrPhone' as const } : {}),
  };
}

/** What of a receiver, and of the user behind it if there is one, decides whether it is told. */
export interface ReceiverStanding {
  readonly member_id: number | null;
  /** By the link of a message, of who is no user. */
  readonly stopped_at: Date | null;
  readonly removed_at: Date | null;
  readonly disabled_at: Date | null;
  readonly alerts_stopped_at: Date | null;
}

/** Nobody who has left, and nobody who stopped their own alerts, is sent anything. */
export const receiverState = (receiver: ReceiverStanding): ReceiverState => {
  if (receiver.member_id === null) return receiver.stopped_at ? 'stopped' : 'active';
  if (receiver.removed_at) return 'removed';
  if (receiver.disabled_at) return 'disabled';
  return receiver.alerts_stopped_at ? 'stopped' : 'active';
};

/** Since when somebody has stopped what is sent to them; null of whom nothing is sent to for another reason, and of whom it is. */
export const stoppedAt = (receiver: ReceiverStanding): Date | null =>
  receiverState(receiver) !== 'stopped' ? null : receiver.member_id === null ? receiver.stopped_at : receiver.alerts_stopped_at;

/** ALARM-036: whether an escalation from one receiver to another would come back to the first, over however many. */
export function isCircle(from: number, to: number, next: ReadonlyMap<number, number | null>): boolean {
  const seen = new Set<number>();
  for (let at: number | null = to; at !== null && !seen.has(at); at = next.get(at) ?? null) {
    if (at === from) return true;
    seen.add(at);
  }
  return false;
}

/** What the outboxes of mail, text messages and push say. */
const OUTBOX_STATES: Readonly<Record<string, MessageState>> = {
  queued: 'sending',
  sent: 'sent',
  // What the network reports of a text message.
  delivered: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  expired: 'expired',
  // The number or the browser is there no more.
  dead: 'failed',
  gone: 'no-device',
  'no-credits': 'no-credits',
  'day-limit': 'day-limit',
};

/** ALARM-037: what became of a message: its own state until it was ordered, then what the outbox of its channel says. */
export const messageState = (state: string, outbox: string | null): MessageState =>
  state === 'ordered' ? (OUTBOX_STATES[outbox ?? ''] ?? 'sending') : (state as MessageState);

/** Tests to a receiver within an hour: an address that somebody mistyped is not to be flooded. */
export const TESTS_PER_HOUR = 5;
/** Of all receivers of an account. */
export const TESTS_PER_HOUR_IN_ALL = 30;
