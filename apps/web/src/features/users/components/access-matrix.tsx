import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import {
  countAccess,
  fixedBecause,
  hasAccess,
  isChanged,
  stateOf,
  type AccessCount,
  type Pending,
} from '../public/access-model.ts';
import { unitName, type AccessUnit, type AccessUser } from '../unit-groups.ts';
import styles from './access-matrix.module.css';
import { TriBox } from './unit-picker.tsx';

const ROW_PX = 40;
/** Names of up to three lines, the plate and the box. */
const HEAD_PX = 108;
const COLUMN_PX = 112;
const NAME_PX = 220;

type Part = { readonly users: readonly AccessUser[]; readonly units: readonly AccessUnit[] };
/** Row and column of a box; -1 is the heading, whose box stands for all of its row or column. */
type Place = readonly [row: number, column: number];

/**
 * Users down, units across; only what is in view is drawn, both ways. One box is in the order of Tab, arrows, Home, End and the page
 * keys move between them.
 */
export function AccessMatrix(
  props: Part & {
    base: ReadonlySet<string>;
    pending: Pending;
    onSet: (part: Part, isOn: boolean) => void;
  },
): ReactNode {
  const { users, units, base, pending, onSet } = props;
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: users.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    scrollPaddingStart: HEAD_PX,
    overscan: 6,
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: units.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => COLUMN_PX,
    scrollPaddingStart: NAME_PX,
    overscan: 3,
  });
  const { active, onKeyDown, setActive } = useRovingBox(scroller, users.length, units.length, ([row, column]) => {
    if (row >= 0) rows.scrollToIndex(row);
    if (column >= 0) columns.scrollToIndex(column);
  });
  const tabIndex = (row: number, column: number): 0 | -1 => (active[0] === row && active[1] === column ? 0 : -1);
  const counts = useMemo(() => countAccess(base, pending, { users, units }), [base, pending, users, units]);
  const all = (part: Part, count: AccessCount | undefined, label: string, [row, column]: Place): ReactNode => {
    const state = stateOf(count);
    return (
      <TriBox
        state={state === 'fixed' ? 'all' : state}
        isDisabled={state === 'fixed'}
        label={label}
        tabIndex={tabIndex(row, column)}
        onSet={(isOn) => onSet(part, isOn)}
      />
    );
  };
  const drawnColumns = columns.getVirtualItems();
  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      role="grid"
      aria-label={t('AccessTitle')}
      aria-rowcount={users.length + 1}
      aria-colcount={units.length + 1}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const place = placeOf(target);
        if (place) setActive(place);
      }}
    >
      <div
        className={styles['sizer']}
        role="presentation"
        style={{ height: rows.getTotalSize() + HEAD_PX, width: columns.getTotalSize() + NAME_PX }}
      >
        <div className={styles['head']} role="row" aria-rowindex={1} style={{ height: HEAD_PX }}>
          <div className={styles['corner']} role="columnheader" aria-colindex={1} data-place="-1 -1">
            <label className={styles['all']}>
              {all({ users, units }, counts.all, t('AccessAll'), [-1, -1])}
              <span aria-hidden="true">{t('AccessAll')}</span>
            </label>
          </div>
          {drawnColumns.map(({ index, start }) => {
            const unit = units[index];
            if (!unit) return null;
            return (
              <div
                key={unit.id}
                className={styles['unit']}
                role="columnheader"
                aria-colindex={index + 2}
                data-place={`-1 ${index}`}
                title={unitName(unit)}
                style={{ transform: `translateX(${start + NAME_PX}px)` }}
              >
                <span className={styles['unitName']}>{unit.name}</span>
                <span className={styles['plate']}>
                  {unit.locked_by !== null && <Icon name="lock" size={12} />}
                  {unit.registration_number !== unit.name && unit.registration_number}
                </span>
                {all({ users, units: [unit] }, counts.ofUnit.get(unit.id), t('AccessAllTo', { unit: unitName(unit) }), [
                  -1,
                  index,
                ])}
              </div>
            );
          })}
        </div>
        {rows.getVirtualItems().map(({ index, start }) => {
          const user = users[index];
          if (!user) return null;
          return (
            <div
              key={user.id}
              className={styles['row']}
              role="row"
              aria-rowindex={index + 2}
              style={{ transform: `translateY(${start + HEAD_PX}px)` }}
            >
              <div
                className={styles['user']}
                role="rowheader"
                aria-colindex={1}
                data-place={`${index} -1`}
                title={user.full_name}
              >
                {all({ users: [user], units }, counts.ofUser.get(user.id), t('AccessAllOf', { name: user.full_name }), [
                  index,
                  -1,
                ])}
                <span className={styles['userText']}>
                  <span className={styles['userName']}>{user.full_name}</span>
                  <span className={styles['team']}>
                    {user.is_admin
                      ? t('UserAdmin')
                      : [
                          t('UnitsGiven', {
                            chosen: units.filter((unit) => hasAccess(base, pending, user, unit)).length,
                            count: units.length,
                          }),
                          user.department,
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                  </span>
                </span>
              </div>
              {drawnColumns.map((column) => {
                const unit = units[column.index];
                if (!unit) return null;
                const fixed = fixedBecause(user, unit);
                const isOn = hasAccess(base, pending, user, unit);
                const label = t('AccessOf', { name: user.full_name, unit: unitName(unit) });
                return (
                  <div
                    key={unit.id}
                    className={cx(styles['cell'], isChanged(pending, user, unit) && styles['changed'])}
                    role="gridcell"
                    aria-colindex={column.index + 2}
                    data-place={`${index} ${column.index}`}
                    title={fixed === 'locker' ? t('AccessLockers') : fixed === 'admin' ? t('AccessAdmins') : undefined}
                    style={{ transform: `translateX(${column.start + NAME_PX}px)` }}
                  >
                    <input
                      type="checkbox"
                      aria-label={fixed === 'locker' ? `${label}. ${t('AccessLockers')}` : label}
                      checked={isOn}
                      // Not `disabled`: the keyboard passes over it and hears why.
                      aria-disabled={fixed !== null || undefined}
                      tabIndex={tabIndex(index, column.index)}
                      onChange={() => fixed === null && onSet({ users: [user], units: [unit] }, !isOn)}
                    />
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const placeOf = (element: Element): Place | null => {
  const [row, column] = element.closest('[data-place]')?.getAttribute('data-place')?.split(' ').map(Number) ?? [];
  return row === undefined || column === undefined ? null : [row, column];
};

/** Moves the focus between boxes, also to those that are drawn only once they have been scrolled to. */
function useRovingBox(
  scroller: { readonly current: HTMLElement | null },
  rowCount: number,
  columnCount: number,
  reveal: (place: Place) => void,
) {
  const [active, setActive] = useState<Place>([-1, -1]);
  const [wanted, setWanted] = useState<Place | null>(null);
  const clamp = (value: number, count: number): number => Math.max(-1, Math.min(count - 1, value));
  // After filtering the place may no longer exist.
  const held: Place = [clamp(active[0], rowCount), clamp(active[1], columnCount)];
  useEffect(() => {
    if (!wanted) return undefined;
    let isCurrent = true;
    const focus = (): void => {
      if (!isCurrent) return;
      const box = scroller.current?.querySelector<HTMLElement>(`[data-place="${wanted[0]} ${wanted[1]}"] input`);
      box?.focus({ preventScroll: true });
    };
    focus();
    // What lies outside the view is drawn a frame after it was scrolled to.
    requestAnimationFrame(() => requestAnimationFrame(focus));
    return () => void (isCurrent = false);
  }, [wanted, scroller]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = placeOf(event.target as Element);
    if (!from) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_PX) - 3);
    const [row, column] = from;
    const moves: Record<string, Place> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      PageDown: [row + page, column],
      PageUp: [row - page, column],
      Home: [row, -1],
      End: [row, columnCount - 1],
    };
    const to = moves[event.key];
    if (!to) return;
    event.preventDefault();
    const next: Place = [clamp(to[0], rowCount), clamp(to[1], columnCount)];
    setActive(next);
    reveal(next);
    setWanted(next);
  };
  return { active: held, onKeyDown, setActive };
}
