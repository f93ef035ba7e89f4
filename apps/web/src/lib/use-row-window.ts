import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type RefObject } from 'react';

/** Up to this many rows are simply drawn. */
const DRAWN_WHOLE = 200;

export interface RowWindow {
  /** The rows to draw, by their place. */
  readonly indexes: readonly number[];
  /** Pixels of the rows that are not drawn. */
  readonly before: number;
  readonly after: number;
  /** For each drawn row, with `data-index`: its true height is then known. */
  readonly measure: (row: Element | null) => void;
}

const scrollerOf = (element: Element | null): HTMLElement | null => {
  for (let each = element?.parentElement; each; each = each.parentElement)
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  return null;
};

/** Which rows of a long list are worth drawing, inside whatever scrolls around `list`. */
export function useRowWindow(count: number, estimatePx: number, list: RefObject<HTMLElement | null>): RowWindow {
  const isWindowed = count > DRAWN_WHOLE;
  const [place, setPlace] = useState<{ scroller: HTMLElement | null; margin: number }>({ scroller: null, margin: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    const scroller = isWindowed ? scrollerOf(element) : null;
    if (!element || !scroller) return;
    const margin = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    setPlace((before) => (before.scroller === scroller && before.margin === margin ? before : { scroller, margin }));
  }, [isWindowed, count, list]);
  const virtual = useVirtualizer({
    count: isWindowed ? count : 0,
    getScrollElement: () => place.scroller,
    estimateSize: () => estimatePx,
    scrollMargin: place.margin,
    overscan: 12,
  });
  if (!isWindowed)
    return { indexes: Array.from({ length: count }, (_, index) => index), before: 0, after: 0, measure: () => undefined };
  const items = virtual.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  return {
    indexes: items.map(({ index }) => index),
    before: first ? first.start - place.margin : 0,
    after: last ? virtual.getTotalSize() - (last.end - place.margin) : count * estimatePx,
    measure: virtual.measureElement,
  };
}
