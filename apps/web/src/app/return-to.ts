import { asReturnAddress } from '../lib/addresses.ts';
import { useSessionStore } from '../lib/session-context.tsx';
import type { Session } from '../lib/session.ts';
import { isText, storedItem } from '../lib/storage.ts';
import { firstPageOf } from './home.ts';

/** The page that somebody wanted. Kept for this tab, so that a reload of the sign-in page still knows the way back. */
export const returnTo = storedItem('returnTo', 1, isText, () => sessionStorage);

/** Begins a session on the page that was wanted, or the first one of whoever it is. */
export function useBeginSession(): (next: Session, isRemembered: boolean) => void {
  const session = useSessionStore();
  return (next, isRemembered) => {
    history.replaceState(null, '', asReturnAddress(returnTo.read()) ?? firstPageOf(next.user));
    returnTo.clear();
    void session.begin(next, { isRemembered });
  };
}
