import { type Language, LANGUAGE_FACTS } from '@spora/messages/languages';
import { createTranslate, type Translate } from '@spora/messages/translate';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { loadCatalogue } from '../../lib/language.ts';
import { usePublicConfig } from '../../lib/public-config.tsx';
import { PublicLink } from '../../lib/public-link.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AfterAWhile, Skeleton } from '../../ui/skeleton.tsx';
import { TermsText } from './public/terms-text.tsx';
import { TERMS_LANGUAGES, termsLanguage } from './model.ts';
import styles from './text-page.module.css';
import { usePublicAnswer } from './use-public-answer.ts';

const subscribeToHistory = (listener: () => void): (() => void) => {
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
};

/** REG-013: the terms in the language that the address names, whatever the rest of the program is shown in. */
export function TermsScreen(): ReactNode {
  const search = useSyncExternalStore(subscribeToHistory, () => location.search);
  const language = termsLanguage(search);
  const t = useTextsOf(language);
  const { brand } = usePublicConfig();
  const { answer, retry } = usePublicAnswer('accounts.terms', { query: { lang: language, subsiteID: brand.subsiteId } });
  useDocumentTitle(t('TermsTitle'));
  return (
    <article className={styles['page']} lang={LANGUAGE_FACTS[language].html}>
      <header className={styles['head']}>
        <LanguageSwitch chosen={language} />
        <h1 className={styles['title']}>{t('TermsTitle')}</h1>
        {answer.kind === 'answered' && <p className={styles['lead']}>{t('TermsValidFrom', { date: answer.data.valid_from })}</p>}
      </header>
      {answer.kind === 'loading' && <Waiting />}
      {answer.kind === 'failed' && (
        <EmptyState icon="alert" title={t('CouldNotLoad')} isAlert action={<Button onClick={retry}>{t('Retry')}</Button>} />
      )}
      {answer.kind === 'answered' && <TermsText body={answer.data.body} />}
    </article>
  );
}

function LanguageSwitch(props: { chosen: Language }): ReactNode {
  const t = useT();
  return (
    <nav className={styles['languages']} aria-label={t('TermsLanguages')}>
      {TERMS_LANGUAGES.map((language) => (
        <PublicLink
          key={language}
          href={`${ADDRESSES.terms}?lang=${language}`}
          lang={LANGUAGE_FACTS[language].html}
          hrefLang={LANGUAGE_FACTS[language].html}
          aria-current={language === props.chosen ? 'page' : undefined}
        >
          {LANGUAGE_FACTS[language].name}
        </PublicLink>
      ))}
    </nav>
  );
}

const Waiting = (): ReactNode => (
  <AfterAWhile>
    <div className={styles['section']}>
      <Skeleton className={styles['waiting']} />
      <Skeleton />
      <Skeleton />
    </div>
  </AfterAWhile>
);

/** The program's own texts in the language of the terms; until they have come, in the one that is shown. */
function useTextsOf(language: Language): Translate {
  const shown = useLanguage();
  const own = useT();
  const [loaded, setLoaded] = useState<{ language: Language; t: Translate } | null>(null);
  useEffect(() => {
    if (language === shown.language) return undefined;
    let isWanted = true;
    loadCatalogue(language).then(
      (catalogue) => isWanted && setLoaded({ language, t: createTranslate(language, catalogue) }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [language, shown.language]);
  return loaded?.language === language ? loaded.t : own;
}
