import type { ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PublicLink } from '../../../lib/public-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { Table } from '../../../ui/table.tsx';
import { addressOf, newestPerAccount, OWN_VISITS } from '../model.ts';
import { useOlder } from '../queries.ts';
import { AccountLink } from './account-link.tsx';
import styles from '../support.module.css';

export interface VisitedAccount {
  readonly id: number;
  readonly name: string;
}

/** The accounts that one opened last, with why: whoever rings again is found without a search. `children` where there are none. */
export function OwnVisits(props: { onOpen: (account: VisitedAccount) => void; children: ReactNode }): ReactNode {
  const t = useT();
  const format = useFormat();
  const visits = useOlder('support.acts', { query: OWN_VISITS });
  return (
    <Loaded query={visits} heights={rowsOf(44)} className={styles['rows']}>
      {({ pages }) => {
        const newest = newestPerAccount(pages.flatMap(({ rows }) => rows));
        if (newest.length === 0) return props.children;
        return (
          <section className={styles['rows']} aria-labelledby="own-visits">
            <div className={styles['line']}>
              <h2 id="own-visits">{t('OwnVisits')}</h2>
              <PublicLink href={`${addressOf('log')}?only=${OWN_VISITS.only}`} className={styles['account']}>
                {t('AllOwnVisits')}
              </PublicLink>
            </div>
            <Table
              label={t('OwnVisits')}
              head={
                <>
                  <th scope="col">{t('AccountColumn')}</th>
                  <th scope="col">{t('AuditTime')}</th>
                  <th scope="col">{t('OpenAccountReason')}</th>
                  <th scope="col">
                    <span className="visually-hidden">{t('OpenAccountDo')}</span>
                  </th>
                </>
              }
            >
              {newest.map(({ id, at, subject, account }) => (
                <tr key={id}>
                  <th scope="row">
                    <AccountLink {...account} />
                    <span className={styles['under']}>{account.id}</span>
                  </th>
                  <td data-label={t('AuditTime')}>{format.dateTime(at)}</td>
                  <td data-label={t('OpenAccountReason')} className={styles['breaks']}>
                    {subject}
                  </td>
                  <td>
                    <Button
                      isSmall
                      onClick={() => props.onOpen(account)}
                      aria-label={t('OpenAccountTitle', { name: account.name })}
                    >
                      {t('OpenAccountDo')}
                    </Button>
                  </td>
                </tr>
              ))}
            </Table>
          </section>
        );
      }}
    </Loaded>
  );
}
