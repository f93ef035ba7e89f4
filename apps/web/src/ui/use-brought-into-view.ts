import { useEffect, type RefObject } from 'react';

/**
 * Brings what a form answers with into view, each time it says something else: whoever has pressed a button at the foot of a long form
 * would otherwise think that nothing happened. `told` is null while it says nothing.
 */
export function useBroughtIntoView(place: RefObject<HTMLElement | null>, told: unknown): void {
  useEffect(() => {
    if (told !== null && place.current?.hasChildNodes()) place.current.scrollIntoView({ block: 'nearest' });
  }, [place, told]);
}
