import { useRef } from 'react';
import type { TripSearch } from './public/trip-search.ts';

/** How a trip of the log is opened beside or over it, gone on from, and left. */
export interface TripChoice {
  readonly select: (id: number, isByKey?: boolean) => void;
  /** To the trip of the row above (-1) or below (1). */
  readonly step: (by: -1 | 1) => void;
  readonly close: () => void;
  /** Whether the details of a trip are what the keyboard goes to; asked once, as they appear. */
  readonly takesFocus: (id: number | undefined) => boolean;
}

export function useTripChoice(asked: {
  /** The trip that is open. */
  readonly id: number | undefined;
  /** The ids of the rows, from the top. */
  readonly order: readonly number[];
  /** Details stand beside the log, and not over it. */
  readonly isWide: boolean;
  readonly onSearch: (patch: Partial<TripSearch>, options?: { replace?: boolean }) => void;
  readonly onBack: () => void;
}): TripChoice {
  const { id: openId, order, isWide, onSearch, onBack } = asked;
  // On a phone the trip lies over the log: the way back leads to the log.
  const wasOpened = useRef(false);
  // From the keyboard one comes to the details, and from them back to where one was.
  const opener = useRef<Element | null>(null);
  const toDetails = useRef<number | null>(null);
  return {
    select: (id, isByKey = false) => {
      wasOpened.current = !isWide && id !== openId;
      opener.current = document.activeElement;
      toDetails.current = isByKey ? id : null;
      onSearch({ trip: id === openId ? undefined : id }, { replace: isWide });
    },
    step: (by) => {
      const at = order.findIndex((id) => id === openId);
      const next = order[at + by];
      if (at < 0 || next === undefined) return;
      toDetails.current = next;
      onSearch({ trip: next }, { replace: true });
    },
    close: () => {
      if (wasOpened.current && !isWide) onBack();
      else onSearch({ trip: undefined }, { replace: true });
      wasOpened.current = false;
      const row = document.querySelector(`[data-row="${openId}"] [data-column="time"]`) ?? opener.current;
      if (row instanceof HTMLElement) row.focus();
    },
    takesFocus: (id) => {
      const isAwaited = isWide && id === toDetails.current;
      if (isAwaited) toDetails.current = null;
      return isAwaited;
    },
  };
}
