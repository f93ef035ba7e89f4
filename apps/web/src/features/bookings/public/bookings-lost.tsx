import type { BookingLoss } from '@spora/contract/bookings/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';

/**
 * ADM-011: how many bookings go when these users lose these units (`user_id` null: everybody); nothing where none does. `isWarning`: in a form
 * that is about much else.
 */
export function BookingsLost(props: { losses: readonly BookingLoss[]; byLock?: boolean; isWarning?: boolean }): ReactNode {
  const t = useT();
  const body = { losses: [...props.losses], by_lock: props.byLock ?? false };
  const { data } = useQuery({ ...endpointQuery(useSend(), 'bookings.losses', { body }), staleTime: 0 });
  if (!data || data.bookings === 0) return null;
  const text = t('BookingsLost', { count: data.bookings });
  return props.isWarning ? <Banner tone="warning">{text}</Banner> : <p>{text}</p>;
}
