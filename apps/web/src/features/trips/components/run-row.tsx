import { useEffect, useRef, type ReactNode } from 'react';
import { endsText } from '../../../lib/address-text.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Column } from '../columns.ts';
import { lacksPurpose, type ShortRun } from '../model.ts';
import type { Ticks } from '../use-ticks.ts';
import { useMeasures } from '../use-measures.tsx';
import { Kilometres } from './trip-cell.tsx';
import styles from './trip-list.module.css';
import { cellClass } from './trip-row.tsx';
import { RunMarks } from './route-ends.tsx';
import { TypeChip } from './type-menu.tsx';

/** Trips with short stops between as one line, which opens to them. */
export function RunRow(props: {
  run: ShortRun;
  columns: readonly Column[];
  isFree: boolean;
  ticks: Ticks | null;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}): ReactNode {
  const { run, columns, isFree, ticks, isOpen, onOpen } = props;
  const t = useT();
  const box = useRef<HTMLInputElement>(null);
  const ids = run.trips.map(({ id }) => id);
  const ticked = ids.filter((id) => ticks?.has(id)).length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked > 0 && ticked < ids.length;
  }, [ticked, ids.length]);
  return (
    <div
      role="row"
      data-row={`run-${ids[0] ?? 0}`}
      className={cx(isFree ? styles['freeRow'] : styles['row'], styles['run'])}
      onClick={(event) => event.target instanceof Element && !event.target.closest('button, label') && onOpen(!isOpen)}
    >
      <div role="cell" className={styles['tick']}>
        {ticks && (
          <label className={styles['tickLabel']}>
            <input
              ref={box}
              type="checkbox"
              data-column="tick"
              aria-label={t('TickRun', { count: ids.length })}
              checked={ticked === ids.length}
              onChange={() => ticks.setMany(ids, ticked < ids.length)}
            />
          </label>
        )}
      </div>
      {columns.map((column) => (
        <div key={column} role="cell" className={cellClass(column, isFree)}>
          <RunCell {...props} column={column} />
        </div>
      ))}
    </div>
  );
}

function RunCell(props: { run: ShortRun; column: Column; isOpen: boolean; onOpen: (isOpen: boolean) => void }): ReactNode {
  const { run, isOpen } = props;
  const t = useT();
  const format = useFormat();
  const measures = useMeasures()(run.trips);
  const isOtherAsked = useUser().OtherTripPurposeRequired;
  const [last] = run.trips;
  const first = run.trips.at(-1);
  if (!first || !last) return null;
  const [from, to] = [first.start.time, last.stop?.time].map((time) => (time ? format.time(time) : ''));
  const clock = `${from}–${to}`;
  const count = run.trips.length;
  switch (props.column) {
    case 'time':
      return (
        <>
          <button
            type="button"
            className={styles['open']}
            data-column="time"
            aria-expanded={isOpen}
            aria-label={t('ShortRunOf', { count, time: clock, unit: first.unit_name })}
            onClick={() => props.onOpen(!isOpen)}
          >
            <span className={styles['clock']}>
              {from}
              <span className={styles['soft']}>–{to}</span>
            </span>
          </button>
          <span className={styles['under']}>
            {t('DrivenFor', { time: format.duration(run.trips.reduce((sum, trip) => sum + trip.duration_s, 0)) })}
          </span>
        </>
      );
    case 'route':
      return (
        <span className={styles['runName']}>
          <Icon name="chevron-right" size={16} className={cx(styles['turn'], isOpen && styles['turned'])} />
          <span className={styles['runText']}>
            <span>{t('ShortRun', { count })}</span>
            <span className={cx(styles['under'], styles['runEnds'])}>
              {endsText({ start: first.start, stop: last.stop }, t)
                .split(' – ')
                .map((end, i, all) => (
                  <span key={i} className={styles['runEnd']}>
                    {i + 1 < all.length ? `${end} – ` : end}
                  </span>
                ))}
            </span>
          </span>
          {!isOpen && <RunMarks trips={run.trips} />}
        </span>
      );
    case 'distance':
      return <Kilometres text={measures.distance(run.trips.reduce((sum, trip) => sum + trip.distance_m, 0))} />;
    case 'unit':
      return (
        <>
          <span className={styles['unitName']}>{first.unit_name}</span>
          <span className={styles['under']}>
            {[first.registration_number, first.driver].filter(Boolean).join(' · ') || t('NoDriver')}
          </span>
        </>
      );
    case 'driver':
      return <span>{first.driver}</span>;
    case 'type':
      return <TypeChip type={first.type} />;
    case 'purpose': {
      const missing = run.trips.filter((trip) => lacksPurpose(trip, isOtherAsked)).length;
      const purposes = new Set(run.trips.map(({ purpose }) => purpose));
      if (missing > 0) return <span className={styles['missing']}>{t('PurposesMissing', { count: missing })}</span>;
      return <span className={styles['readOnly']}>{purposes.size === 1 ? first.purpose : ''}</span>;
    }
    default:
      return null;
  }
}
