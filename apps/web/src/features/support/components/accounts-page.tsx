import type { FoundAccount } from '@spora/contract/support/endpoints';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Table } from '../../../ui/table.tsx';
import { brandText } from '../model.ts';
import { useSupport } from '../queries.ts';
import { useLeftAccount, useSearch } from '../use-search.ts';
import { AccountLink } from './account-link.tsx';
import { OpenDialog } from './open-dialog.tsx';
import { OwnVisits, type VisitedAccount } from './own-visits.tsx';
import styles from '../support.module.css';

const SEARCH_MIN = 3;
/** Finds an account, or one that was visited lately; the address keeps what was asked for, and nothing is opened by looking. */
export function AccountsPage(): ReactNode {
  const t = useT();
  const [search, change] = useSearch();
  const asked = search.get('q') ?? '';
  const left = useLeftAccount();
  const [typed, setTyped] = useState(asked);
  const [opening, setOpening] = useState<VisitedAccount | null>(null);
  // Who opens the page looks for an account; a keyboard on the glass would cover those that were visited lately.
  const field = useRef<HTMLInputElement>(null);
  const isTouched = useMedia('(pointer: coarse)');
  useEffect(() => {
    if (!isTouched) field.current?.focus();
  }, [isTouched]);
  const isEnough = asked.trim().length >= SEARCH_MIN;
  const found = useSupport('support.find-accounts', { query: { q: asked.trim() } }, { enabled: isEnough });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change({ q: typed.trim() }, {});
  };
  return (
    <div className={styles['screen']}>
      {left && <Banner tone="success">{t('AccountLeft', { account: left })}</Banner>}
      <h1>{t('Support_accounts')}</h1>
      <form className={styles['line']} role="search" onSubmit={submit}>
        <div className={styles['search']}>
          <SearchField
            label={t('FindAccountLabel')}
            clearLabel={t('ClearSearch')}
            value={typed}
            onChange={setTyped}
            inputRef={field}
            isPageSearch
          />
        </div>
        <Button type="submit" look="primary" icon="search">
          {t('FindAccount')}
        </Button>
      </form>
      {!isEnough ? (
        <OwnVisits onOpen={setOpening}>
          <EmptyState icon="search" title={t('FindAccountTitle')}>
            {asked ? t('SearchTooShort') : t('FindAccountText')}
          </EmptyState>
        </OwnVisits>
      ) : (
        <Loaded query={found} heights={rowsOf(44)} className={styles['rows']}>
          {({ rows, has_more }) =>
            rows.length === 0 ? (
              <EmptyState icon="search" title={t('NoAccountFound')}>
                {t('FindAccountText')}
              </EmptyState>
            ) : (
              <>
                <Found rows={rows} onOpen={setOpening} />
                {has_more && <p className={styles['soft']}>{t('MoreAccountsFound')}</p>}
              </>
            )
          }
        </Loaded>
      )}
      {opening && <OpenDialog id={opening.id} name={opening.name} onClose={() => setOpening(null)} />}
    </div>
  );
}

function Found(props: { rows: readonly FoundAccount[]; onOpen: (account: FoundAccount) => void }): ReactNode {
  const t = useT();
  return (
    <Table
      label={t('Support_accounts')}
      head={
        <>
          <th scope="col">{t('AccountColumn')}</th>
          <th scope="col">{t('BrandLabel')}</th>
          <th scope="col" data-kind="number">
            {t('AccountUnits')}
          </th>
          <th scope="col" data-kind="number">
            {t('AccountUsers')}
          </th>
          <th scope="col">
            <span className="visually-hidden">{t('OpenAccountDo')}</span>
          </th>
        </>
      }
    >
      {props.rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <AccountLink id={row.id} name={row.name} /> {row.is_closed && <Badge tone="warning">{t('AccountClosed')}</Badge>}
            <span className={styles['under']}>{[row.id, row.city, row.matched].filter(Boolean).join(' · ')}</span>
          </th>
          <td data-label={t('BrandLabel')}>{brandText(row.subsite_id, t)}</td>
          <td data-label={t('AccountUnits')} data-kind="number">
            {row.units}
          </td>
          <td data-label={t('AccountUsers')} data-kind="number">
            {row.users}
          </td>
          <td>
            <Button isSmall onClick={() => props.onOpen(row)} aria-label={t('OpenAccountTitle', { name: row.name })}>
              {t('OpenAccountDo')}
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  );
}
