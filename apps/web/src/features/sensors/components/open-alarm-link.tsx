import type { Sensor } from '@spora/contract/sensors/endpoints';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { nearMoment } from '../../../lib/near-moment.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import type { OpenAlarm } from '../queries.ts';

/** Whether what an alarm tells of is over, though nobody has handled it. */
export const isOver = ({ ended_at: ended, is_day_only: isDayOnly }: OpenAlarm): boolean => ended !== null && !isDayOnly;

/** BLE-015: a sensor's alarms that nobody has handled, the newest first, and the way to them; nothing where there are none. */
export function OpenAlarmLink({ sensor, open }: { sensor: Pick<Sensor, 'unit'>; open: readonly OpenAlarm[] }): ReactNode {
  const t = useT();
  const format = useFormat();
  const nowMs = useNow();
  const [newest] = open;
  if (!newest) return null;
  const when = (isOver(newest) ? newest.ended_at : null) ?? newest.at;
  const time = newest.is_day_only ? format.day(when) : nearMoment(when, nowMs, { t, format });
  return (
    <PageLink to={ADDRESSES.alarms} search={open.length === 1 ? { alarm: newest.id } : { unit: sensor.unit?.imei }}>
      <Unbroken>{t(isOver(newest) ? 'SensorAlarmOver' : 'SensorAlarmSince', { count: open.length, time })}</Unbroken>
    </PageLink>
  );
}
