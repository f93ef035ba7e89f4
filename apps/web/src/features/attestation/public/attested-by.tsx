import type { Trip } from '@spora/contract/trips/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { AttestStamps } from '../components/attest-stamps.tsx';
import { attestHistoryQuery } from '../queries.ts';
import styles from '../components/attest.module.css';

/** ATT-005, ATT-009: of an attested trip which period it is locked with, who attested that and when, and the way to open it again. */
export function AttestedBy({ trip }: { trip: Trip }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { ID, IsAdmin } = useUser();
  const whose = trip.driver_id === null ? {} : { user_id: trip.driver_id };
  const query = useQuery({
    ...attestHistoryQuery(useSend(), { unit_id: trip.unit_id, ...whose }),
    // Others are told of their own attestations only.
    enabled: IsAdmin || trip.driver_id === ID,
  });
  const found = query.data?.rows.find(
    ({ user_id, from, to, reopened_at }) =>
      reopened_at === null && user_id === trip.driver_id && from <= trip.day && trip.day <= to,
  );
  return (
    <div className={styles['attested']}>
      <p className={styles['soft']}>
        <Unbroken>{found ? t('AttestedSpan', { from: found.from, to: found.to }) : t('AttestedPeriod')}</Unbroken>
        {!IsAdmin && ` ${t('AttestedWhoOpens')}`}
      </p>
      {found && <AttestStamps row={found} format={format} />}
      {IsAdmin && (
        <p>
          <PageLink
            to={ADDRESSES.attest}
            search={{
              view: 'status',
              month: trip.day.slice(0, 7),
              unit: String(trip.unit_id),
              ...(trip.driver_id === null ? {} : { user: String(trip.driver_id) }),
            }}
          >
            {t('AttestedOpen')}
          </PageLink>
        </p>
      )}
    </div>
  );
}
