import type { ScheduleItem } from '@spora/contract/bookings/endpoints';
import { BOOKINGS_UNSCROLLED } from '@spora/contract/bookings/limits';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Popover } from 'react-aria-components';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { cx } from '../../../ui/cx.ts';
import overlay from '../../../ui/overlay.module.css';
import { BookingChip } from './booking-chip.tsx';
import styles from './week.module.css';

const OPENS_AFTER_MS = 120;
const CLOSES_AFTER_MS = 220;

/** BOOK-007, BOOK-008, CONST-029: the rest of a day, by pointing, pressing, touch and keyboard; it scrolls above four. */
export function MoreList(props: {
  items: readonly ScheduleItem[];
  more: number;
  vehicle: string;
  day: string;
  tabIndex?: 0 | -1;
}): ReactNode {
  const { items, more, vehicle } = props;
  const t = useT();
  const format = useFormat();
  const day = format.longDay(props.day);
  const list = useHoverList();
  return (
    <>
      <button
        ref={list.trigger}
        type="button"
        className={styles['more']}
        data-stop=""
        data-more=""
        tabIndex={props.tabIndex}
        aria-expanded={list.isOpen}
        aria-haspopup="true"
        onClick={list.press}
        {...list.hover}
      >
        {t('BookingMoreOf', { count: more })} <span className="visually-hidden">{t('BookingMoreLabel', { vehicle, day })}</span>
      </button>
      <Popover
        triggerRef={list.trigger}
        isOpen={list.isOpen}
        onOpenChange={(isOpen) => !isOpen && list.close(false)}
        isNonModal
        placement="bottom start"
        offset={2}
        className={overlay['popover'] ?? ''}
      >
        <div
          ref={list.panel}
          className={styles['moreList']}
          role="group"
          aria-label={t('BookingListOf', { vehicle, day })}
          data-more=""
          onKeyDown={list.onKeyDown}
          {...list.hover}
        >
          <p className={styles['moreTitle']}>{t('BookingListOf', { vehicle, day })}</p>
          <div className={cx(styles['moreItems'], items.length > BOOKINGS_UNSCROLLED && styles['moreScrolls'])}>
            {items.map((item) => (
              <BookingChip key={item.booking_id} item={item} vehicle={vehicle} isMovable={false} isStop={false} />
            ))}
          </div>
        </div>
      </Popover>
    </>
  );
}

/** Open while the pointer is on the button or the list; a press holds it open and goes into it. */
function useHoverList() {
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (isPressed) panel.current?.querySelector<HTMLElement>('button')?.focus();
  }, [isPressed, isOpen]);
  const after = (ms: number, open: boolean): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(open), ms);
  };
  const close = (toTrigger: boolean): void => {
    clearTimeout(timer.current);
    setOpen(false);
    setPressed(false);
    if (toTrigger) trigger.current?.focus();
  };
  return {
    trigger,
    panel,
    isOpen,
    close,
    press: () => {
      if (isPressed) return close(true);
      clearTimeout(timer.current);
      setOpen(true);
      setPressed(true);
      return undefined;
    },
    hover: {
      onPointerEnter: ({ pointerType }: { pointerType: string }) => pointerType === 'mouse' && after(OPENS_AFTER_MS, true),
      onPointerLeave: ({ pointerType }: { pointerType: string }) =>
        pointerType === 'mouse' && !isPressed && after(CLOSES_AFTER_MS, false),
    },
    onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
      const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (event.key === 'Escape') close(true);
      else if (step !== 0) buttons[buttons.indexOf(event.target as HTMLElement) + step]?.focus();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
