import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/** A booking that has moved is drawn elsewhere: the focus that it had goes with it, instead of to the beginning of the page. */
export function useHeldFocus(scroller: RefObject<HTMLElement | null>) {
  const bookingId = useRef<string | null>(null);
  useEffect(() => {
    if (bookingId.current === null || document.activeElement !== document.body) return;
    scroller.current?.querySelector<HTMLElement>(`[data-booking="${bookingId.current}"]`)?.focus({ preventScroll: true });
  });
  return {
    hold: ({ target }: FocusEvent): void => {
      bookingId.current = target.closest('[data-booking]')?.getAttribute('data-booking') ?? null;
    },
    /** Whoever leaves it takes the focus along; what is taken off the page lets go of it by itself. */
    letGo: ({ target }: FocusEvent): void => {
      if (target.isConnected) bookingId.current = null;
    },
  };
}
