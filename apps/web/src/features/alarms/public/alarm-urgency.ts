import type { AlarmUrgency } from '@spora/contract/alarms/kinds';
import type { IconName } from '../../../ui/icon.tsx';

/** How an alarm is marked wherever one is shown: by shape and colour, so that the urgent one stands out for everybody (decision 0079). */
export const ALARM_LOOKS: Readonly<
  Record<AlarmUrgency, { readonly icon: IconName; readonly tone: 'danger' | 'warning' | 'plain' }>
> = {
  urgent: { icon: 'alert', tone: 'danger' },
  soon: { icon: 'attention', tone: 'warning' },
  event: { icon: 'bell', tone: 'plain' },
};

/** The unit is drawn as alarmed on the map: not because it arrived where it was expected. */
export const isAlarming = (urgency: AlarmUrgency): boolean => urgency === 'urgent';
