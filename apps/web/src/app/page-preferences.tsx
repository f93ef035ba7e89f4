import { LANGUAGE_FACTS, LANGUAGES } from '@spora/messages/languages';
import type { ReactNode } from 'react';
import { useLanguage, useT } from '../lib/i18n.tsx';
import { setTheme, shownTheme } from '../lib/theme.ts';
import { useShownTheme } from '../lib/use-theme.ts';
import { IconButton } from '../ui/button.tsx';
import styles from './public-layout.module.css';

/** Language and appearance before sign-in, with native controls. */
export function PagePreferences(): ReactNode {
  const t = useT();
  const { language, setLanguage } = useLanguage();
  const theme = useShownTheme();
  return (
    <div className={styles['preferences']}>
      <select
        className={styles['language']}
        aria-label={t('Language')}
        value={language}
        onChange={(event) => setLanguage(LANGUAGES.find((code) => code === event.target.value) ?? 'en')}
      >
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={LANGUAGE_FACTS[code].html}>
            {LANGUAGE_FACTS[code].name}
          </option>
        ))}
      </select>
      <IconButton
        icon={theme === 'dark' ? 'sun' : 'moon'}
        label={`${t('Theme')}: ${theme === 'dark' ? t('ThemeLight') : t('ThemeDark')}`}
        onClick={() => setTheme(shownTheme() === 'dark' ? 'light' : 'dark')}
      />
    </div>
  );
}
