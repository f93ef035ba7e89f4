import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { whyNone } from '../why-none.ts';

/** FEAT-001, DEC-73: why none of the units can be booked, with the way to where an administrator turns it on. */
export function NothingToBook(): ReactNode {
  const t = useT();
  const { IsAdmin, userHasOnlyBasSubscription: isBasic } = useUser();
  const { data } = useQuery(endpointQuery(useSend(), 'units.list', {}));
  const why = whyNone(data?.units ?? [], isBasic);
  const [only, ...others] = why.kind === 'off' ? why.units : [];
  return (
    <EmptyState
      icon="truck"
      title={t('BookingNone')}
      action={
        IsAdmin &&
        only &&
        (others.length === 0 && only.imei !== null ? (
          <PageLink
            to={ADDRESSES.editUnit}
            search={{ imei: only.imei, tab: 'features' }}
            className={buttonClass({ look: 'primary' })}
          >
            {t('BookingNoneSwitch', { unit: only.name })}
          </PageLink>
        ) : (
          <PageLink to={ADDRESSES.units} className={buttonClass({ look: 'primary' })}>
            {t('BookingNoneSwitchMany')}
          </PageLink>
        ))
      }
    >
      {t(`BookingNone-${why.kind}`)} {why.kind === 'off' && !IsAdmin && t('BookingNoneAskAdmin')}
    </EmptyState>
  );
}
