import type { ScheduleItem } from '@spora/contract/bookings/endpoints';
import type { PointerEvent } from 'react';
import { movedWithin } from './day-model.ts';
import { usePointerDrag } from './use-pointer-drag.ts';

export interface DayDrag {
  /** `fixed`: a booking that cannot be moved. */
  readonly mode: 'move' | 'lengthen' | 'fixed';
  readonly item: ScheduleItem;
  readonly fromRow: number;
  readonly row: number;
  /** By so many minutes it, or its end, is moved. */
  readonly minutes: number;
  /** Where on the scale it was taken hold of, and the scale. */
  readonly heldAt: number;
  readonly lane: Element;
}

/** Where on the scale of a row a pointer is, from 0 to 1. */
export function shareOn(lane: Element | null, x: number): number {
  const box = lane?.getBoundingClientRect();
  return box && box.width > 0 ? Math.min(1, Math.max(0, (x - box.left) / box.width)) : 0;
}

/** BOOK-044: in the day a booking is dragged by quarters of an hour and between vehicles, or its end alone. */
export const useDayDrag = (parts: {
  readonly itemOf: (row: number, bookingId: number) => ScheduleItem | undefined;
  readonly onDrop: (drag: DayDrag) => void;
  readonly onRefused: (drag: DayDrag) => void;
}) =>
  usePointerDrag<DayDrag>({
    begin: (event: PointerEvent) => {
      const target = event.target as Element;
      const [chip, lane] = [target.closest('[data-booking]'), target.closest('[data-lane]')];
      const row = Number(lane?.getAttribute('data-row'));
      const item = chip && lane && parts.itemOf(row, Number(chip.getAttribute('data-booking')));
      if (!item) return null;
      const mode = !chip.hasAttribute('data-movable') ? 'fixed' : target.closest('[data-edge]') ? 'lengthen' : 'move';
      return { mode, item, fromRow: row, row, minutes: 0, heldAt: shareOn(lane, event.clientX), lane };
    },
    follow: (drag, x, y) => {
      const under = document.elementFromPoint(x, y)?.closest('[data-lane]');
      const row = drag.mode === 'move' && under ? Number(under.getAttribute('data-row')) : drag.row;
      return { ...drag, row, minutes: movedWithin(drag.item, drag.mode, shareOn(under ?? drag.lane, x) - drag.heldAt) };
    },
    isSame: (one, other) => one.row === other.row && one.minutes === other.minutes,
    endOf: ({ row, fromRow, minutes }) => (row === fromRow && minutes === 0 ? 'back' : 'drop'),
    refuse: (drag) => {
      if (drag.mode === 'fixed') parts.onRefused(drag);
      return drag.mode === 'fixed';
    },
    onDrop: parts.onDrop,
  });
