import type { MouseEvent, ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { cx } from '../../../ui/cx.ts';
import type { Column } from '../columns.ts';
import type { Ticks } from '../use-ticks.ts';
import { TripCell, type CellProps } from './trip-cell.tsx';
import { startText } from '../model.ts';
import styles from './trip-list.module.css';

const isControl = (event: MouseEvent): boolean =>
  event.target instanceof Element &&
  event.target.closest('button, input, textarea, select, a, label, [role="menu"], [role="dialog"], [role="listbox"]') !== null;
const ENDS_RIGHT: readonly Column[] = [
  'distance',
  'duration',
  'start-odometer',
  'stop-odometer',
  'speed',
  'average-speed',
  'fuel',
  'co2',
  'tolls',
];

/** The class of a cell: in the usual table its own, which has a place in the card too; otherwise any cell's. */
export const cellClass = (column: Column, isFree: boolean): string =>
  isFree ? cx(styles['free'], ENDS_RIGHT.includes(column) && styles['right']) : (styles[column] ?? '');

/** A trip in the list: a row of the table, a card on phones. */
export function TripRow(
  props: CellProps & { columns: readonly Column[]; isFree: boolean; ticks: Ticks | null; isOfRun: boolean },
): ReactNode {
  const { trip, isSelected, onSelect, columns, isFree, ticks } = props;
  const t = useT();
  const time = startText(trip, useFormat());
  const isTicked = ticks?.has(trip.id) ?? false;
  return (
    <div
      role="row"
      className={cx(isFree ? styles['freeRow'] : styles['row'], isTicked && styles['ticked'], props.isOfRun && styles['ofRun'])}
      data-row={trip.id}
      data-selected={isSelected}
      aria-selected={isTicked}
      onClick={(event) => !isControl(event) && onSelect(trip.id)}
    >
      <div role="cell" className={styles['tick']}>
        {ticks && (
          <label className={styles['tickLabel']}>
            <input
              type="checkbox"
              data-column="tick"
              aria-label={t('TickTrip', { time, unit: trip.unit_name })}
              checked={isTicked}
              onChange={() => undefined}
              onClick={(event) => ticks.toggle(trip.id, event.shiftKey)}
            />
          </label>
        )}
      </div>
      {columns.map((column) => (
        <div key={column} role="cell" className={cellClass(column, isFree)}>
          <TripCell {...props} column={column} saysPurpose={columns.includes('purpose')} />
        </div>
      ))}
    </div>
  );
}
