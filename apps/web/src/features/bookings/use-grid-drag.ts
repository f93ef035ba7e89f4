import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';

/** So far the pointer goes before a press is a drag. */
const THRESHOLD_PX = 6;

export interface GridDrag {
  readonly mode: 'choose' | 'move' | 'lengthen';
  /** Of what is moved. */
  readonly bookingId: number | null;
  readonly from: { readonly row: number; readonly column: number };
  readonly to: { readonly row: number; readonly column: number };
}

const cellAt = (x: number, y: number): GridDrag['from'] | null => {
  const [row, column] =
    document.elementFromPoint(x, y)?.closest('[data-place]')?.getAttribute('data-place')?.split(' ').map(Number) ?? [];
  return row === undefined || column === undefined ? null : { row, column };
};

/** What a press on the grid would drag; fingers scroll instead. */
function beginningOf(event: PointerEvent): GridDrag | null {
  const target = event.target as Element;
  if (event.button !== 0 || event.pointerType === 'touch' || target.closest('[data-more]')) return null;
  const [row, column] = target.closest('[data-place]')?.getAttribute('data-place')?.split(' ').map(Number) ?? [];
  if (row === undefined || column === undefined) return null;
  const chip = target.closest('[data-booking]');
  const from = { row, column };
  if (!chip) return target.closest('[data-shut]') ? null : { mode: 'choose', bookingId: null, from, to: from };
  if (!chip.hasAttribute('data-movable')) return null;
  return {
    mode: target.closest('[data-edge]') ? 'lengthen' : 'move',
    bookingId: Number(chip.getAttribute('data-booking')),
    from,
    to: from,
  };
}

/** BOOK-044: dragging over cells chooses days, dragging a booking moves it, dragging its edge lengthens it. */
export function useGridDrag(onDrop: (drag: GridDrag) => void) {
  const [drag, setDrag] = useState<GridDrag | null>(null);
  const pressed = useRef<{ readonly drag: GridDrag; readonly x: number; readonly y: number } | null>(null);
  const current = useRef<GridDrag | null>(null);
  const isClickOver = useRef(false);
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => {
    const show = (next: GridDrag | null): void => {
      current.current = next;
      setDrag(next);
    };
    const move = (event: globalThis.PointerEvent): void => {
      const began = pressed.current;
      if (!began) return;
      const isFar = Math.hypot(event.clientX - began.x, event.clientY - began.y) > THRESHOLD_PX;
      if (!current.current && !isFar) return;
      const at = cellAt(event.clientX, event.clientY);
      // Days are chosen on one vehicle.
      const row = began.drag.mode === 'move' ? at?.row : began.drag.from.row;
      const to = at && row !== undefined ? { row, column: at.column } : (current.current?.to ?? began.drag.to);
      const before = current.current?.to;
      if (before?.row !== to.row || before.column !== to.column) show({ ...began.drag, to });
    };
    const end = (event: globalThis.PointerEvent): void => {
      pressed.current = null;
      const done = current.current;
      if (!done) return;
      show(null);
      const isBack = done.to.row === done.from.row && done.to.column === done.from.column;
      // Within one cell a press of an unsteady hand is a click.
      if (isBack && done.mode === 'choose') return;
      // The click that follows belongs to the drag.
      isClickOver.current = true;
      setTimeout(() => (isClickOver.current = false), 0);
      if (event.type === 'pointerup' && !isBack) drop.current(done);
    };
    const key = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape' || !current.current) return;
      pressed.current = null;
      show(null);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    addEventListener('keydown', key);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      removeEventListener('keydown', key);
    };
  }, []);
  return {
    drag,
    onPointerDown: (event: PointerEvent): void => {
      const begin = beginningOf(event);
      pressed.current = begin && { drag: begin, x: event.clientX, y: event.clientY };
    },
    onClickCapture: (event: MouseEvent): void => {
      if (!isClickOver.current) return;
      event.stopPropagation();
      event.preventDefault();
    },
  };
}
