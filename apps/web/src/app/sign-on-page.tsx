import type { ReactNode } from 'react';
import { authStore, firstResendAtMs } from '../features/auth/store.ts';
import { SignOnScreen } from '../features/single-sign-on/screen.tsx';
import { ADDRESSES } from '../lib/addresses.ts';
import { navigateTo } from '../lib/navigate.ts';
import { useBeginSession } from './return-to.ts';

/** ADM-020: from the sign-in page to the organisation's provider and back; a second factor is the sign-in page's matter. */
export function SignOnPage(): ReactNode {
  const begin = useBeginSession();
  return (
    <SignOnScreen
      onSignedIn={(session) => begin(session, true)}
      onPending={({ userId, token, factors }, username) => {
        const startedAtMs = Date.now();
        const resendAtMs = firstResendAtMs(startedAtMs);
        void authStore
          .keepPending({ userId, token, username, isRemembered: true, startedAtMs, factors, sentTo: null, resendAtMs })
          .then(() => navigateTo(ADDRESSES.start, { replace: true }));
      }}
    />
  );
}
