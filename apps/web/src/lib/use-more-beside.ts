import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether what scrolls sideways goes on before and after what is in sight. */
export interface MoreBeside {
  readonly before: boolean;
  readonly after: boolean;
}

const NOTHING: MoreBeside = { before: false, after: false };

/** Follows a box that may scroll sideways, as it is scrolled and as it or what is in it (`content`) becomes wider. */
export function useMoreBeside(box: RefObject<HTMLElement | null>, content: unknown): MoreBeside {
  const [more, setMore] = useState(NOTHING);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      // Part of a pixel is no column.
      const [before, after] = [scrollLeft > 1, scrollWidth - clientWidth - scrollLeft > 1];
      setMore((was) => (was.before === before && was.after === after ? was : { before, after }));
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box, content]);
  return more;
}
