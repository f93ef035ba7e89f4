import { useEffect, useRef, type RefObject } from 'react';

/** What somebody scrolls with. */
const SCROLL_KEYS = ['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown'];
/** So near the edge of the list a row is as good as out of it: the next ones are not seen. */
const EDGE_PX = 48;

/**
 * Keeps the row on which the cursor stands in view while it plays, until somebody scrolls the list by hand; the next playing follows
 * again. The rows are looked for in the element that is returned.
 */
export function useFollowedRow<T extends HTMLElement>(currentMs: number | null, isPlaying: boolean): RefObject<T | null> {
  const rows = useRef<T>(null);
  const isByHand = useRef(false);
  useEffect(() => {
    isByHand.current = false;
    const scroller = scrollerOf(rows.current);
    if (!isPlaying || !scroller) return undefined;
    const leave = (): void => {
      isByHand.current = true;
    };
    const onKey = (event: KeyboardEvent): void => {
      if (SCROLL_KEYS.includes(event.key)) leave();
    };
    // The list itself is pressed at its scroll bar alone.
    const onPress = (event: Event): void => {
      if (event.target === scroller) leave();
    };
    scroller.addEventListener('wheel', leave, { passive: true });
    scroller.addEventListener('touchmove', leave, { passive: true });
    scroller.addEventListener('pointerdown', onPress);
    scroller.addEventListener('keydown', onKey);
    return () => {
      scroller.removeEventListener('wheel', leave);
      scroller.removeEventListener('touchmove', leave);
      scroller.removeEventListener('pointerdown', onPress);
      scroller.removeEventListener('keydown', onKey);
    };
  }, [isPlaying]);
  useEffect(() => {
    if (!isPlaying || isByHand.current || currentMs === null) return;
    const row = rows.current?.querySelector('[aria-current]');
    const scroller = scrollerOf(rows.current);
    if (!row || !scroller) return;
    const [frame, box] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()];
    const isSeen = box.top >= frame.top + EDGE_PX && box.bottom <= frame.bottom - EDGE_PX;
    // With what follows it below.
    if (!isSeen) scroller.scrollTop += box.top - frame.top - frame.height / 3;
  }, [currentMs, isPlaying]);
  return rows;
}

/** What scrolls the element. */
function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let at = element?.parentElement ?? null; at; at = at.parentElement)
    if (['auto', 'scroll'].includes(getComputedStyle(at).overflowY)) return at;
  return null;
}
