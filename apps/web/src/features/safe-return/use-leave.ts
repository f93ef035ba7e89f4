import { useEffect } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useGo } from '../../lib/page-link.tsx';
import { forgetUnsaved } from '../../lib/unsaved.ts';
import { isNotForThem } from './queries.ts';

/** SAFE-028: whoever the page is not for, or no longer, is led to the map; what they have typed can be saved no more. */
export function useLeave(failure: unknown): boolean {
  const go = useGo();
  const isOut = isNotForThem(failure);
  useEffect(() => {
    if (!isOut) return;
    forgetUnsaved();
    void go({ to: ADDRESSES.map, replace: true });
  }, [isOut, go]);
  return isOut;
}
