import { useEffect, type RefObject } from 'react';

/** Takes the focus when what had it went away as this appeared, so that the keyboard goes on from here (NAV-038). */
export function useFocusIfLost(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === document.body) target.current?.focus({ preventScroll: true });
  }, [target]);
}
