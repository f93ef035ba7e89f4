import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { NotLoaded, rowsOf } from '../../../ui/loaded.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ImportDialog } from '../components/import-dialog.tsx';
import { EditSheet, InviteSheet } from '../components/user-sheet.tsx';
import { UsersHead } from '../components/users-filters.tsx';
import { UsersTable } from '../components/users-table.tsx';
import { usersQuery } from '../queries.ts';
import { hasUserFilters, shownUsers, type UsersSearch } from './users-search.ts';
import styles from '../users-screen.module.css';

/** The users of the account (ADM-010, TFA-020); filters, order and the open user are in the address. */
export function UsersScreen(props: {
  search: UsersSearch;
  onSearch: (patch: Partial<UsersSearch>, options?: { replace?: boolean }) => void;
}): ReactNode {
  const { search, onSearch } = props;
  const t = useT();
  const [isImporting, setImporting] = useState(false);
  const query = useQuery(usersQuery(useSend()));
  const { data } = query;
  const rows = useMemo(() => shownUsers(data?.user ?? [], search), [data, search]);
  const isPhone = useMedia('(width < 768px)');
  const closeSheet = (): void => onSearch({ user: undefined });
  return (
    <div className={styles['screen']}>
      <UsersHead
        search={search}
        onSearch={(patch) => onSearch(patch, { replace: true })}
        count={
          data !== undefined &&
          (hasUserFilters(search)
            ? t('UsersFound', { found: rows.length, count: data.user.length })
            : t('UsersCount', { count: data.user.length }))
        }
        tools={
          <Button isWrite onClick={() => setImporting(true)}>
            {t('ImportUsers')}
          </Button>
        }
        action={
          <Button look="primary" icon="plus" aria-label={t('InviteUser')} onClick={() => onSearch({ user: 'new' })}>
            {t(isPhone ? 'InviteUserShort' : 'InviteUser')}
          </Button>
        }
      />
      {data ? (
        rows.length > 0 ? (
          <UsersTable
            rows={rows}
            hasDepartments={data.user.some(({ department }) => department !== '' && department !== null)}
            order={search.sort ?? 'name'}
            onSort={(order) => onSearch({ sort: order === 'name' ? undefined : order }, { replace: true })}
            onOpen={(id) => onSearch({ user: String(id) })}
          />
        ) : (
          <EmptyState icon="users" title={t('NoUsersFound')}>
            {t('NoUsersFoundText')}
          </EmptyState>
        )
      ) : (
        <NotLoaded query={query} heights={rowsOf(52)} className={styles['skeleton']} />
      )}
      {search.user === 'new' && <InviteSheet onClose={closeSheet} onOpen={(id) => onSearch({ user: String(id) })} />}
      {search.user !== undefined && search.user !== 'new' && (
        <EditSheet key={search.user} id={Number(search.user)} onClose={closeSheet} onGone={closeSheet} />
      )}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </div>
  );
}
