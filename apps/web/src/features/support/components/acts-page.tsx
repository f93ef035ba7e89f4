import type { ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Table } from '../../../ui/table.tsx';
import { actText } from '../model.ts';
import { useOlder } from '../queries.ts';
import { Older } from './older.tsx';
import styles from '../support.module.css';

/** What the staff did outside of accounts; what they do in one stands in that account's own log. */
export function ActsPage(): ReactNode {
  const t = useT();
  const format = useFormat();
  const acts = useOlder('support.acts', {});
  return (
    <div className={styles['screen']}>
      <h1>{t('Support_log')}</h1>
      <p className={styles['soft']}>{t('SupportLogLead')}</p>
      <Loaded query={acts} heights={rowsOf(44)} className={styles['rows']}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          if (rows.length === 0) return <EmptyState icon="history" title={t('NoActs')} />;
          return (
            <Table
              label={t('Support_log')}
              head={
                <>
                  <th scope="col">{t('AuditTime')}</th>
                  <th scope="col">{t('AuditActor')}</th>
                  <th scope="col">{t('AuditAction')}</th>
                  <th scope="col">{t('AuditSubject')}</th>
                </>
              }
            >
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>{format.dateTime(row.at)}</td>
                  <td data-label={t('AuditActor')}>{row.staff}</td>
                  <th scope="row">{actText(row.action, t)}</th>
                  <td data-label={t('AuditSubject')} className={styles['breaks']}>
                    {row.subject}
                  </td>
                </tr>
              ))}
            </Table>
          );
        }}
      </Loaded>
      <Older query={acts} />
    </div>
  );
}
