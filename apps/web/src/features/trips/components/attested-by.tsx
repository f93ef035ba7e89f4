import type { Trip } from '@spora/contract/trips/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import styles from './trip-details.module.css';

/** ATT-005, ATT-009: of an attested trip which period it is locked with, who attested that and when, and the way to open it again. */
export function AttestedBy({ trip }: { trip: Trip }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { ID, IsAdmin } = useUser();
  const whose = trip.driver_id === null ? {} : { user_id: trip.driver_id };
  const query = useQuery({
    ...endpointQuery(useSend(), 'attestation.history', { query: { unit_id: trip.unit_id, ...whose } }),
    // Others are told of their own attestations only.
    enabled: IsAdmin || trip.driver_id === ID,
  });
  const found = query.data?.rows.find(
    ({ user_id, from, to, reopened_at }) =>
      reopened_at === null && user_id === trip.driver_id && from <= trip.day && trip.day <= to,
  );
  const stamps = [
    found?.user_attested_at &&
      t('AttestByUser', { name: found.user_attested_by ?? '–', time: format.dateTime(found.user_attested_at) }),
    found?.admin_attested_at &&
      t('AttestByAdmin', { name: found.admin_attested_by ?? '–', time: format.dateTime(found.admin_attested_at) }),
  ].filter((line): line is string => Boolean(line));
  return (
    <div className={styles['attested']}>
      <p className={styles['quiet']}>
        <Unbroken>{found ? t('AttestedSpan', { from: found.from, to: found.to }) : t('AttestedPeriod')}</Unbroken>
        {!IsAdmin && ` ${t('AttestedWhoOpens')}`}
      </p>
      {stamps.map((line) => (
        <p key={line} className={styles['stamp']}>
          <Unbroken>{line}</Unbroken>
        </p>
      ))}
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
