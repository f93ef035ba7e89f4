import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';

/** A stop of the keyboard: a cell, and which of what stands in it. */
export interface Stop {
  readonly row: number;
  readonly column: number;
  readonly index: number;
}
const COLUMNS = 7;
const LAST = Number.POSITIVE_INFINITY;

const stopsIn = (scroller: HTMLElement | null, row: number, column: number): HTMLElement[] => [
  ...(scroller?.querySelectorAll<HTMLElement>(`[data-place="${row} ${column}"] [data-stop]`) ?? []),
];

/** Which stop an element of the grid is. */
export function stopOf(scroller: HTMLElement | null, element: Element): Stop | null {
  const [row, column] = element.closest('[data-place]')?.getAttribute('data-place')?.split(' ').map(Number) ?? [];
  if (row === undefined || column === undefined) return null;
  const stop = element.closest<HTMLElement>('[data-stop]');
  return { row, column, index: stop ? Math.max(0, stopsIn(scroller, row, column).indexOf(stop)) : 0 };
}

/**
 * One stop of the grid is in the order of Tab. Arrows go between cells, up and down also between what stands in one; Home, End and the
 * page keys as in every grid. What lies outside the view is drawn before it gets the focus.
 */
export function useRoving(parts: {
  scroller: RefObject<HTMLElement | null>;
  rows: number;
  pageRows: () => number;
  reveal: (row: number) => void;
}): { readonly active: Stop; readonly setActive: (stop: Stop) => void; readonly onKeyDown: (event: KeyboardEvent) => boolean } {
  const { scroller, rows } = parts;
  const [active, setActive] = useState<Stop>({ row: 0, column: 0, index: 0 });
  const [wanted, setWanted] = useState<Stop | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    let isCurrent = true;
    const focus = (): void => {
      if (!isCurrent) return;
      const stops = stopsIn(scroller.current, wanted.row, wanted.column);
      stops[Math.min(wanted.index, stops.length - 1)]?.focus({ preventScroll: true });
    };
    focus();
    requestAnimationFrame(() => requestAnimationFrame(focus));
    return () => void (isCurrent = false);
  }, [wanted, scroller]);

  const onKeyDown = (event: KeyboardEvent): boolean => {
    const from = stopOf(scroller.current, event.target as Element);
    if (!from || event.altKey || event.metaKey) return false;
    const next = moved(from, event, stopsIn(scroller.current, from.row, from.column).length, {
      rows,
      pageRows: parts.pageRows(),
    });
    if (!next) return false;
    event.preventDefault();
    setActive({ ...next, index: Number.isFinite(next.index) ? next.index : 0 });
    parts.reveal(next.row);
    setWanted(next);
    return true;
  };
  // After a search the row may no longer be there.
  return { active: { ...active, row: Math.min(active.row, Math.max(0, rows - 1)) }, setActive, onKeyDown };
}

/** Where a key leads from a stop of a cell with so many; null: the key means nothing here. */
export function moved(
  from: Stop,
  event: { readonly key: string; readonly ctrlKey: boolean },
  stops: number,
  grid: { readonly rows: number; readonly pageRows: number },
): Stop | null {
  const to = (row: number, column: number, index: number): Stop => ({
    row: Math.max(0, Math.min(grid.rows - 1, row)),
    column: Math.max(0, Math.min(COLUMNS - 1, column)),
    index,
  });
  const { row, column, index } = from;
  switch (event.key) {
    case 'ArrowRight':
      return to(row, column + 1, index);
    case 'ArrowLeft':
      return to(row, column - 1, index);
    case 'ArrowDown':
      return index + 1 < stops ? to(row, column, index + 1) : row + 1 < grid.rows ? to(row + 1, column, 0) : from;
    case 'ArrowUp':
      return index > 0 ? to(row, column, index - 1) : row > 0 ? to(row - 1, column, LAST) : from;
    case 'Home':
      return to(event.ctrlKey ? 0 : row, 0, 0);
    case 'End':
      return to(event.ctrlKey ? grid.rows - 1 : row, COLUMNS - 1, 0);
    case 'PageDown':
      return to(row + grid.pageRows, column, 0);
    case 'PageUp':
      return to(row - grid.pageRows, column, 0);
    default:
      return null;
  }
}
