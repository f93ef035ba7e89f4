import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { I18nProvider as AriaI18nProvider } from 'react-aria-components';
import { SupportScreen } from '../features/support/screen.tsx';
import { createQueryClient } from '../lib/endpoint-query.ts';
import { browserTimeZone, useLanguage, useT, ZoneProvider } from '../lib/i18n.tsx';
import { keepFocusInLists } from '../lib/keep-focus.ts';
import { hasUnsaved } from '../lib/unsaved.ts';
import { ToastProvider } from '../ui/toast.tsx';
import { PagePreferences } from './page-preferences.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { LeaveQuestion } from './unsaved-guard.tsx';
import '../ui/more-icons.ts';

/** The support staff's own application at /support, in the time zone of whoever sits there. */
export function SupportPage(): ReactNode {
  const t = useT();
  const { language } = useLanguage();
  const [queryClient] = useState(createQueryClient);
  useEffect(() => () => queryClient.clear(), [queryClient]);
  useEffect(() => keepFocusInLists(document), []);
  useEffect(() => {
    // NAV-039: a tab with something unsaved is not closed by accident.
    const ask = (event: BeforeUnloadEvent): void => {
      if (hasUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <AriaI18nProvider locale={LANGUAGE_FACTS[language].locale}>
      <QueryClientProvider client={queryClient}>
        <ToastProvider label={t('Notices')} undoLabel={t('Undo')} closeLabel={t('Close')}>
          <ZoneProvider value={browserTimeZone()}>
            <SupportScreen preferences={<PagePreferences />} onSignedOut={() => queryClient.clear()} />
            <LeaveQuestion />
            <Shortcuts hasMap={false} />
          </ZoneProvider>
        </ToastProvider>
      </QueryClientProvider>
    </AriaI18nProvider>
  );
}
