import type { Trip } from '@spora/contract/trips/endpoints';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { keepColumns } from '../column-state.ts';
import { WIDTH_PX, withWidth, type ColumnChoice } from '../columns.ts';
import type { Ticks } from '../use-ticks.ts';
import { useColumnText } from './column-chooser.tsx';
import styles from './trip-list.module.css';
import { cellClass } from './trip-row.tsx';

const STEP_PX = 16;

/** The names of the columns, with handles that make them wider. */
export function ListHead(props: {
  columns: readonly ColumnChoice[];
  isFree: boolean;
  ticks: Ticks | null;
  order: readonly Trip[];
}): ReactNode {
  const { columns, isFree, ticks, order } = props;
  const t = useT();
  const columnText = useColumnText();
  const box = useRef<HTMLInputElement>(null);
  const hintId = useId();
  // Together they are one stop on the way to the trips; among them the arrows up and down go.
  const [reached, setReached] = useState(columns[0]?.id);
  const stop = columns.some(({ id }) => id === reached) ? reached : columns[0]?.id;
  const ticked = order.filter(({ id }) => ticks?.has(id)).length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked > 0 && ticked < order.length;
  }, [ticked, order.length]);
  return (
    <div role="rowgroup" className={styles['head']}>
      <div role="row" className={isFree ? styles['freeHead'] : styles['headRow']}>
        <div role="columnheader" className={styles['tick']}>
          {ticks ? (
            <label className={styles['tickLabel']}>
              <input
                ref={box}
                type="checkbox"
                aria-label={t('TickPage')}
                checked={order.length > 0 && ticked === order.length}
                onChange={() => ticks.togglePage()}
              />
            </label>
          ) : (
            <span className="visually-hidden">{t('TripDetails')}</span>
          )}
        </div>
        {columns.map((column) => (
          <div role="columnheader" key={column.id} className={cellClass(column.id, isFree)}>
            {columnText(column.id)}
            <WidthHandle
              column={column}
              columns={columns}
              label={t('ColumnWidth', { column: columnText(column.id) })}
              hintId={hintId}
              isStop={column.id === stop}
              onReached={() => setReached(column.id)}
            />
          </div>
        ))}
      </div>
      <p id={hintId} className={styles['keys']} aria-hidden="true">
        {t('ColumnWidthKeys')}
      </p>
    </div>
  );
}

/** To the handle of the column before (-1) or after (1). */
function goToHandle(from: Element, step: -1 | 1): void {
  const all = [...(from.closest('[role=row]')?.querySelectorAll<HTMLElement>('[role=separator]') ?? [])];
  const next = all[all.findIndex((each) => each === from) + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** TRIP-019: drawn by a pointer, or moved with the arrows; a double press gives the column its own width back. */
function WidthHandle(props: {
  column: ColumnChoice;
  columns: readonly ColumnChoice[];
  label: string;
  hintId: string;
  /** Tab comes to this one. */
  isStop: boolean;
  onReached: () => void;
}): ReactNode {
  const { column, columns } = props;
  const from = useRef<{ x: number; width: number } | null>(null);
  const widthOf = (handle: Element): number => column.widthPx ?? handle.parentElement?.offsetWidth ?? WIDTH_PX.min;
  const keep = (px: number | null): void => keepColumns(withWidth(columns, column.id, px));
  const onPointerDown = (event: PointerEvent<HTMLSpanElement>): void => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width: widthOf(event.currentTarget) };
  };
  const onKeyDown = (event: KeyboardEvent<HTMLSpanElement>): void => {
    if (!event.key.startsWith('Arrow') || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown')
      return goToHandle(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
    keep(widthOf(event.currentTarget) + (event.key === 'ArrowRight' ? STEP_PX : -STEP_PX));
  };
  return (
    <span
      role="separator"
      tabIndex={props.isStop ? 0 : -1}
      aria-orientation="vertical"
      aria-label={props.label}
      aria-describedby={props.hintId}
      aria-valuemin={WIDTH_PX.min}
      aria-valuemax={WIDTH_PX.max}
      aria-valuenow={column.widthPx ?? WIDTH_PX.min}
      className={styles['handle']}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => from.current && keep(from.current.width + event.clientX - from.current.x)}
      onPointerUp={() => (from.current = null)}
      onPointerCancel={() => (from.current = null)}
      onDoubleClick={() => keep(null)}
      onKeyDown={onKeyDown}
      onFocus={props.onReached}
    />
  );
}
