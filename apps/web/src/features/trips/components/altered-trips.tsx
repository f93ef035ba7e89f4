import { isSealedField } from '@spora/seal/fields';
import type { DataOf } from '@spora/contract/endpoint-map';
import type { Trip } from '@spora/contract/trips/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { alteredQuery } from '../queries.ts';

/** More than these nobody reads. */
const SHOWN_MAX = 20;

/** TRIP-029: says above the log which of its attested trips are not as they were sealed, and in what. */
export function AlteredTrips({ trips }: { trips: readonly Trip[] }): ReactNode {
  const t = useT();
  const send = useSend();
  const attested = trips.filter((trip) => trip.attested_by !== null).map(({ id }) => id);
  const altered = useQuery(alteredQuery(send, attested)).data?.altered ?? [];
  if (attested.length === 0 || altered.length === 0) return null;
  return (
    <Banner tone="danger">
      <strong>{t('AlteredTrips', { count: altered.length })}</strong>
      <ul>
        {altered.slice(0, SHOWN_MAX).map((one, index) => (
          <Altered key={index} one={one} />
        ))}
      </ul>
    </Banner>
  );
}

function Altered({ one }: { one: DataOf<'attestation.altered'>['altered'][number] }): ReactNode {
  const t = useT();
  const { unit_name: unit, from, to, trip_id: id, day, what, field } = one;
  const span = t('ExportSpan', { from, to });
  const row = id === null ? t('VerifyRowPeriod') : t('VerifyRowTrip', { id: String(id), time: day ?? span });
  const said =
    what === 'missing'
      ? t('VerifyMissing')
      : what === 'added'
        ? t('VerifyAdded')
        : t('AlteredField', { field: isSealedField(field) ? t(`SealField-${field}`) : '' });
  return <li>{[unit, id === null ? span : '', row, said].filter(Boolean).join(' · ')}</li>;
}
