import type { Trip } from '@spora/contract/trips/endpoints';
import { useState, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { addressText } from '../../../lib/address-text.ts';
import styles from './ongoing-trips.module.css';
import { startText } from '../model.ts';
import { Kilometres } from './trip-cell.tsx';

/** More than these would push the log out of sight. */
const SHOWN_FIRST = { wide: 6, narrow: 2 };

/** TRIP-028: trips that have not ended, on top and not editable. */
export function OngoingTrips(props: {
  trips: readonly Trip[];
  selectedId: number | undefined;
  onSelect: (id: number) => void;
}): ReactNode {
  const t = useT();
  const format = useFormat();
  const [isUnfolded, setUnfolded] = useState(false);
  const first = useMedia('(min-width: 768px)') ? SHOWN_FIRST.wide : SHOWN_FIRST.narrow;
  const folded = props.trips.length - first;
  const shown = isUnfolded ? props.trips : props.trips.slice(0, first);
  if (props.trips.length === 0) return null;
  return (
    <section className={styles['ongoing']} aria-labelledby="ongoing-title">
      <h2 id="ongoing-title" className={styles['title']}>
        <span className={styles['live']} aria-hidden="true" />
        {t('OngoingTrips')}
      </h2>
      <ul className={styles['cards']}>
        {shown.map((trip) => (
          <li key={trip.id}>
            <button
              type="button"
              className={styles['card']}
              aria-pressed={trip.id === props.selectedId}
              onClick={() => props.onSelect(trip.id)}
            >
              <span className={styles['text']}>
                <strong>{trip.unit_name}</strong>
                <span className={styles['soft']}>
                  {t('OngoingSince', { time: startText(trip, format) })} ·{' '}
                  {trip.is_masked ? t('PrivateTrip') : addressText(trip.start, t)}
                </span>
              </span>
              <span className={styles['distance']}>
                <span>
                  <Kilometres text={format.km(trip.distance_m)} />
                </span>
                <span className={styles['soft']}>{format.duration(trip.duration_s)}</span>
              </span>
              <Icon name="chevron-right" size={16} className={styles['arrow']} />
            </button>
          </li>
        ))}
      </ul>
      {folded > 0 && (
        <Button look="quiet" isSmall aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {isUnfolded ? t('ShowFewer') : t('ShowMore', { count: folded })}
        </Button>
      )}
    </section>
  );
}
