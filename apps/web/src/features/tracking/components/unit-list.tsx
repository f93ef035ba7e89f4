import { nearText } from '@spora/messages/near';
import type { SearchOptions, UnitState } from '@spora/contract/tracking/endpoints';
import type { UnitKind } from '@spora/contract/units/values';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Translate } from '@spora/messages/translate';
import {
  memo,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { ageOf } from '@spora/messages/format';
import { ageText } from '../../../lib/age.ts';
import { useFormat, useLanguage, useT } from '../../../lib/i18n.tsx';
import { stateTextOf } from '../../../lib/kind-texts.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ALARM_LOOKS, isAlarming } from '../../alarms/public/alarm-urgency.ts';
import type { OpenOfUnit } from '../../alarms/public/open-alarms.ts';
import { doesText } from '../does-text.ts';
import {
  sectionsOf,
  shownState,
  symbolOf,
  toldState,
  toldTime,
  type UnitGroups,
  type UnitSection,
  type ShownUnit,
} from '../model.ts';
import { UnitMark } from '../../../map/unit-mark.tsx';
import styles from './unit-list.module.css';

type Row =
  /** One that is the whole list only names it: there is nothing to fold it away from. */
  | { readonly kind: 'heading'; readonly section: UnitSection; readonly isFoldable: boolean; readonly isClosed: boolean }
  | { readonly kind: 'unit'; readonly unit: ShownUnit };
const NO_KEYS: readonly string[] = [];
/** A unit by its id, a heading by its group. */
const keyOf = (row: Row): number | string => (row.kind === 'unit' ? row.unit.id : row.section.key);

const ROW_PX = 64;
const HEADING_PX = 40;

export interface ListHandle {
  /** The keyboard goes on from the first row. */
  readonly enter: () => void;
}

/**
 * The units beside the map (MAP-016, MAP-017), virtualised. Arrows, Home and End move along the rows, and the map shows
 * which one; Enter chooses.
 */
export function UnitList(props: {
  ref?: Ref<ListHandle>;
  groups: UnitGroups;
  /** MAP-018: how the list is divided, and which of its groups are closed. */
  groupBy?: SearchOptions['group_by'];
  closed?: readonly string[];
  onToggleGroup?: (key: string) => void;
  nowMs: number;
  openAlarms: ReadonlyMap<number, OpenOfUnit>;
  /** Where the list begins; it takes the focus back if what had it has gone. */
  startId: number | null;
  onSelect: (id: number) => void;
  onHover: (id: number | null) => void;
  /** Of rows that come into view with less known of them than they show. */
  onNeed: (ids: readonly number[]) => void;
}): ReactNode {
  const { groups, startId, nowMs, onSelect, onHover, onNeed, groupBy = 'none', closed = NO_KEYS } = props;
  const { language } = useLanguage();
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const [activeId, setActive] = useState<number | string | null>(startId);
  const rows = useMemo<Row[]>(() => {
    const label = (value: string | null, units: readonly ShownUnit[]): string =>
      value === null
        ? t('GroupNone')
        : groupBy === 'kind'
          ? t(`Kind-${value as UnitKind}`)
          : groupBy === 'state'
            ? stateTextOf(
                value as UnitState,
                units.map(({ kind }) => kind),
                t,
              )
            : value;
    const sections = sectionsOf(groups, groupBy, { language, nowMs, label, withoutPosition: t('WithoutPosition') });
    const isFoldable = sections.length > 1;
    return sections.flatMap((section): Row[] => {
      const isClosed = isFoldable && section.label !== null && closed.includes(section.key);
      return [
        ...(section.label === null ? [] : [{ kind: 'heading' as const, section, isFoldable, isClosed }]),
        ...(isClosed ? [] : section.units.map((unit) => ({ kind: 'unit' as const, unit }))),
      ];
    });
  }, [groups, groupBy, closed, language, nowMs, t]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? HEADING_PX : ROW_PX),
    getItemKey: (index) => {
      const row = rows[index];
      return row ? keyOf(row) : index;
    },
    overscan: 8,
  });
  const seen = virtual.getVirtualItems();
  const brief = seen
    .flatMap(({ index }) => {
      const row = rows[index];
      return row?.kind === 'unit' && row.unit.isBrief ? [row.unit.id] : [];
    })
    .join();
  // Again every quarter of a minute, should nobody have answered.
  useEffect(() => {
    if (brief !== '') onNeed(brief.split(',').map(Number));
  }, [brief, nowMs, onNeed]);
  const activeIndex = activeId === null ? -1 : rows.findIndex((row) => keyOf(row) === activeId);
  useEffect(() => {
    if (activeIndex >= 0) virtual.scrollToIndex(activeIndex, { align: 'auto' });
    // Scrolls when the choice changes, not when units move in the order.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- reason above
  }, [activeId]);
  useEffect(() => {
    if (startId !== null && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
    // Only when the list appears.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- reason above
  }, []);

  function moveTo(index: number): void {
    const at = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[at];
    if (!row) return;
    if (row.kind === 'heading' && !row.isFoldable) return moveTo(at + 1);
    setActive(keyOf(row));
    onHover(row.kind === 'unit' ? row.unit.id : null);
  }
  useImperativeHandle(props.ref, () => ({
    enter: () => {
      scroller.current?.focus();
      moveTo(0);
    },
  }));
  function press(row: Row | undefined): void {
    if (row?.kind === 'unit') onSelect(row.unit.id);
    else if (row) props.onToggleGroup?.(row.section.key);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_PX) - 1);
    if (event.key === 'ArrowDown') moveTo(activeIndex + 1);
    else if (event.key === 'ArrowUp') moveTo(activeIndex - 1);
    else if (event.key === 'PageDown') moveTo(activeIndex + page);
    else if (event.key === 'PageUp') moveTo(activeIndex - page);
    else if (event.key === 'Home') moveTo(0);
    else if (event.key === 'End') moveTo(rows.length - 1);
    else if ((event.key === 'Enter' || event.key === ' ') && activeIndex >= 0) press(rows[activeIndex]);
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      role="listbox"
      tabIndex={0}
      aria-label={t('UnitList')}
      aria-activedescendant={
        activeIndex >= 0 ? (typeof activeId === 'string' ? `group-${activeIndex}` : `unit-${activeId}`) : undefined
      }
      onKeyDown={onKeyDown}
      onPointerLeave={() => onHover(null)}
      onBlur={() => onHover(null)}
    >
      <div className={styles['sizer']} role="presentation" style={{ height: virtual.getTotalSize() }}>
        {seen.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <div
              key={item.key}
              role="presentation"
              className={styles['slot']}
              style={{ height: item.size, transform: `translateY(${item.start}px)` }}
            >
              {row.kind === 'heading' && !row.isFoldable ? (
                <div className={styles['heading']} role="presentation">
                  {row.section.label}
                </div>
              ) : row.kind === 'heading' ? (
                <div
                  id={`group-${item.index}`}
                  role="option"
                  aria-selected={item.index === activeIndex}
                  className={cx(styles['heading'], item.index === activeIndex && styles['active'])}
                  onClick={() => press(row)}
                >
                  <Icon name={row.isClosed ? 'chevron-right' : 'chevron-down'} size={14} />
                  <span>{row.section.label}</span> <span className={styles['groupCount']}>{row.section.units.length}</span>{' '}
                  <span className="visually-hidden">{t(row.isClosed ? 'GroupClosed' : 'GroupOpen')}</span>
                </div>
              ) : (
                <UnitRow
                  unit={row.unit}
                  nowMs={nowMs}
                  openAlarms={props.openAlarms.get(row.unit.id)}
                  isActive={row.unit.id === activeId}
                  onSelect={onSelect}
                  onHover={onHover}
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

/** Drawn again only when its unit, its place or a quarter of a minute has passed. */
const UnitRow = memo(function UnitRow(props: {
  unit: ShownUnit;
  nowMs: number;
  openAlarms: OpenOfUnit | undefined;
  isActive: boolean;
  position: number;
  count: number;
  onSelect: (id: number) => void;
  onHover: (id: number | null) => void;
}): ReactNode {
  const { unit, nowMs, openAlarms: alarms } = props;
  const t = useT();
  const format = useFormat();
  const alarmsText = alarms && t('AlarmsOpenOf', { count: alarms.count });
  const { speedKmh } = shownState(unit, nowMs);
  const state = toldState(unit, nowMs);
  const told = toldTime(unit, nowMs);
  const isOld = told?.kind === 'then';
  // In a tunnel a tracker reports without a position: the age of an old speed is its own.
  const seenAt = told?.kind === 'then' ? told.at : unit.last_contact;
  // With a speed the age is that of the speed; beside how long a unit has stood it has to say what it is the age of.
  const drives = state === 'moving' && (speedKmh !== null || isOld);
  const isJustNow = seenAt !== null && ageOf(seenAt, nowMs).unit === 'now';
  const { position } = unit;
  return (
    <div
      id={`unit-${unit.id}`}
      role="option"
      aria-selected={props.isActive}
      aria-posinset={props.position}
      aria-setsize={props.count}
      className={cx(styles['row'], props.isActive && styles['active'])}
      onClick={() => props.onSelect(unit.id)}
      onPointerEnter={() => props.onHover(unit.id)}
    >
      <span className={styles['mark']} data-old={isOld || undefined}>
        <UnitMark
          colour={unit.colour}
          symbol={symbolOf(unit)}
          state={alarms && isAlarming(alarms.urgency) ? 'alarm' : state}
          headingDeg={position?.heading_deg}
        />
      </span>
      <span className={styles['main']}>
        <span className={styles['line']}>
          <span className={styles['title']}>
            <span className={styles['name']} title={unit.name}>
              {unit.name}
            </span>
            {alarms && (
              <span className={styles['alarms']} data-urgency={alarms.urgency} title={alarmsText}>
                <Icon name={ALARM_LOOKS[alarms.urgency].icon} size={14} />
                <span className="visually-hidden">{alarmsText}</span>
              </span>
            )}
          </span>{' '}
          <span className={styles['state']} data-old={isOld || undefined}>
            {doesText(unit, nowMs, t, format)}
          </span>
        </span>{' '}
        <span className={styles['line']}>
          <span
            className={styles['where']}
            title={unit.no_position_reason ? undefined : (addressText(unit, t, true) ?? undefined)}
          >
            {unit.registration_number && <span className={styles['plate']}>{unit.registration_number}</span>}
            <span className={styles['address']}>
              {unit.no_position_reason ? t(`NoPosition-${unit.no_position_reason}`) : <UnitAddress unit={unit} />}
            </span>
          </span>{' '}
          {seenAt && (
            <span className={styles['age']} title={format.exactTime(seenAt)}>
              {!drives && !isJustNow && `${t('SeenHowLongAgo')} `}
              <time dateTime={seenAt}>{!drives && isJustNow ? t('SeenJustNow') : ageText(seenAt, nowMs, t)}</time>
            </span>
          )}
        </span>
      </span>
    </div>
  );
});

type Placed = Pick<ShownUnit, 'address' | 'address_is_approximate' | 'place' | 'position' | 'isBrief'>;

/**
 * The place's name (PLACE-012), "Storgatan 12, Solna", or "near Solna" while only the nearest place is known; the whole of it is the place
 * and the street or town that it lies in: "Depot · near Hagavägen, Stockholm". Null: nobody knows where.
 */
function addressText(unit: Placed, t: Translate, isWhole = false): string | null {
  // Its line stays as high as it will be.
  if (unit.isBrief) return '\u00a0';
  const { address, address_is_approximate: isApproximate, position, place } = unit;
  const where = address && (isApproximate ? nearText(address, t) : address);
  if (place) return isWhole && where ? `${place} · ${where}` : place;
  if (where) return where;
  return position && `${position.lat.toFixed(5)}, ${position.lng.toFixed(5)}`;
}

export function UnitAddress(props: { unit: Placed; isWhole?: boolean }): ReactNode {
  const t = useT();
  return addressText(props.unit, t, props.isWhole) ?? <Icon name="offline" size={14} />;
}
