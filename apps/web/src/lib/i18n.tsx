import { createFormat, type Format } from '@spora/messages/format';
import { type Catalogue, type EntryTexts, type Language, LANGUAGE_FACTS } from '@spora/messages/languages';
import { createTranslate, type Translate } from '@spora/messages/translate';
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { errorText, fieldErrors } from './api-error.ts';
import { loadCatalogue, loadEntryTexts, storedLanguage } from './language.ts';

interface Chosen {
  readonly language: Language;
  /** The sign-in page's texts until all of them are there: what says others stands below a `lazyScreen`. */
  readonly catalogue: Catalogue;
  readonly hasAllTexts: boolean;
}
interface I18n extends Chosen {
  readonly t: Translate;
  /** Fetches the texts, then switches without a reload: what was typed stays (I18N-012). */
  readonly setLanguage: (language: Language) => void;
  /** Ends when all texts are shown; the same promise for everybody who waits. */
  readonly needAllTexts: () => Promise<void>;
}
const I18nContext = createContext<I18n | null>(null);
const ZoneContext = createContext<string | null>(null);

/** `entryTexts` instead of `catalogue` begins with the texts of the sign-in page; all come once they are needed. */
export function I18nProvider(props: {
  language: Language;
  catalogue?: Catalogue;
  entryTexts?: EntryTexts;
  onChange?: (language: Language) => void;
  load?: (language: Language) => Promise<Catalogue>;
  children: ReactNode;
}): ReactNode {
  const [chosen, setChosen] = useState<Chosen>({
    language: props.language,
    catalogue: (props.catalogue ?? props.entryTexts) as Catalogue,
    hasAllTexts: props.catalogue !== undefined,
  });
  const ways = useTexts(chosen, props, setChosen);
  useEffect(() => {
    document.documentElement.lang = LANGUAGE_FACTS[chosen.language].html;
  }, [chosen.language]);
  const value = useMemo(() => ({ ...chosen, ...ways, t: createTranslate(chosen.language, chosen.catalogue) }), [chosen, ways]);
  return <I18nContext value={value}>{props.children}</I18nContext>;
}

function useTexts(
  first: Chosen,
  props: { onChange?: (language: Language) => void; load?: (language: Language) => Promise<Catalogue> },
  show: (chosen: Chosen) => void,
): Pick<I18n, 'setLanguage' | 'needAllTexts'> {
  const { onChange, load = loadCatalogue } = props;
  const wanted = useRef({ language: first.language, all: first.hasAllTexts });
  const waiting = useRef<Promise<void> | null>(null);
  const fetchTexts = useCallback(async (): Promise<void> => {
    const { language, all } = wanted.current;
    const texts = await (all ? load(language) : loadEntryTexts(language));
    // Overtaken by another choice: whoever waits waits for that one.
    if (wanted.current.language !== language || wanted.current.all !== all) return fetchTexts();
    onChange?.(language);
    show({ language, catalogue: texts as Catalogue, hasAllTexts: all });
  }, [load, onChange, show]);
  return useMemo(
    () => ({
      setLanguage: (language) => {
        wanted.current = { ...wanted.current, language };
        storedLanguage.write(language);
        void fetchTexts();
      },
      needAllTexts: () => {
        wanted.current = { ...wanted.current, all: true };
        return (waiting.current ??= fetchTexts().catch((error: unknown) => {
          waiting.current = null;
          throw error;
        }));
      },
    }),
    [fetchTexts],
  );
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

/** For what says more than the sign-in page; see `lazyScreen`. */
export function useAllTexts(): Pick<I18n, 'hasAllTexts' | 'needAllTexts'> {
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
