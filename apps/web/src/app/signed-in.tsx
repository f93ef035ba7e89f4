import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, type RouterHistory } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { I18nProvider as AriaI18nProvider } from 'react-aria-components';
import { LiveProvider } from '../features/tracking/public/live-context.tsx';
import { WaitingEditsProvider } from '../features/trips/public/waiting-edits-context.tsx';
import { createQueryClient } from '../lib/endpoint-query.ts';
import { useLanguage, useT, ZoneProvider } from '../lib/i18n.tsx';
import { keepFocusInLists } from '../lib/keep-focus.ts';
import { startAppWorker } from '../lib/offline/app-worker.ts';
import { OfflineProvider } from '../lib/offline/offline-context.tsx';
import { SendProvider } from '../lib/send-context.tsx';
import { useUser } from '../lib/session-context.tsx';
import { type OfferToBeTold, ToBeToldProvider } from '../lib/to-be-told.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import { createAppRouter } from './routes.tsx';
import { useFreshRights, useWatchedSend } from './use-fresh-rights.ts';
import { useFreshPages } from './use-fresh-pages.ts';
import { useFreshTrips } from './use-fresh-trips.ts';
import { useKeptPreferences } from './use-kept-preferences.ts';
import '../ui/more-icons.ts';

const NoticePage = lazy(() => import('./notice-page.tsx').then((module) => ({ default: module.NoticePage })));

const SetUpPage = lazy(() => import('./set-up-page.tsx').then((module) => ({ default: module.SetUpPage })));

const TellMe = lazy(() => import('../features/alarms/public/tell-me.tsx').then((module) => ({ default: module.TellMe })));
const offerToBeTold: OfferToBeTold = ({ imei, name }) => (
  <Suspense fallback={null}>
    <TellMe isFor={(unit) => unit.Imei === imei} units={name} />
  </Suspense>
);

/** Everything behind the sign-in. It goes away with the session, and the query cache with it. `history` is the browser's unless a test brings its own. */
export function SignedIn(props: { history?: RouterHistory }): ReactNode {
  const t = useT();
  const { language } = useLanguage();
  const [queryClient] = useState(createQueryClient);
  useEffect(() => () => queryClient.clear(), [queryClient]);
  useEffect(startAppWorker, []);
  useEffect(() => keepFocusInLists(document), []);
  return (
    <AriaI18nProvider locale={LANGUAGE_FACTS[language].locale}>
      <QueryClientProvider client={queryClient}>
        <ToastProvider label={t('Notices')} undoLabel={t('Undo')} closeLabel={t('Close')}>
          <OfflineProvider>
            <WaitingEditsProvider>
              <Application history={props.history} />
            </WaitingEditsProvider>
          </OfflineProvider>
        </ToastProvider>
      </QueryClientProvider>
    </AriaI18nProvider>
  );
}

function Application(props: { history: RouterHistory | undefined }): ReactNode {
  const user = useUser();
  const [router] = useState(() => createAppRouter({ user }, props.history));
  const send = useWatchedSend(useFreshRights());
  // It goes on until its reader says so: the recovery codes that it ends with are seen once.
  const [isSettingUp, setSettingUp] = useState(user.MustSetUpFactor);
  if (user.MustSetUpFactor && !isSettingUp) setSettingUp(true);
  useKeptPreferences();
  // Other rights, other pages.
  useEffect(() => void router.invalidate(), [router, user]);
  return (
    <ZoneProvider value={user.TimeZone}>
      <SendProvider value={send}>
        {isSettingUp ? (
          <Suspense fallback={null}>
            <SetUpPage onDone={() => setSettingUp(false)} />
          </Suspense>
        ) : user.MustAcknowledgeNotice ? (
          <Suspense fallback={null}>
            <NoticePage />
          </Suspense>
        ) : (
          <LiveProvider>
            <FreshTrips />
            <ToBeToldProvider offer={offerToBeTold}>
              <RouterProvider router={router} context={{ user }} />
            </ToBeToldProvider>
          </LiveProvider>
        )}
      </SendProvider>
    </ZoneProvider>
  );
}

/** Apart, so that what it hears re-renders nothing. */
function FreshTrips(): null {
  useFreshTrips();
  useFreshPages();
  return null;
}
