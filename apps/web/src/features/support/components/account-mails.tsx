import type { MailRow } from '@spora/contract/support/endpoints';
import type { ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Table } from '../../../ui/table.tsx';
import { mailText } from '../model.ts';
import { useOlder } from '../queries.ts';
import { Older } from './older.tsx';
import styles from '../support.module.css';

const TONES = { queued: 'information', sent: 'success', failed: 'danger', expired: 'warning' } as const;

/** What became of an account's mail: to whom, when, and why it did not arrive. Never what stood in it. */
export function AccountMails(props: { id: number }): ReactNode {
  const t = useT();
  const mails = useOlder('support.mails', { params: { id: props.id } });
  return (
    <div className={styles['rows']}>
      <p className={styles['soft']}>{t('MailLogLead')}</p>
      <Loaded query={mails} heights={rowsOf(44)} className={styles['rows']}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          return rows.length === 0 ? <EmptyState icon="mail" title={t('NoMails')} /> : <Mails rows={rows} />;
        }}
      </Loaded>
      <Older query={mails} />
    </div>
  );
}

function Mails(props: { rows: readonly MailRow[] }): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <Table
      label={t('AccountMailTab')}
      head={
        <>
          <th scope="col">{t('AuditTime')}</th>
          <th scope="col">{t('MailWhat')}</th>
          <th scope="col">{t('MailTo')}</th>
          <th scope="col">{t('MailState')}</th>
        </>
      }
    >
      {props.rows.map((row) => (
        <tr key={row.id}>
          <td>{format.dateTime(row.queued_at)}</td>
          <th scope="row">{mailText(row.template, t)}</th>
          <td data-label={t('MailTo')} className={styles['breaks']}>
            {row.recipient}
          </td>
          <td data-label={t('MailState')}>
            <Badge tone={TONES[row.state]}>{t(`MailState_${row.state}`)}</Badge>
            {row.state !== 'sent' && row.last_error !== '' && <span className={styles['under']}>{row.last_error}</span>}
          </td>
        </tr>
      ))}
    </Table>
  );
}
