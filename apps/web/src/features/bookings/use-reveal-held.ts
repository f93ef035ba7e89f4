import { type RefObject, useEffect } from 'react';

/** BOOK-044: what is moved by the keyboard is followed, up and down by its row, and to the side by what is marked in it. */
export function useRevealHeld(parts: {
  /** Where it is held; null: nothing is. */
  readonly place: string | null;
  readonly row: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly reveal: (row: number) => void;
}): void {
  const { place, row, scroller } = parts;
  useEffect(() => {
    if (place === null || row < 0) return undefined;
    parts.reveal(row);
    const frame = requestAnimationFrame(() =>
      scroller.current
        ?.querySelector('[data-marked="true"], [data-against]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
    // Once for each place: whoever scrolls on meanwhile is not called back.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- reason above
  }, [place, row, scroller]);
}
