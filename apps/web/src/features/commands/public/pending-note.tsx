import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { commandsQuery } from '../queries.ts';
import styles from '../components/commands.module.css';

/** UNIT-021: changes that the unit has not confirmed yet; nothing while there are none. */
export function PendingNote(props: { imei: string }): ReactNode {
  const t = useT();
  const { data } = useQuery(commandsQuery(useSend(), props.imei));
  if (!data || data.pending === 0) return null;
  return (
    <span className={styles['state']} role="status">
      <Icon name="history" size={16} />
      {t('CommandsPending', { count: data.pending })}
    </span>
  );
}
