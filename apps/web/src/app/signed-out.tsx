import { useEffect, useState, type ReactNode } from 'react';
import { SignInScreen, type SignInNotice } from '../features/auth/screen.tsx';
import { ADDRESSES, asReturnAddress, isSignedInAddress } from '../lib/addresses.ts';
import { useAllTexts } from '../lib/i18n.tsx';
import { navigateTo, usePathname } from '../lib/navigate.ts';
import { useSessionStore } from '../lib/session-context.tsx';
import type { EndReason } from '../lib/session.ts';
import { returnTo, useBeginSession } from './return-to.ts';

const NOTICES: Record<EndReason, SignInNotice> = {
  expired: 'expired',
  'signed-out': 'signed-out',
  'signed-out-elsewhere': 'signed-out-elsewhere',
};

/** The start page of signed-out people, at `/`, which remembers the page somebody wanted (NAV-002, AUTH-019). */
export function SignedOut(props: { reason: EndReason | null; lastUser?: string; onIdle: () => void }): ReactNode {
  const { reason, onIdle } = props;
  const session = useSessionStore();
  const path = usePathname();
  const [cameFor] = useState(() => {
    const here = asReturnAddress(location.pathname + location.search);
    if (reason === 'signed-out') returnTo.clear();
    else if (here) returnTo.write(here);
    return here !== null;
  });
  useEffect(() => {
    if (isSignedInAddress(path)) navigateTo(ADDRESSES.start, { replace: true });
  }, [path]);
  const { needAllTexts } = useAllTexts();
  useEffect(() => {
    const timer = setTimeout(() => {
      needAllTexts().catch(() => undefined);
      onIdle();
    }, 1500);
    return () => clearTimeout(timer);
  }, [onIdle, needAllTexts]);

  const begin = useBeginSession();
  return (
    <SignInScreen
      notice={reason ? NOTICES[reason] : cameFor ? 'sign-in-first' : null}
      lastUser={props.lastUser ?? ''}
      isSessionKept={session.isKept()}
      onSignedIn={begin}
    />
  );
}
