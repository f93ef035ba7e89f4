import { Fragment, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useTripTypeText } from '../../lib/trip-type.ts';
import { areaText, isInDoubt, type Passage } from './model.ts';
import { Amount, CorrectButton, Mark, SayButtons, Station, Tick, When, Why } from './passage-parts.tsx';
import styles from './passages-list.module.css';
import type { Reviews } from './use-reviews.ts';

/**
 * Passages on a phone: where and how much, and below that when, by whose prices where an area has
 * several, with what and by whom; what is to be known of one has a line of its own.
 */
export function PassagesList(props: {
  rows: readonly Passage[];
  reviews: Reviews;
  onOpen: (row: Passage) => void;
  onCorrect?: (row: Passage) => void;
}): ReactNode {
  const { rows, reviews, onCorrect } = props;
  const t = useT();
  const typeText = useTripTypeText();
  return (
    <ul className={styles['list']} aria-label={t('TollsPassages')}>
      {rows.map((row) => (
        <li
          key={row.key}
          className={styles['item']}
          data-unpriced={row.amount === null}
          data-waiting={reviews.waiting.has(row.key)}
        >
          <span className={styles['station']}>
            <Station row={row} onOpen={props.onOpen} />
          </span>
          <span className={styles['amount']}>
            <Amount row={row} />
          </span>
          <span className={styles['facts']}>
            <When row={row} />
            {[
              row.price_table && areaText(row, t),
              row.unit.name,
              row.driver,
              row.trip_type ? typeText(row.trip_type) : t('TollsNoTrip'),
            ]
              .filter(Boolean)
              .map((fact) => (
                <Fragment key={fact}>
                  {' · '}
                  <span className={styles['fact']}>{fact}</span>
                </Fragment>
              ))}
          </span>
          <span className={styles['notes']}>
            <Mark row={row} />
            <span>
              <Why row={row} />
            </span>
          </span>
          {onCorrect && (
            <span className={styles['act']}>
              <CorrectButton row={row} onCorrect={onCorrect} />
            </span>
          )}
          {onCorrect && isInDoubt(row) && (
            <span className={styles['say']}>
              <Tick row={row} reviews={reviews} />
              <SayButtons row={row} reviews={reviews} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
