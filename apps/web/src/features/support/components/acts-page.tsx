import type { ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Table } from '../../../ui/table.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { actText, OWN_VISITS } from '../model.ts';
import { useOlder } from '../queries.ts';
import { useSearch } from '../use-search.ts';
import { AccountLink } from './account-link.tsx';
import { Older } from './older.tsx';
import styles from '../support.module.css';

/** What the staff did outside of accounts and which they opened; what they do in one stands in that account's own log. */
export function ActsPage(): ReactNode {
  const t = useT();
  const [search, change] = useSearch();
  const shown = search.get('only') === OWN_VISITS.only ? OWN_VISITS.only : 'all';
  return (
    <div className={styles['screen']}>
      <h1>{t('Support_log')}</h1>
      <p className={styles['soft']}>{t('SupportLogLead')}</p>
      <Tabs
        label={t('Support_log')}
        selected={shown}
        onSelect={(id) => change({ only: id === 'all' ? '' : id })}
        tabs={[
          { id: 'all', label: t('ActsOfAll'), panel: <Acts query={{}} /> },
          { id: OWN_VISITS.only, label: t('OwnVisits'), panel: <Acts query={OWN_VISITS} /> },
        ]}
      />
    </div>
  );
}

function Acts(props: { query: { only?: 'own-visits' } }): ReactNode {
  const t = useT();
  const format = useFormat();
  const acts = useOlder('support.acts', { query: props.query });
  return (
    <div className={styles['rows']}>
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
                  <td>
                    {format.dateTime(row.at)}
                    {row.visit && (
                      <span className={styles['under']}>
                        {row.visit.left_at === null
                          ? t('ActVisitLasts')
                          : t('ActVisitLeft', {
                              time: format.moment(row.visit.left_at, row.at),
                              duration: format.duration((Date.parse(row.visit.left_at) - Date.parse(row.at)) / 1000),
                            })}
                      </span>
                    )}
                  </td>
                  <td data-label={t('AuditActor')}>{row.staff}</td>
                  <th scope="row">{actText(row.action, t)}</th>
                  <td data-label={t('AuditSubject')} className={styles['breaks']}>
                    {row.account && <AccountLink {...row.account} />}
                    {row.account && row.subject !== '' ? <span className={styles['under']}>{row.subject}</span> : row.subject}
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
