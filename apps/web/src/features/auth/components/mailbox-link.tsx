import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { usePublicConfig } from '../../../lib/public-config.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from '../screen.module.css';

/** Where the demo's mail can be read; nothing elsewhere. */
export function MailboxLink(): ReactNode {
  const t = useT();
  const { mailboxUrl } = usePublicConfig();
  if (mailboxUrl === null) return null;
  return (
    <a className={styles['mailbox']} href={mailboxUrl} target="_blank" rel="noreferrer">
      <Icon name="mail" size={16} />
      {t('OpenMailbox')}
    </a>
  );
}
