import type { UnitRow } from '@spora/contract/units/endpoints';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useMoreBeside } from '../../../lib/use-more-beside.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Column, Sort } from '../list-model.ts';
import { UnitLine } from './unit-line.tsx';
import styles from './units-table.module.css';
import { useUnitTexts } from './use-unit-texts.ts';

const ROW_PX = 48;
const CARD_PX = 84;
/** Widths of the columns, as tracks of a grid; the name and the box stand before them. */
const TRACKS: Readonly<Record<Column, string>> = {
  registration: '88px',
  imei: '136px',
  kind: '92px',
  driver: 'minmax(100px, 1fr)',
  department: 'minmax(100px, 1fr)',
  project: 'minmax(110px, 1fr)',
  tags: 'minmax(100px, 1.2fr)',
  state: '120px',
  mode: 'minmax(150px, 1fr)',
  battery: '80px',
  odometer: '120px',
  hours: '100px',
  contact: '112px',
  subscription: '112px',
};

export interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (imei: string) => void;
  readonly toggleAll: () => void;
  readonly isAll: boolean;
}

/** UNIT-019: the units as a table, or as cards where it is narrow; only the rows near the window are in the page. */
export function UnitsTable(props: {
  rows: readonly UnitRow[];
  columns: readonly Column[];
  sort: Sort;
  isDescending: boolean;
  onSort: (column: Sort) => void;
  /** Null for those who may not edit many at once. */
  selection: Selection | null;
}): ReactNode {
  const { rows, columns, selection } = props;
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const isWide = useMedia('(min-width: 768px)');
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isWide ? ROW_PX : CARD_PX),
    getItemKey: (index) => `${isWide ? 'row' : 'card'}-${rows[index]?.id ?? index}`,
    overscan: 10,
  });
  const tracks = [...(selection ? ['40px'] : []), 'minmax(190px, 2fr)', ...columns.map((column) => TRACKS[column])].join(' ');
  const more = useMoreBeside(scroller, tracks);
  useNewInSight(scroller, columns);
  return (
    <div className={styles['frame']} data-before={isWide && more.before} data-after={isWide && more.after}>
      <div ref={scroller} className={styles['scroller']} data-wide={isWide}>
        <div
          role="table"
          aria-label={t('UnitList')}
          aria-rowcount={rows.length + 1}
          className={styles['table']}
          ref={(element) => element?.style.setProperty('--tracks', tracks)}
        >
          <Heads {...props} />
          <div
            role="rowgroup"
            className={styles['sizer']}
            ref={(element) => element?.style.setProperty('height', `${virtual.getTotalSize()}px`)}
          >
            {virtual.getVirtualItems().map((item) => {
              const row = rows[item.index];
              if (!row) return null;
              return (
                <UnitLine
                  key={item.key}
                  row={row}
                  columns={columns}
                  top={item.start}
                  rowIndex={item.index + 2}
                  isCard={!isWide}
                  isChosen={row.imei !== null && (selection?.chosen.has(row.imei) ?? false)}
                  onToggle={selection?.toggle ?? null}
                />
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

/** A column that was just chosen stands last: the table is moved so that it is seen. */
function useNewInSight(scroller: RefObject<HTMLElement | null>, columns: readonly Column[]): void {
  const before = useRef(columns);
  useLayoutEffect(() => {
    const last = columns.at(-1);
    const isNew = columns.length > before.current.length && last !== undefined && !before.current.includes(last);
    before.current = columns;
    if (isNew && scroller.current) scroller.current.scrollLeft = scroller.current.scrollWidth;
  }, [scroller, columns]);
}

function Heads(props: Parameters<typeof UnitsTable>[0]): ReactNode {
  const { columns, selection, sort, isDescending } = props;
  const t = useT();
  const texts = useUnitTexts();
  const head = (column: Sort, label: string): ReactNode => (
    <div
      key={column}
      role="columnheader"
      className={styles['head']}
      data-column={column}
      aria-sort={sort === column ? (isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" className={styles['sort']} onClick={() => props.onSort(column)}>
        {label}
        {sort === column && <Icon name="chevron-down" size={14} className={isDescending ? undefined : styles['up']} />}
      </button>
    </div>
  );
  return (
    <div role="rowgroup" className={styles['heads']}>
      <div role="row" className={styles['line']} aria-rowindex={1}>
        {selection && (
          <div role="columnheader" className={styles['box']}>
            <input
              type="checkbox"
              className={styles['check']}
              aria-label={t('UnitsSelectAll')}
              checked={selection.isAll}
              onChange={selection.toggleAll}
            />
          </div>
        )}
        {head('name', t('SortName'))}
        {columns.map((column) => head(column, texts.title[column]))}
      </div>
    </div>
  );
}
