import { useId, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import type { Brand } from '../../../lib/brand.ts';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './consent.module.css';

/** BRAND-009, DEC-10: a checkbox where the brand shows one; the link is everywhere, in the page's language (REG-013). */
export function TermsConsent(props: {
  brand: Brand;
  isAccepted: boolean;
  error: string | null;
  onChange: (isAccepted: boolean) => void;
}): ReactNode {
  const t = useT();
  const { language } = useLanguage();
  const errorId = useId();
  return (
    <div className={styles['terms']}>
      {props.brand.capabilities.termsCheckbox ? (
        <label className={styles['check']}>
          <input
            type="checkbox"
            name="terms"
            required
            checked={props.isAccepted}
            aria-invalid={props.error ? true : undefined}
            aria-describedby={props.error ? errorId : undefined}
            onChange={(event) => props.onChange(event.target.checked)}
          />
          {t('AcceptTerms')}
        </label>
      ) : (
        <p>{t('TermsByRegistering')}</p>
      )}
      <a href={`${ADDRESSES.terms}?lang=${language}`} target="_blank" rel="noopener">
        {t('ReadTerms')}
      </a>
      {props.error && (
        <p id={errorId} className={styles['error']}>
          <Icon name="alert" size={14} />
          {props.error}
        </p>
      )}
    </div>
  );
}
