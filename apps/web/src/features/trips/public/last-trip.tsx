import type { Trip } from '@spora/contract/trips/endpoints';
import type { Unit } from '@spora/contract/units/endpoints';
import { isWatercraft } from '@spora/contract/units/values';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { measuresOf } from '../../../lib/measures.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import frame from '../../../ui/section.module.css';
import { Section } from '../../../ui/section.tsx';
import { RouteEnds } from '../components/route-ends.tsx';
import { tripsQuery } from '../queries.ts';
import { earliestStart } from './trip-search.ts';
import styles from './last-trip.module.css';

/**
 * The newest trip of a unit as the log tells it to this person, with the way to the log; looked for as far back as a log reaches, since a
 * boat is laid up for half a year.
 */
export function LastTrip({ imei, kind }: { imei: string; kind: Unit['kind'] }): ReactNode {
  const t = useT();
  const format = useFormat();
  const today = format.day(new Date());
  const query = useQuery({
    ...tripsQuery(useSend(), { body: { from: earliestStart(today), to: today, imeis: [imei], page: 1, page_size: 1 } }),
    retry: false,
  });
  return (
    <Section
      title={t('UnitLastTrip')}
      action={
        <PageLink to={ADDRESSES.tripLog} search={{ unit: imei }} className={buttonClass({ isSmall: true })}>
          <Icon name="log" size={16} />
          {t(isWatercraft(kind) ? 'OpenTripsAtSea' : 'OpenTripLog')}
        </PageLink>
      }
    >
      <Loaded query={query} heights={[72]} isPart>
        {({ ongoing, trips }) => {
          const last = ongoing[0] ?? trips[0];
          return last ? <Told trip={last} kind={kind} /> : <p className={frame['soft']}>{t('UnitNoTrips')}</p>;
        }}
      </Loaded>
    </Section>
  );
}

function Told({ trip, kind }: { trip: Trip; kind: Unit['kind'] }): ReactNode {
  const t = useT();
  const format = useFormat();
  const typeText = useTripTypeText();
  const { start, stop } = trip;
  const clock = start.time && `${format.time(start.time)}–${stop?.time ? format.time(stop.time) : ''}`;
  const about = [
    trip.is_masked && trip.distance_m === 0 ? '' : measuresOf(kind, format).distance(trip.distance_m),
    typeText(trip.type),
    trip.is_masked ? '' : (trip.driver ?? t('NoDriver')),
    trip.is_masked ? '' : trip.purpose,
  ];
  return (
    <div className={styles['trip']}>
      <p className={styles['when']}>{[trip.day, clock].filter(Boolean).join(' ')}</p>
      <RouteEnds trip={trip} />
      <p className={frame['soft']}>{about.filter(Boolean).join(' · ')}</p>
    </div>
  );
}
