import { PASSWORD_MIN } from '@spora/contract/limits';
import { checkPassword } from '@spora/contract/auth/password';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './password-fields.module.css';

/** AUTH-025: what the password still needs, ticked off while it is typed; by shape and by words, not by colour alone. */
export function PasswordChecklist(props: { password: string }): ReactNode {
  const t = useT();
  const { hasLength, hasUpperCase, hasDigit, hasSpecial } = checkPassword(props.password);
  const needs = [
    { isMet: hasLength, text: t('PasswordNeedsLength', { count: PASSWORD_MIN }) },
    { isMet: hasUpperCase, text: t('PasswordNeedsUpperCase') },
    { isMet: hasDigit, text: t('PasswordNeedsDigit') },
    { isMet: hasSpecial, text: t('PasswordNeedsSpecial') },
  ];
  return (
    <ul className={styles['needs']} aria-label={t('PasswordNeeds')}>
      {needs.map(({ isMet, text }) => (
        <li key={text} className={styles['need']} data-met={isMet}>
          <span className={styles['tick']}>{isMet && <Icon name="check" size={11} />}</span>
          <span>
            {text}
            <span className="visually-hidden">, {isMet ? t('PasswordPartMet') : t('PasswordPartMissing')}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
