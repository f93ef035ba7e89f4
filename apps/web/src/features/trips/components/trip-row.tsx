import type { Trip } from '@spora/contract/trips';
import type { MouseEvent, ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import type { TripEdits } from '../use-trip-edits.ts';
import { TripText } from './trip-text.tsx';
import { RouteEnds, TripMarks } from './route-ends.tsx';
import styles from './trip-list.module.css';
import { TypeMenu } from './type-menu.tsx';

const isControl = (event: MouseEvent): boolean =>
  event.target instanceof Element &&
  event.target.closest('button, input, textarea, select, a, [role="menu"], [role="dialog"]') !== null;

/** A trip in the list: a row of the table, a card on phones. */
export function TripRow(props: { trip: Trip; edits: TripEdits; isSelected: boolean; onSelect: (id: number) => void }): ReactNode {
  const { trip, edits, isSelected, onSelect } = props;
  const t = useT();
  const format = useFormat();
  const time = format.time(trip.start.time);
  const stop = trip.stop ? format.time(trip.stop.time) : '';
  return (
    <div
      role="row"
      className={styles['row']}
      data-row={trip.id}
      data-selected={isSelected}
      aria-selected={isSelected}
      onClick={(event) => !isControl(event) && onSelect(trip.id)}
    >
      <div role="cell" className={styles['time']}>
        <button
          type="button"
          className={styles['open']}
          data-column="time"
          aria-pressed={isSelected}
          onClick={() => onSelect(trip.id)}
        >
          <span className={styles['clock']}>
            {time}
            <span className={styles['soft']}>–{stop}</span>
          </span>
          <span className="visually-hidden">, {t('TripDetails')}</span>
        </button>
        <span className={styles['under']}>{format.duration(trip.duration_s)}</span>
      </div>
      <div role="cell" className={styles['route']}>
        <RouteEnds trip={trip} />
        <TripMarks trip={trip} />
      </div>
      <div role="cell" className={styles['distance']}>
        {trip.is_masked && trip.distance_m === 0 ? '–' : <Kilometres text={format.km(trip.distance_m)} />}
      </div>
      <div role="cell" className={styles['unit']}>
        <span className={styles['unitName']}>{trip.unit_name}</span>
        <span className={styles['under']}>
          {[trip.registration_number, trip.driver].filter(Boolean).join(' · ') || t('NoDriver')}
        </span>
      </div>
      <div role="cell" className={styles['type']}>
        <TypeMenu trip={trip} edits={edits} column="type" />
      </div>
      <div role="cell" className={styles['purpose']}>
        {trip.can.edit ? (
          <TripText field="purpose" trip={trip} edits={edits} column="purpose" />
        ) : (
          <span className={styles['readOnly']}>{trip.purpose}</span>
        )}
      </div>
      <div role="cell" className={styles['note']}>
        {trip.can.edit ? (
          <TripText field="note" trip={trip} edits={edits} column="note" />
        ) : (
          <span className={styles['readOnly']}>{trip.note}</span>
        )}
      </div>
    </div>
  );
}

/** The number in the text's tone, its unit in a lighter one. */
export function Kilometres(props: { text: string }): ReactNode {
  const [number, unit] = [props.text.slice(0, -3), props.text.slice(-3)];
  return (
    <>
      {number}
      <span className={styles['soft']}>{unit}</span>
    </>
  );
}
