import type { PointerEvent } from 'react';
import { usePointerDrag } from './use-pointer-drag.ts';

export interface GridDrag {
  /** `fixed`: a booking that cannot be moved. */
  readonly mode: 'choose' | 'move' | 'lengthen' | 'fixed';
  /** Of what is moved. */
  readonly bookingId: number | null;
  readonly from: { readonly row: number; readonly column: number };
  readonly to: { readonly row: number; readonly column: number };
}

const cellOf = (element: Element | null | undefined): GridDrag['from'] | null => {
  const [row, column] = element?.closest('[data-place]')?.getAttribute('data-place')?.split(' ').map(Number) ?? [];
  return row === undefined || column === undefined ? null : { row, column };
};

/** What a press on the grid would drag. */
function beginningOf(event: PointerEvent): GridDrag | null {
  const target = event.target as Element;
  const from = target.closest('[data-more]') ? null : cellOf(target);
  if (!from) return null;
  const chip = target.closest('[data-booking]');
  if (!chip) return target.closest('[data-shut]') ? null : { mode: 'choose', bookingId: null, from, to: from };
  const mode = !chip.hasAttribute('data-movable') ? 'fixed' : target.closest('[data-edge]') ? 'lengthen' : 'move';
  return { mode, bookingId: Number(chip.getAttribute('data-booking')), from, to: from };
}

const isAt = (one: GridDrag['to'], other: GridDrag['to']): boolean => one.row === other.row && one.column === other.column;

/** BOOK-044: dragging over cells chooses days, dragging a booking moves it, dragging its edge lengthens it. */
export const useGridDrag = (onDrop: (drag: GridDrag) => void, onRefused: (drag: GridDrag) => void) =>
  usePointerDrag<GridDrag>({
    begin: beginningOf,
    follow: (drag, x, y) => {
      const at = cellOf(document.elementFromPoint(x, y));
      // Days are chosen on one vehicle.
      return at ? { ...drag, to: { row: drag.mode === 'move' ? at.row : drag.from.row, column: at.column } } : drag;
    },
    isSame: (one, other) => isAt(one.to, other.to),
    endOf: ({ mode, from, to }) => (!isAt(from, to) ? 'drop' : mode === 'choose' ? 'click' : 'back'),
    refuse: (drag) => {
      if (drag.mode === 'fixed') onRefused(drag);
      return drag.mode === 'fixed';
    },
    onDrop,
  });
