import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { groupByDay, linesOf, type DayGroup, type ListLine, type TripPage } from '../model.ts';
import type { TripEdits } from '../use-trip-edits.ts';
import { Kilometres, TripRow } from './trip-row.tsx';
import styles from './trip-list.module.css';

/** NFR-002. */
const VIRTUAL_ABOVE = 200;

/** The trips of a page under their days. */
export function TripList(props: {
  page: TripPage;
  today: string;
  edits: TripEdits;
  selectedId: number | undefined;
  onSelect: (id: number) => void;
  scroller: RefObject<HTMLDivElement | null>;
}): ReactNode {
  const { page, edits, selectedId, onSelect } = props;
  const t = useT();
  const format = useFormat();
  const lines = useMemo(() => linesOf(groupByDay(page, format.day)), [page, format]);
  const render = (line: ListLine): ReactNode =>
    line.kind === 'day' ? (
      <DayHeading group={line.group} today={props.today} />
    ) : (
      <TripRow trip={line.trip} edits={edits} isSelected={line.trip.id === selectedId} onSelect={onSelect} />
    );
  return (
    <div
      role="table"
      aria-label={t('Trips')}
      aria-rowcount={page.totals.count}
      className={styles['table']}
      onKeyDownCapture={moveBetweenRows}
    >
      <div role="rowgroup" className={styles['head']}>
        <div role="row" className={styles['headRow']}>
          {([t('Time'), t('Route'), t('Distance'), t('Unit'), t('TripType'), t('Purpose'), t('Note')] as const).map(
            (label, index) => (
              <div role="columnheader" key={label} className={styles[COLUMNS[index] ?? '']}>
                {label}
              </div>
            ),
          )}
        </div>
      </div>
      <div role="rowgroup">
        {lines.length > VIRTUAL_ABOVE ? (
          <VirtualLines lines={lines} scroller={props.scroller} render={render} />
        ) : (
          lines.map((line) => (
            <div role="presentation" key={line.key}>
              {render(line)}
            </div>
          ))
        )}
      </div>
    </div>
  );
}
const COLUMNS = ['time', 'route', 'distance', 'unit', 'type', 'purpose', 'note'] as const;

function VirtualLines(props: {
  lines: readonly ListLine[];
  scroller: RefObject<HTMLDivElement | null>;
  render: (line: ListLine) => ReactNode;
}): ReactNode {
  const { lines, scroller } = props;
  const top = useRef<HTMLDivElement>(null);
  // The list measures its rows itself; React's compiler must not memoise around it, and there is none here.
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.kind === 'day' ? 44 : 68),
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 12,
    scrollMargin: top.current?.offsetTop ?? 0,
  });
  return (
    <div ref={top} role="presentation" className={styles['virtual']} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => {
        const line = lines[item.index];
        return (
          line && (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              role="presentation"
              className={styles['virtualLine']}
              style={{ transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
            >
              {props.render(line)}
            </div>
          )
        );
      })}
    </div>
  );
}

function DayHeading(props: { group: DayGroup; today: string }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { group } = props;
  return (
    <div role="row" className={styles['day']}>
      <div role="cell" className={styles['dayName']}>
        <h2>{format.longDay(group.day, props.today)}</h2>
        <span className={styles['soft']}>{group.day}</span>
      </div>
      <div role="cell" className={styles['daySums']}>
        {group.continues && (
          <span>{group.continues === 'after' ? t('ContinuesOnNextPage') : t('ContinuesFromPreviousPage')}</span>
        )}
        <span>{t('TripCount', { count: group.trips.length })}</span>
        <span>{format.duration(group.durationS)}</span>
        <strong>
          <Kilometres text={format.km(group.distanceM)} />
        </strong>
      </div>
    </div>
  );
}

/** Arrows up and down go to the same control of the next row (NAV-038); a menu that is open keeps its own arrows. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || event.altKey || event.ctrlKey || event.metaKey) return;
  const control = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-column]') : null;
  if (!control || control.getAttribute('aria-expanded') === 'true') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.contains(control));
  const step = event.key === 'ArrowDown' ? 1 : -1;
  for (let next = at + step; next >= 0 && next < rows.length; next += step) {
    const target = rows[next]?.querySelector<HTMLElement>(`[data-column="${control.dataset['column']}"]`);
    if (!target) continue;
    event.preventDefault();
    event.stopPropagation();
    target.focus();
    target.scrollIntoView({ block: 'nearest' });
    return;
  }
}
