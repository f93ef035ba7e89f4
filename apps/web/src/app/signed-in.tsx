import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { LOCALE_OF } from '@spora/messages/translate';
import { useEffect, useState, type ReactNode } from 'react';
import { I18nProvider as AriaI18nProvider } from 'react-aria-components';
import { LiveProvider } from '../features/tracking/live-context.tsx';
import { createQueryClient } from '../lib/endpoint-query.ts';
import { useLanguage, useT, ZoneProvider } from '../lib/i18n.tsx';
import { useUser } from '../lib/session-context.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import { createAppRouter } from './routes.tsx';
import { useFreshTrips } from './use-fresh-trips.ts';

/** Everything behind the sign-in. It goes away with the session, and the query cache with it. */
export function SignedIn(): ReactNode {
  const t = useT();
  const user = useUser();
  const { language } = useLanguage();
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(() => createAppRouter({ user }));
  useEffect(() => void router.invalidate(), [router, user.RealTimeMap]);
  useEffect(() => () => queryClient.clear(), [queryClient]);
  return (
    <AriaI18nProvider locale={LOCALE_OF[language]}>
      <ZoneProvider value={user.TimeZone}>
        <QueryClientProvider client={queryClient}>
          <ToastProvider label={t('Notices')} closeLabel={t('Close')}>
            <LiveProvider>
              <FreshTrips />
              <RouterProvider router={router} context={{ user }} />
            </LiveProvider>
          </ToastProvider>
        </QueryClientProvider>
      </ZoneProvider>
    </AriaI18nProvider>
  );
}

/** Apart, so that what it hears re-renders nothing. */
function FreshTrips(): null {
  useFreshTrips();
  return null;
}
