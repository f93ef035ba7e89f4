import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { browserTimeZone, useLanguage } from '../../lib/i18n.tsx';
import { createHttpSend } from '../../lib/http-send.ts';
import { SendProvider, useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';
import { BackOffice } from './back-office.tsx';
import { StaffSignIn } from './components/sign-in.tsx';
import { createStaffStore, type StaffSession, type StaffStore } from './session.ts';

interface Props {
  /** Language and appearance, which the page shares with the others. */
  readonly preferences: ReactNode;
  readonly onSignedOut: () => void;
  readonly store?: StaffStore;
  /** Instead of the network, for tests. */
  readonly sendAs?: Send;
}

/** ROLE-011: the support staff's sign-in, and behind it the back office. Of a session that is over only the sign-in is left. */
export function SupportScreen(props: Props): ReactNode {
  const { onSignedOut } = props;
  const [store] = useState(() => props.store ?? createStaffStore());
  const [session, setSession] = useState<StaffSession | 'reading' | null>('reading');
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    let isGone = false;
    void store.read().then((kept) => !isGone && setSession(kept));
    return () => void (isGone = true);
  }, [store]);
  const end = (wasOver: boolean): void => {
    store.clear();
    onSignedOut();
    setOver(wasOver);
    setSession(null);
  };
  if (session === 'reading') return null;
  if (session === null)
    return (
      <StaffSignIn
        isOver={isOver}
        preferences={props.preferences}
        onSignedIn={(next) => {
          void store.keep(next);
          setOver(false);
          setSession(next);
        }}
      />
    );
  return (
    <StaffSend token={session.token} sendAs={props.sendAs} onOver={() => end(true)}>
      <BackOffice staff={session.staff} preferences={props.preferences} onSignOut={() => end(false)} />
    </StaffSend>
  );
}

/** Calls under the staff's own token, whoever else may be signed in in this browser. */
function StaffSend(props: { token: string; sendAs: Send | undefined; onOver: () => void; children: ReactNode }): ReactNode {
  const { token, sendAs, onOver, children } = props;
  const { language } = useLanguage();
  const outer = useSend();
  const send = useMemo(
    () =>
      sendAs ??
      createHttpSend({
        token: () => token,
        language: () => language,
        timeZone: browserTimeZone,
        // Not where a visit that is left was over by itself.
        onSessionOver: (of) => of === token && onOver(),
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `onOver` is made anew with each drawing; the one of the token's beginning does
    [token, language, sendAs, outer],
  );
  return <SendProvider value={send}>{children}</SendProvider>;
}
