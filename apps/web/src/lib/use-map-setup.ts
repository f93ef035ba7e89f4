import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLanguage } from './i18n.tsx';
import { mapConfigQuery } from './map-config.ts';
import { useSend } from './send-context.tsx';
import { useShownTheme } from './use-theme.ts';

const NO_PROVIDERS: never[] = [];

/**
 * What every map is set up with: the providers of the installation, the theme and the language of the page. `isPending` until the
 * providers are known; without an answer there are none, and the map is the embedded one.
 */
export function useMapSetup() {
  const theme = useShownTheme();
  const { language } = useLanguage();
  const { data, isPending } = useQuery(mapConfigQuery(useSend()));
  const providers = data?.providers ?? NO_PROVIDERS;
  const setup = useMemo(() => ({ providers, theme, language }), [providers, theme, language]);
  return { setup, isPending };
}
