import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';

/** A stop of the keyboard: a row, and when what stands there begins. */
export interface DayPlace {
  readonly row: number;
  readonly from: string;
}

/** The stop of a row that holds a moment: the last that begins by then, or the first. */
export const stopAt = (stops: readonly string[], moment: string): string | undefined =>
  stops.findLast((from) => from <= moment) ?? stops[0];

/** Which stop an element stands for. */
export function placeOf(element: Element): DayPlace | null {
  const from = element.closest('[data-from]')?.getAttribute('data-from');
  const row = element.closest('[data-row]')?.getAttribute('data-row');
  return from && row ? { row: Number(row), from } : null;
}

/** Where a key leads from a stop; null: it means nothing here. Up and down keep the time of day, and leap over vehicles without a stop. */
export function dayMoved(
  at: DayPlace,
  event: { readonly key: string; readonly ctrlKey: boolean },
  stopsOf: (row: number) => readonly string[],
  grid: { readonly rows: number; readonly pageRows: number },
): DayPlace | null {
  const stops = stopsOf(at.row);
  const inRow = (index: number): DayPlace => ({
    row: at.row,
    from: stops[Math.max(0, Math.min(stops.length - 1, index))] ?? at.from,
  });
  const toRow = (row: number, step: 1 | -1, from: string): DayPlace => {
    let next = Math.max(0, Math.min(grid.rows - 1, row));
    while (next >= 0 && next < grid.rows && stopsOf(next).length === 0) next += step;
    return next >= 0 && next < grid.rows ? { row: next, from } : at;
  };
  const index = stops.indexOf(stopAt(stops, at.from) ?? '');
  switch (event.key) {
    case 'ArrowRight':
      return inRow(index + 1);
    case 'ArrowLeft':
      return inRow(index - 1);
    case 'ArrowDown':
      return toRow(at.row + 1, 1, at.from);
    case 'ArrowUp':
      return toRow(at.row - 1, -1, at.from);
    case 'Home':
      return event.ctrlKey ? toRow(0, 1, at.from) : inRow(0);
    case 'End':
      return event.ctrlKey ? toRow(grid.rows - 1, -1, at.from) : inRow(stops.length - 1);
    case 'PageDown':
      return toRow(at.row + grid.pageRows, -1, at.from);
    case 'PageUp':
      return toRow(at.row - grid.pageRows, 1, at.from);
    default:
      return null;
  }
}

/** One stop of the day is in the order of Tab; what lies outside the view is drawn before it gets the focus. */
export function useDayRoving(parts: {
  scroller: RefObject<HTMLElement | null>;
  /** Where the keyboard begins. */
  first: string;
  rows: number;
  pageRows: () => number;
  stopsOf: (row: number) => readonly string[];
  reveal: (row: number) => void;
}): {
  readonly active: DayPlace;
  readonly setActive: (place: DayPlace) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
} {
  const { scroller, rows, stopsOf } = parts;
  const [active, setActive] = useState<DayPlace>({ row: 0, from: parts.first });
  const [wanted, setWanted] = useState<DayPlace | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    let isCurrent = true;
    const focus = (): void => {
      if (!isCurrent) return;
      const stops = [...(scroller.current?.querySelectorAll<HTMLElement>(`[data-row="${wanted.row}"] [data-from]`) ?? [])];
      const from = stopAt(
        stops.map((each) => each.dataset['from'] ?? ''),
        wanted.from,
      );
      const stop = stops.find((each) => each.dataset['from'] === from);
      (stop?.matches('button') ? stop : stop?.querySelector<HTMLElement>('button'))?.focus();
    };
    focus();
    requestAnimationFrame(() => requestAnimationFrame(focus));
    return () => void (isCurrent = false);
  }, [wanted, scroller]);
  // A long free time begins before the moment that one came with, which holds further up and down.
  const isActive = ({ row, from }: DayPlace): boolean => row === active.row && stopAt(stopsOf(row), active.from) === from;
  const onKeyDown = (event: KeyboardEvent): void => {
    const focused = placeOf(event.target as Element);
    if (!focused || event.altKey || event.metaKey) return;
    const at = isActive(focused) ? active : focused;
    const next = dayMoved(at, event, stopsOf, { rows, pageRows: parts.pageRows() });
    if (!next) return;
    event.preventDefault();
    setActive(next);
    parts.reveal(next.row);
    setWanted(next);
  };
  // After a search the row may no longer be there, and a vehicle may have nothing that can be pressed.
  const held = Math.min(active.row, Math.max(0, rows - 1));
  const all = Array.from({ length: rows }, (_, row) => row);
  const row = stopsOf(held).length > 0 ? held : (all.find((each) => stopsOf(each).length > 0) ?? held);
  return { active: { ...active, row }, setActive: (place) => !isActive(place) && setActive(place), onKeyDown };
}
