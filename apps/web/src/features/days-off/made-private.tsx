import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Banner } from '../../ui/banner.tsx';
import frame from '../../ui/section.module.css';
import { dayOffCheck } from './queries.ts';

/** TRIP-032: how many trips of a day that has been a choice makes private, before it is made: whoever makes it cannot take that back. */
export function MadePrivate({ day, isOff }: { day: string; isOff: boolean | null }): ReactNode {
  const t = useT();
  const { data } = useQuery(dayOffCheck(useSend(), day, isOff));
  if (!data) return null;
  const text = t('DaysOffMakesPrivate', { count: data.becoming_private });
  return data.becoming_private > 0 ? <Banner tone="warning">{text}</Banner> : <p className={frame['soft']}>{text}</p>;
}
