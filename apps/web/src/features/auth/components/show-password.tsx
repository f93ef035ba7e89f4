import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './password-fields.module.css';

/** The eye at the end of a password field. */
export function ShowPassword(props: { isShown: boolean; onToggle: () => void }): ReactNode {
  const t = useT();
  return (
    <button
      type="button"
      className={styles['eye']}
      aria-label={props.isShown ? t('HidePassword') : t('ShowPassword')}
      aria-pressed={props.isShown}
      onClick={props.onToggle}
    >
      <Icon name={props.isShown ? 'eye-off' : 'eye'} size={18} />
    </button>
  );
}
