import { createFormat, type Format } from '@spora/messages/format';
import { createTranslate, LANGUAGES, type Catalogue, type Language, type Translate } from '@spora/messages/translate';
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { errorText, fieldErrors } from './api-error.ts';
import { isOneOf, storedItem } from './storage.ts';

/** One chunk per language, fetched when it is chosen. */
const CATALOGUES: Record<Language, () => Promise<Catalogue>> = {
  en: () => import('@spora/messages/en').then((module) => module.en),
  sv: () => import('@spora/messages/sv').then((module) => module.sv),
  no: () => import('@spora/messages/no').then((module) => module.no),
};
export const loadCatalogue = (language: Language): Promise<Catalogue> => CATALOGUES[language]();

const storedLanguage = storedItem('language', 1, isOneOf(LANGUAGES));

/** Every language names itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', sv: 'Svenska', no: 'Norsk' };

/** The stored choice, else the browser's, else English (STORE-001, STORE-006). */
export function startLanguage(preferred: readonly string[] = navigator.languages): Language {
  const kept = storedLanguage.read();
  if (kept) return kept;
  for (const tag of preferred) {
    const base = tag.toLowerCase().split('-')[0];
    if (base === 'sv') return 'sv';
    if (base === 'no' || base === 'nb' || base === 'nn') return 'no';
    if (base === 'en') return 'en';
  }
  return 'en';
}

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
