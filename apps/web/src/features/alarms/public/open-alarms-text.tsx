import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { nearMoment } from '../../../lib/near-moment.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { alarmWhat } from './alarm-what.ts';

/** MAP-021: which alarm of a unit is open and when it came, and since when it is over; of several how many, with the newest. */
export function OpenAlarmsText({ imei, count }: { imei: string; count: number }): ReactNode {
  const t = useT();
  const format = useFormat();
  const query = { imeis: imei, states: 'new,seen', limit: 1 };
  const { data } = useQuery({ ...endpointQuery(useSend(), 'alarms.list', { query }), retry: false });
  const newest = data?.alarms[0];
  if (!newest) return t('AlarmsOpenOf', { count });
  const moment = (at: string): string => nearMoment(at, Date.now(), { t, format });
  const what = alarmWhat(t, newest);
  const isOver = newest.is_lasting && newest.ended_at !== null && !newest.is_day_only;
  return (
    <span>
      {count > 1 && `${t('AlarmsOpenOf', { count })}: `}
      <Unbroken>
        {isOver
          ? t('AlarmOverSince', { what, at: moment(newest.at), time: moment(newest.ended_at ?? newest.at) })
          : `${what}, ${newest.is_day_only ? format.day(newest.at) : moment(newest.at)}`}
      </Unbroken>
    </span>
  );
}
