import { DAY_MS } from '@spora/calendar/durations';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { nearMoment } from '../../../lib/near-moment.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';

/** MODE-010: that theft mode of a unit was on in the last day, with the way to its alarm; of one that nobody has handled the open alarms tell. */
export function PastTheft({ imei }: { imei: string }): ReactNode {
  const t = useT();
  const format = useFormat();
  const now = Date.now();
  const query = { imeis: imei, kinds: 'theft-mode', states: 'handled', from: format.day(now - 2 * DAY_MS), limit: 1 };
  const { data } = useQuery({ ...endpointQuery(useSend(), 'alarms.list', { query }), retry: false });
  const alarm = data?.alarms[0];
  if (!alarm || alarm.ended_at === null || alarm.is_day_only || now - Date.parse(alarm.ended_at) > DAY_MS) return null;
  return (
    <PageLink to={ADDRESSES.alarms} search={{ unit: imei, state: 'all', alarm: alarm.id }}>
      <span>{t('AlarmTheftUntil', { time: nearMoment(alarm.ended_at, now, { t, format }) })}</span>
    </PageLink>
  );
}
