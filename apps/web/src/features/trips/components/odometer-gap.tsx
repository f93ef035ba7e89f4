import type { Trip } from '@spora/contract/trips/endpoints';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useMeasures } from '../use-measures.tsx';
import styles from './odometer-gap.module.css';
import { Kilometres } from './trip-cell.tsx';

/** TRIP-023: by how much the tracker's odometer and the trip differ, what that comes from, and what to do about it. */
export function OdometerGap({ trip, correctLink }: { trip: Trip; correctLink: ReactNode }): ReactNode {
  const t = useT();
  const measures = useMeasures()([trip]);
  if (trip.has_odometer_gap !== true) return null;
  const { tracker_distance_m: countedM, distance_m: distanceM } = trip;
  // What is shown of the two is what is taken from each other: three figures that stand together add up.
  const shownM = (metres: number): number => Number((metres / measures.unitM).toFixed(1)) * measures.unitM;
  return (
    <section className={styles['gap']} aria-label={t('OdometerGap')}>
      <h3>
        <Icon name="alert" size={16} />
        {t('OdometerGap')}
      </h3>
      {countedM !== undefined && (
        <>
          <dl>
            <Figure label={t('OdometerGapCounted')} text={measures.distance(countedM)} />
            <Figure label={t('OdometerGapTrip')} text={measures.distance(distanceM)} />
            <Figure label={t('OdometerGapDifference')} text={measures.distance(Math.abs(shownM(countedM) - shownM(distanceM)))} />
          </dl>
          <p>{t(countedM > distanceM ? 'OdometerGapMore' : 'OdometerGapLess')}</p>
        </>
      )}
      <p>
        {t('OdometerGapCounts')} {correctLink}
      </p>
    </section>
  );
}

function Figure(props: { label: string; text: string }): ReactNode {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>
        <Kilometres text={props.text} />
      </dd>
    </div>
  );
}
