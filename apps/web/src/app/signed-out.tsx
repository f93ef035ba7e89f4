import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { SignInScreen, type SignInNotice } from '../features/auth/public.ts';
import { useT } from '../lib/i18n.tsx';
import type { EndReason, Session } from '../lib/session.ts';
import { useSessionStore } from '../lib/session-context.tsx';
import { isText, storedItem } from '../lib/storage.ts';
import { ADDRESSES, asReturnAddress, isSignedInAddress } from '../lib/addresses.ts';
import { NotFound } from './not-found.tsx';

/** Kept for this tab, so that a reload of the sign-in page still knows the way back. */
const returnTo = storedItem('returnTo', 1, isText, () => sessionStorage);

const NOTICES: Record<EndReason, SignInNotice> = {
  expired: 'expired',
  'signed-out': 'signed-out',
  'signed-out-elsewhere': 'signed-out-elsewhere',
};

const subscribeToHistory = (listener: () => void): (() => void) => {
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
};

/** Signed out: the sign-in page at `/`, which remembers the page somebody wanted (NAV-002, AUTH-019). */
export function SignedOut(props: { reason: EndReason | null; onIdle: () => void }): ReactNode {
  const { reason, onIdle } = props;
  const t = useT();
  const session = useSessionStore();
  const path = useSyncExternalStore(subscribeToHistory, () => location.pathname);
  const [cameFor] = useState(() => {
    const here = asReturnAddress(location.pathname + location.search);
    if (reason === 'signed-out') returnTo.clear();
    else if (here) returnTo.write(here);
    return here !== null;
  });
  const isHome = path === ADDRESSES.start || isSignedInAddress(path);
  useEffect(() => {
    if (isSignedInAddress(location.pathname)) history.replaceState(null, '', ADDRESSES.start);
    const timer = setTimeout(onIdle, 1500);
    return () => clearTimeout(timer);
  }, [onIdle, path]);

  if (!isHome) return <NotFound address={path} way={{ href: ADDRESSES.start, label: t('ToSignIn') }} />;

  const begin = (next: Session): void => {
    history.replaceState(null, '', asReturnAddress(returnTo.read()) ?? ADDRESSES.map);
    returnTo.clear();
    void session.begin(next);
  };
  return (
    <SignInScreen
      notice={reason ? NOTICES[reason] : cameFor ? 'sign-in-first' : null}
      isSessionKept={session.isKept()}
      onSignedIn={begin}
    />
  );
}
