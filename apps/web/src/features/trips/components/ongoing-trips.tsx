import type { Trip } from '@spora/contract/trips/endpoints';
import { useId, useState, type ReactNode } from 'react';
import { addressText } from '../../../lib/address-text.ts';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { countedUntil, startText, underWayS } from '../model.ts';
import type { TripSearch } from '../public/trip-search.ts';
import { useMeasures } from '../use-measures.tsx';
import styles from './ongoing-trips.module.css';
import { Kilometres, type CellProps } from './trip-cell.tsx';

/**
 * Whether the list of who drives now stands open: because somebody opened it, or came for one of them. Whoever goes on to another period or
 * filter looks for trips that are over: it stands over them no longer.
 */
export function useOngoing(trips: readonly Trip[], search: TripSearch) {
  const id = useId();
  const asked = JSON.stringify({ ...search, trip: undefined });
  const [turned, setTurned] = useState<{ asked: string; isOpen: boolean } | null>(null);
  const isOpen = turned?.asked === asked ? turned.isOpen : trips.some((trip) => trip.id === search.trip);
  return { id, isOpen, setOpen: (next: boolean) => setTurned({ asked, isOpen: next }) };
}
type Ongoing = ReturnType<typeof useOngoing>;

/** TRIP-028: how many trips have not ended, in one line that opens to them. */
export function OngoingChip(props: { count: number; ongoing: Ongoing }): ReactNode {
  const { count, ongoing } = props;
  const t = useT();
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={styles['chip']}
      aria-expanded={ongoing.isOpen}
      aria-controls={ongoing.isOpen ? ongoing.id : undefined}
      onClick={() => ongoing.setOpen(!ongoing.isOpen)}
    >
      <span className={styles['live']} aria-hidden="true" />
      {t('OngoingCount', { count })}
      <Icon name="chevron-down" size={14} className={ongoing.isOpen ? styles['turned'] : undefined} />
    </button>
  );
}

/** TRIP-028: trips that have not ended, on top and not editable. */
export function OngoingTrips(props: {
  trips: readonly Trip[];
  ongoing: Ongoing;
  selectedId: number | undefined;
  onSelect: CellProps['onSelect'];
}): ReactNode {
  const t = useT();
  const format = useFormat();
  const measures = useMeasures();
  const now = useNow();
  if (props.trips.length === 0 || !props.ongoing.isOpen) return null;
  return (
    <section id={props.ongoing.id} className={styles['ongoing']} aria-label={t('OngoingTrips')}>
      <ul className={styles['cards']}>
        {props.trips.map((trip) => (
          <li key={trip.id}>
            <button
              type="button"
              className={styles['card']}
              aria-pressed={trip.id === props.selectedId}
              onClick={({ detail }) => props.onSelect(trip.id, detail === 0)}
            >
              <strong>{trip.unit_name}</strong>
              <span className={styles['distance']}>
                <Kilometres text={measures([trip]).distance(trip.distance_m)} />
              </span>
              <span className={styles['soft']}>
                {t('OngoingSince', { time: startText(trip, format) })}
                {trip.start.time !== null && ` · ${format.duration(underWayS(trip, now))}`}
              </span>
              <span className={styles['soft']}>
                {trip.start.time !== null && t('OngoingAsOf', { time: format.time(countedUntil(trip)) })}
              </span>
              <span className={styles['place']}>
                {trip.is_masked ? t('PrivateTrip') : t('OngoingFrom', { place: addressText(trip.start, t) })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
