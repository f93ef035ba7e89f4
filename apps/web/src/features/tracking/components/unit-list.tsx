import type { LiveUnit } from '@spora/contract/tracking';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { ageText } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { stateAt, type UnitGroups } from '../model.ts';
import { StateMark } from './state-mark.tsx';
import styles from './unit-list.module.css';

type Row = { readonly kind: 'heading' } | { readonly kind: 'unit'; readonly unit: LiveUnit };

const ROW_PX = 64;
const HEADING_PX = 40;

/** The units beside the map (MAP-016, MAP-017): virtualised, in step with the map, arrows move, Enter chooses. */
export function UnitList(props: {
  groups: UnitGroups;
  nowMs: number;
  selectedId: number | null;
  onSelect: (id: number) => void;
  onHover: (id: number | null) => void;
}): ReactNode {
  const { groups, selectedId, onSelect } = props;
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo<Row[]>(() => {
    const toRow = (unit: LiveUnit): Row => ({ kind: 'unit', unit });
    const apart: Row[] = groups.withoutPosition.length > 0 ? [{ kind: 'heading' }, ...groups.withoutPosition.map(toRow)] : [];
    return [...groups.onMap.map(toRow), ...apart];
  }, [groups]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? HEADING_PX : ROW_PX),
    getItemKey: (index) => {
      const row = rows[index];
      return row?.kind === 'unit' ? row.unit.id : 'heading';
    },
    overscan: 8,
  });
  const selectedIndex = rows.findIndex((row) => row.kind === 'unit' && row.unit.id === selectedId);
  useEffect(() => {
    if (selectedIndex >= 0) virtual.scrollToIndex(selectedIndex, { align: 'auto' });
    // Scrolls when the choice changes, not when units move in the order.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- reason above
  }, [selectedId]);

  function moveBy(step: 1 | -1): void {
    let next = selectedIndex + step;
    while (rows[next]?.kind === 'heading') next += step;
    const row = rows[Math.max(0, Math.min(rows.length - 1, next))];
    if (row?.kind === 'unit') onSelect(row.unit.id);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    moveBy(event.key === 'ArrowDown' ? 1 : -1);
  }

  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      role="listbox"
      tabIndex={0}
      aria-label={t('UnitList')}
      aria-activedescendant={selectedIndex >= 0 ? `unit-${selectedId}` : undefined}
      onKeyDown={onKeyDown}
      onPointerLeave={() => props.onHover(null)}
    >
      <div className={styles['sizer']} role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <div
              key={item.key}
              role="presentation"
              className={styles['slot']}
              style={{ height: item.size, transform: `translateY(${item.start}px)` }}
            >
              {row.kind === 'heading' ? (
                <div className={styles['heading']} role="presentation">
                  {t('WithoutPosition')}
                </div>
              ) : (
                <UnitRow
                  {...props}
                  unit={row.unit}
                  isSelected={row.unit.id === selectedId}
                  position={item.index + 1}
                  count={rows.length}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function UnitRow(props: {
  unit: LiveUnit;
  nowMs: number;
  isSelected: boolean;
  position: number;
  count: number;
  onSelect: (id: number) => void;
  onHover: (id: number | null) => void;
}): ReactNode {
  const { unit, nowMs } = props;
  const t = useT();
  const format = useFormat();
  const state = stateAt(unit, nowMs);
  const { position } = unit;
  return (
    <div
      id={`unit-${unit.id}`}
      role="option"
      aria-selected={props.isSelected}
      aria-posinset={props.position}
      aria-setsize={props.count}
      className={cx(styles['row'], props.isSelected && styles['selected'])}
      onClick={() => props.onSelect(unit.id)}
      onPointerEnter={() => props.onHover(unit.id)}
    >
      <span className={styles['mark']}>
        <StateMark state={state} headingDeg={position?.heading_deg} size={22} />
      </span>
      <span className={styles['main']}>
        <span className={styles['title']}>
          <span className={styles['colour']} aria-hidden="true" style={{ backgroundColor: unit.colour }} />
          <span className={styles['name']}>{unit.name}</span>
          {unit.registration_number && <span className={styles['plate']}>{unit.registration_number}</span>}
        </span>
        <span className={styles['where']}>
          {unit.no_position_reason ? t(`NoPosition-${unit.no_position_reason}`) : <UnitAddress unit={unit} />}
        </span>
      </span>
      <span className={styles['side']}>
        <span className={styles['state']}>
          {state === 'moving' && position ? format.speed(position.speed_kmh) : t(`State-${state}`)}
        </span>
        {unit.last_contact && (
          <time className={styles['age']} dateTime={unit.last_contact} title={format.exactTime(unit.last_contact)}>
            {ageText(unit.last_contact, nowMs, t)}
          </time>
        )}
      </span>
    </div>
  );
}

/** "Storgatan 12, Solna", or "near Solna" while only the nearest place is known. */
export function UnitAddress(props: { unit: Pick<LiveUnit, 'address' | 'address_is_approximate' | 'position'> }): ReactNode {
  const t = useT();
  const { address, address_is_approximate: isApproximate, position } = props.unit;
  if (address) return isApproximate ? t('NearPlace', { place: address }) : address;
  return position ? `${position.lat.toFixed(5)}, ${position.lng.toFixed(5)}` : <Icon name="offline" size={14} />;
}
