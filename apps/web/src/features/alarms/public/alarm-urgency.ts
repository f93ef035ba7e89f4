import type { Alarm } from '@spora/contract/alarms/centre';
import { type AlarmUrgency, urgencyOf } from '@spora/contract/alarms/kinds';
import type { IconName } from '../../../ui/icon.tsx';

/** How an alarm is marked wherever one is shown: by shape and colour, so that the urgent one stands out for everybody (decision 0079). */
export const ALARM_LOOKS: Readonly<
  Record<AlarmUrgency, { readonly icon: IconName; readonly tone: 'danger' | 'warning' | 'plain' }>
> = {
  urgent: { icon: 'alert', tone: 'danger' },
  soon: { icon: 'attention', tone: 'warning' },
  event: { icon: 'bell', tone: 'plain' },
};

/** How urgent an alarm is now: some are settled once they are over. */
export const urgencyNow = ({ kind, is_lasting, ended_at }: Pick<Alarm, 'kind' | 'is_lasting' | 'ended_at'>): AlarmUrgency =>
  urgencyOf(kind, { isOver: is_lasting && ended_at !== null });

/** The unit is drawn as alarmed on the map: not because it arrived where it was expected. */
export const isAlarming = (urgency: AlarmUrgency): boolean => urgency === 'urgent';
