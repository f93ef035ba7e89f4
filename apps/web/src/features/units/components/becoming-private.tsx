import type { InputOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import frame from '../../../ui/section.module.css';

/** TRIP-032: how many trips a change of days gone by makes private, before it is saved: whoever saves it cannot take that back. */
export function BecomingPrivate(props: { imei: string; change: InputOf<'units.check-trip-types'>['body'] | null }): ReactNode {
  const { imei, change } = props;
  const t = useT();
  const { data } = useQuery({
    ...endpointQuery(useSend(), 'units.check-trip-types', { params: { imei }, body: change ?? { from: '' } }),
    enabled: change !== null,
    staleTime: 0,
    retry: false,
  });
  if (change === null || !data) return null;
  const text = t('SettingMakesPrivate', { count: data.becoming_private });
  return data.becoming_private > 0 ? <Banner tone="warning">{text}</Banner> : <p className={frame['soft']}>{text}</p>;
}
