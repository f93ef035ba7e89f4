import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { navigateTo } from '../../lib/navigate.ts';
import { ADDRESSES } from '../../lib/addresses.ts';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import type { Session } from '../../lib/session.ts';
import { SignInForm, type SignInNotice } from './sign-in-form.tsx';
import { authStore, type AuthStore, type PendingSignIn } from './store.ts';

export type { SignInNotice };

const SecondStep = lazyScreen(() => import('./second-step.tsx').then((module) => module.SecondStep));

/** The sign-in: user name and password, then the second step where one is asked for. A reload comes back to it (TFA-009). */
export function SignInScreen(props: {
  notice: SignInNotice | null;
  /** Whose session has ended; empty for nobody's. */
  lastUser?: string;
  isSessionKept: boolean;
  onSignedIn: (session: Session, isRemembered: boolean) => void;
  store?: AuthStore;
}): ReactNode {
  const { onSignedIn, store = authStore } = props;
  const [pending, setPending] = useState<PendingSignIn | 'reading' | null>(() => (store.hasPending() ? 'reading' : null));
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!store.hasPending()) return undefined;
    let isGone = false;
    void store.readPending().then((kept) => {
      if (!isGone) setPending(kept);
    });
    return () => void (isGone = true);
  }, [store]);

  if (pending === 'reading') return null;
  if (pending === null)
    return (
      <SignInForm
        notice={isOver ? 'expired' : props.notice}
        lastUser={props.lastUser ?? ''}
        isSessionKept={props.isSessionKept}
        store={store}
        onSignedIn={onSignedIn}
        onPending={(next) => {
          setOver(false);
          void store.keepPending(next);
          setPending(next);
        }}
      />
    );
  const leave = (): void => {
    store.clearPending();
    setPending(null);
  };
  return (
    <Suspense fallback={null}>
      <SecondStep
        key={pending.token}
        pending={pending}
        store={store}
        mayTrust={props.isSessionKept}
        onSignedIn={onSignedIn}
        onOver={() => {
          leave();
          setOver(true);
        }}
        onCancel={() => {
          leave();
          // DEC-14: the guard of that page sends whoever has no session to `/`.
          navigateTo(ADDRESSES.map);
        }}
      />
    </Suspense>
  );
}
