import type { Trip } from '@spora/contract/trips/endpoints';
import { fixed } from '@spora/messages/fixed';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { explanationOf, explanationText, valueOf } from '../fields.ts';
import { useMeasures } from '../use-measures.tsx';
import type { TripEdits } from '../use-trip-edits.ts';
import { ExplainForm } from './explain-form.tsx';
import styles from './odometer-gap.module.css';
import { SaveMark } from './save-mark.tsx';
import { Kilometres } from './trip-cell.tsx';

/** TRIP-023: by how much the tracker's odometer and the trip differ, what that comes from, and what to do about it. */
export function OdometerGap(props: { trip: Trip; edits: TripEdits; correctLink: ReactNode }): ReactNode {
  const { trip, edits, correctLink } = props;
  const t = useT();
  const [isExplaining, setExplaining] = useState(false);
  const draft = edits.draftOf(trip.id, 'odometer');
  const value = draft?.value ?? valueOf(trip, 'odometer');
  const isExplained = value !== '';
  if (trip.has_odometer_gap !== true && !isExplained && draft === undefined) return null;
  const title = t(isExplained ? 'OdometerGapExplained' : 'OdometerGap');
  return (
    <section className={styles['gap']} aria-label={title} data-explained={isExplained}>
      <h3>
        <Icon name={isExplained ? 'check' : 'alert'} size={16} />
        {title}
      </h3>
      <Figures trip={trip} isExplained={isExplained} />
      {isExplained && <p className={styles['said']}>{explanationText(value, t)}</p>}
      {!isExplained && !isExplaining && (
        <p>
          {t('OdometerGapCounts')} {correctLink}
        </p>
      )}
      {isExplaining ? (
        <ExplainForm
          first={explanationOf(value)}
          onCancel={() => setExplaining(false)}
          onSave={(next) => {
            setExplaining(false);
            edits.change(trip, 'odometer', next);
          }}
        />
      ) : (
        trip.can.edit && (
          <div className={styles['actions']}>
            <Button isSmall onClick={() => setExplaining(true)}>
              {t(isExplained ? 'ChangeOdometerExplanation' : 'ExplainOdometerGap')}
            </Button>
            {isExplained && (
              <Button isSmall look="quiet" onClick={() => edits.change(trip, 'odometer', '')}>
                {t('TakeBackOdometerExplanation')}
              </Button>
            )}
          </div>
        )
      )}
      {/* Beside a difference that is open again "Saved" would speak of what is not there. */}
      <SaveMark
        draft={!isExplained && draft?.status === 'saved' ? undefined : draft}
        onRetry={() => edits.retry(trip, 'odometer')}
      />
    </section>
  );
}

/** Of somebody else's private trip there are none. */
function Figures({ trip, isExplained }: { trip: Trip; isExplained: boolean }): ReactNode {
  const t = useT();
  const measures = useMeasures()([trip]);
  const { tracker_distance_m: countedM, distance_m: distanceM } = trip;
  if (countedM === undefined) return null;
  // What is shown of the two is what is taken from each other: three figures that stand together add up.
  const shownM = (metres: number): number => Number(fixed(metres / measures.unitM, 1)) * measures.unitM;
  return (
    <>
      <dl>
        <Figure label={t('OdometerGapCounted')} text={measures.distance(countedM)} />
        <Figure label={t('OdometerGapTrip')} text={measures.distance(distanceM)} />
        <Figure label={t('OdometerGapDifference')} text={measures.distance(Math.abs(shownM(countedM) - shownM(distanceM)))} />
      </dl>
      {!isExplained && <p>{t(countedM > distanceM ? 'OdometerGapMore' : 'OdometerGapLess')}</p>}
    </>
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
