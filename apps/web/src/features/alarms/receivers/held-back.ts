import type { AlarmReceiver } from '@spora/contract/alarms/receivers';
import type { Translate } from '@spora/messages/translate';

/** ALARM-036: from when to when a receiver's function alarms wait; null where they never do. */
export const quietText = (
  { quiet_from: from, quiet_to: to }: Pick<AlarmReceiver, 'quiet_from' | 'quiet_to'>,
  t: Translate,
): string | null => (from === null || to === null ? null : t('ReceiverQuietSpan', { from, to }));

/** ALARM-036: to whom a security alarm that nobody has handled goes from a receiver, and after how long; null where it goes no further. */
export function goesOnText(
  { escalate_to: next, escalate_after_min: count }: Pick<AlarmReceiver, 'escalate_to' | 'escalate_after_min'>,
  receivers: readonly Pick<AlarmReceiver, 'id' | 'name'>[],
  t: Translate,
): string | null {
  const name = receivers.find(({ id }) => id === next)?.name;
  return name === undefined || count === null ? null : t('ReceiverGoesOn', { name, time: t('ReceiverMinutes', { count }) });
}
