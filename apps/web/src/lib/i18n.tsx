import { createFormat, type Format } from '@spora/messages/format';
import { createTranslate, type Catalogue, type Language, type Translate } from '@spora/messages/translate';
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { errorText, fieldErrors } from './api-error.ts';
import { loadCatalogue, storedLanguage } from './language.ts';

interface I18n {
  readonly language: Language;
  readonly catalogue: Catalogue;
  readonly t: Translate;
  /** Fetches the texts, then switches without a reload: what was typed stays (I18N-012). */
  readonly setLanguage: (language: Language) => void;
}
const I18nContext = createContext<I18n | null>(null);
const ZoneContext = createContext<string | null>(null);

export function I18nProvider(props: {
  language: Language;
  catalogue: Catalogue;
  onChange?: (language: Language) => void;
  load?: (language: Language) => Promise<Catalogue>;
  children: ReactNode;
}): ReactNode {
  const { onChange, load = loadCatalogue } = props;
  const [chosen, setChosen] = useState({ language: props.language, catalogue: props.catalogue });
  const wanted = useRef(chosen.language);
  const setLanguage = useCallback(
    (language: Language) => {
      wanted.current = language;
      storedLanguage.write(language);
      void load(language).then((catalogue) => {
        if (wanted.current !== language) return;
        onChange?.(language);
        setChosen({ language, catalogue });
      });
    },
    [load, onChange],
  );
  useEffect(() => {
    document.documentElement.lang = chosen.language === 'no' ? 'nb' : chosen.language;
  }, [chosen.language]);
  const value = useMemo(
    () => ({ ...chosen, t: createTranslate(chosen.language, chosen.catalogue), setLanguage }),
    [chosen, setLanguage],
  );
  return <I18nContext value={value}>{props.children}</I18nContext>;
}

function useI18n(): I18n {
  const value = use(I18nContext);
  if (!value) throw new Error('no I18nProvider above this component');
  return value;
}

export const useT = (): Translate => useI18n().t;
export function useLanguage(): Pick<I18n, 'language' | 'setLanguage'> {
  return useI18n();
}

/** Texts for whatever a call threw. */
export function useErrorText(): { text: (error: unknown) => string; fields: (error: unknown) => Record<string, string> } {
  const { t, catalogue } = useI18n();
  return useMemo(
    () => ({ text: (error) => errorText(error, t, catalogue), fields: (error) => fieldErrors(error, t, catalogue) }),
    [t, catalogue],
  );
}

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
/** The account's zone, once somebody is signed in (I18N-010). */
export const ZoneProvider = ZoneContext.Provider;

export function useFormat(): Format {
  const { language } = useI18n();
  const zone = use(ZoneContext);
  return useMemo(() => createFormat(language, zone ?? browserTimeZone()), [language, zone]);
}
