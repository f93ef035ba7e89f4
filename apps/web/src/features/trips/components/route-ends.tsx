import type { Trip } from '@spora/contract/trips';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Hint } from '../../../ui/hint.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { addressText, crossesMidnight } from '../model.ts';
import styles from './route-ends.module.css';

/** Start and stop under each other, joined by the track between them. */
export function RouteEnds(props: { trip: Trip }): ReactNode {
  const t = useT();
  const { trip } = props;
  if (trip.is_masked)
    return (
      <span className={styles['masked']}>
        <Icon name="lock" size={16} />
        <span>
          {t('PrivateTrip')}
          <span className={styles['faint']}> · {t('PrivateTripHelp')}</span>
        </span>
      </span>
    );
  return (
    <span className={styles['ends']} data-ongoing={trip.is_ongoing}>
      <span className={styles['end']}>
        <span className={styles['start']} aria-hidden="true" />
        <span className={styles['address']}>{addressText(trip.start, t)}</span>
      </span>
      <span className={styles['end']}>
        <span className={styles['stop']} aria-hidden="true" />
        <span className={styles['address']}>{trip.is_ongoing ? t('Ongoing') : addressText(trip.stop, t)}</span>
      </span>
    </span>
  );
}

/** What is unusual about a trip; each mark explains itself when pressed. */
export function TripMarks(props: { trip: Trip }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { trip } = props;
  const isLate = crossesMidnight(trip, format.day);
  if (!isLate && !trip.suggests_merge) return null;
  return (
    <span className={styles['marks']}>
      {isLate && (
        <Hint className={styles['markButton']} label={t('CrossesMidnight')} text={t('CrossesMidnightHelp')}>
          <Icon name="moon" size={13} />
          {t('CrossesMidnight')}
        </Hint>
      )}
      {trip.suggests_merge && (
        <Hint className={styles['markButton']} label={t('SuggestsMerge')} text={t('SuggestsMergeHelp')}>
          <Icon name="merge" size={13} />
          {t('SuggestsMerge')}
        </Hint>
      )}
    </span>
  );
}
