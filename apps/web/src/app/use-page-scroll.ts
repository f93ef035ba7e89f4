import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/**
 * Where the page is scrolled to, in the one place that all pages scroll in: a page that is opened begins at its top, and one that is gone
 * back to stands where it was left. What changes within a page moves nothing, and neither is a page moved that has led to something in it.
 */
export function usePageScroll(): RefObject<HTMLElement | null> {
  const router = useRouter();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const left = new Map<string, number>();
    let before = 0;
    // The router knows of none before the first page is all there, and one may have gone on by then.
    let here = router.state.location;
    let isOther = false;
    const stops = [
      router.subscribe('onBeforeNavigate', ({ toLocation }) => {
        isOther = toLocation.pathname !== here.pathname;
        if (isOther && place.current) {
          before = place.current.scrollTop;
          left.set(keyOf(here), before);
        }
        here = toLocation;
      }),
      router.subscribe('onRendered', ({ toLocation }) => {
        if (!isOther || !place.current) return;
        isOther = false;
        const back = left.get(keyOf(toLocation));
        // Elsewhere than it was left and than a shorter page can stand: it was led to something.
        const most = Math.max(0, place.current.scrollHeight - place.current.clientHeight);
        if (back === undefined && place.current.scrollTop !== Math.min(before, most)) return;
        place.current.scrollTop = back ?? 0;
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [router]);
  return place;
}

/** The entry of the browser's history, which is the same when one comes back to it. */
const keyOf = ({ href, state }: { readonly href: string; readonly state: object }): string =>
  '__TSR_key' in state && typeof state.__TSR_key === 'string' ? state.__TSR_key : href;
