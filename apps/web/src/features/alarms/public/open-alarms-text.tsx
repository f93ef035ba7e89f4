import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { nearMoment } from '../../../lib/near-moment.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { alarmWhat } from './alarm-what.ts';

/** MAP-021: which alarm of a unit is open and since when; of several how many, with the newest. */
export function OpenAlarmsText({ imei, count }: { imei: string; count: number }): ReactNode {
  const t = useT();
  const format = useFormat();
  const query = { imeis: imei, states: 'new,seen', limit: 1 };
  const { data } = useQuery({ ...endpointQuery(useSend(), 'alarms.list', { query }), retry: false });
  const newest = data?.alarms[0];
  if (!newest) return t('AlarmsOpenOf', { count });
  const at = newest.is_day_only ? format.day(newest.at) : nearMoment(newest.at, Date.now(), { t, format });
  return (
    <span>
      {count > 1 && `${t('AlarmsOpenOf', { count })}: `}
      {alarmWhat(t, newest)}, {at}
    </span>
  );
}
