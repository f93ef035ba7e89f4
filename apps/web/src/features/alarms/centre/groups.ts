import type { Alarm } from '@spora/contract/alarms/centre';
import { urgencyNow } from '../public/alarm-urgency.ts';

/** The same fault of one unit, the newest first. */
export interface AlarmGroup {
  readonly key: string;
  readonly newest: Alarm;
  readonly alarms: readonly Alarm[];
}

/** Puts together what is the same of the same unit, where the newest of it stands. The list is in order, the newest first. */
export function groupsOf(alarms: readonly Alarm[]): AlarmGroup[] {
  const same = Map.groupBy(alarms, ({ unit, kind, subject }) => `${unit?.id ?? ''} ${kind} ${subject}`);
  return [...same].flatMap(([key, all]) => (all[0] ? [{ key, newest: all[0], alarms: all }] : []));
}

/** How many alarms they are for somebody who counts: what came again within the quiet time of another is no further one, as the menu has it (ALARM-033). */
export const mattersAmong = (alarms: readonly Alarm[]): number =>
  groupsOf(alarms).reduce(
    (sum, group) => sum + Math.max(1, group.alarms.filter(({ telling }) => telling !== 'repeat').length),
    0,
  );

/** The state that asks most of somebody. */
export const stateOf = ({ alarms }: AlarmGroup): Alarm['state'] =>
  (['new', 'seen', 'handled'] as const).find((state) => alarms.some((alarm) => alarm.state === state)) ?? 'handled';

/** What is urgent and not handled stands before the rest, however old it is; each in its order. */
export function pressingFirst(groups: readonly AlarmGroup[]): { pressing: AlarmGroup[]; others: AlarmGroup[] } {
  const isPressing = ({ alarms }: AlarmGroup): boolean =>
    alarms.some((alarm) => alarm.state !== 'handled' && urgencyNow(alarm) === 'urgent');
  return { pressing: groups.filter(isPressing), others: groups.filter((group) => !isPressing(group)) };
}
