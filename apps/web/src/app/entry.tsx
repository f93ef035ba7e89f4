import type { EntryTexts, Language } from '@spora/messages/languages';
import { StrictMode, Suspense, useEffect, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ADDRESSES, isAlwaysPublicAddress, isPublicAddress, withoutSlash } from '../lib/addresses.ts';
import { call } from '../lib/call.ts';
import { createHttpSend } from '../lib/http-send.ts';
import { visitPageOf } from '../lib/visit-page.ts';
import { browserTimeZone, I18nProvider } from '../lib/i18n.tsx';
import { lazyScreen } from '../lib/lazy-screen.tsx';
import { navigateTo, usePathname } from '../lib/navigate.ts';
import { mustForget } from '../lib/offline/must-forget.ts';
import { SendProvider } from '../lib/send-context.tsx';
import type { Send } from '../lib/send.ts';
import { SessionProvider, useSessionState } from '../lib/session-context.tsx';
import type { SessionStore } from '../lib/session.ts';
import { ErrorCatcher } from './error-catcher.tsx';
import { PublicPages } from './public-pages.tsx';
import { SignedOut } from './signed-out.tsx';

const loadSignedIn = () => import('./signed-in.tsx').then((module) => module.SignedIn);
const SignedIn = lazyScreen(loadSignedIn);

/** Puts the page up. The router, React Aria and everything behind the sign-in come later, in their own files. */
export function start(parts: { language: Language; entryTexts: EntryTexts; session: SessionStore }): void {
  const { session } = parts;
  let { language } = parts;
  const send = createHttpSend({
    token: () => session.token(),
    language: () => language,
    timeZone: () => {
      const state = session.getState();
      return state.kind === 'signed-in' ? state.session.user.TimeZone : browserTimeZone();
    },
    visitPage: () => {
      const state = session.getState();
      return state.kind === 'signed-in' && state.session.user.Support ? visitPageOf(location.pathname) : undefined;
    },
    // A late answer to an older token must not end the session that followed it.
    onSessionOver: (token) => {
      if (token !== null && token === session.token()) session.end('expired');
    },
  });
  session.subscribe(() => {
    const state = session.getState();
    // NFR-006: what waits to be sent is kept for whoever's session ended by itself; only signing out drops it.
    if (state.kind !== 'signed-out') return;
    if (state.reason !== 'expired') mustForget.write(true);
    forgetOffline();
  });
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  createRoot(root).render(
    <StrictMode>
      <I18nProvider language={language} entryTexts={parts.entryTexts} onChange={(next) => (language = next)}>
        <SessionProvider value={session}>
          <SendProvider value={send}>
            <ErrorCatcher>
              <Entry send={send} session={session} />
            </ErrorCatcher>
          </SendProvider>
        </SessionProvider>
      </I18nProvider>
    </StrictMode>,
  );
  void import('../ui/load-font.ts').then((module) => module.loadFont());
}

function forgetOffline(): void {
  void import('../lib/offline/forget.ts').then((module) => module.forgetOffline()).catch(() => undefined);
}

/** Nobody is signed in, also where a session ended with the browser: nothing of it is left. */
const loadSignedInQuietly = (): void => {
  void loadSignedIn();
  forgetOffline();
};

/** Which of the two halves is shown: public pages, by the path and without a router, or the application. */
export function Entry(props: { send: Send; session: SessionStore }): ReactNode {
  const { send, session } = props;
  const state = useSessionState();
  const path = usePathname();
  const isSignedIn = state.kind === 'signed-in';
  // DEC-19: who is signed in has nothing to do at register and forgot; `/` is the router's.
  const isMoved = isSignedIn && isPublicAddress(path) && !isAlwaysPublicAddress(path) && withoutSlash(path) !== ADDRESSES.start;
  useEffect(() => {
    // The flags and the zone may have changed since the session was kept; an ended session is noticed here too.
    if (session.getState().kind !== 'signed-in') return;
    call(send, 'auth.me', {}).then(
      ({ user }) => session.update(user),
      () => undefined,
    );
  }, [send, session]);
  useEffect(() => {
    if (isMoved) navigateTo(ADDRESSES.start, { replace: true });
  }, [isMoved]);
  if (state.kind === 'loading' || isMoved) return null;
  if (state.kind === 'signed-out' || isAlwaysPublicAddress(path)) {
    const { reason = null, lastUser = '' } = state.kind === 'signed-out' ? state : {};
    return <PublicPages path={path} start={<SignedOut reason={reason} lastUser={lastUser} onIdle={loadSignedInQuietly} />} />;
  }
  return (
    <Suspense fallback={null}>
      <SignedIn key={state.session.user.ID} />
    </Suspense>
  );
}
