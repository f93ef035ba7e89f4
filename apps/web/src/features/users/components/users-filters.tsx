import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSettledText } from '../../../lib/use-settled-text.ts';
import { Button } from '../../../ui/button.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { hasUserFilters, type UserColumn, type UserOrder, type UsersSearch } from '../public/users-search.ts';
import styles from '../users-screen.module.css';

/** The filters in one line; the address keeps them. Cards have no headings to sort by, so phones get the order here. */
export function UsersFilters(props: { search: UsersSearch; onSearch: (patch: Partial<UsersSearch>) => void }): ReactNode {
  const { search, onSearch } = props;
  const t = useT();
  const [text, setText] = useSettledText(search.q ?? '', (q) => onSearch({ q: q || undefined }));
  const orders: Record<UserColumn, string> = {
    name: t('UserName'),
    role: t('UserRole'),
    department: t('Department'),
    units: t('UserUnits'),
    seen: t('UserLastSeen'),
    status: t('UserStatus'),
  };
  return (
    <div className={styles['filters']} role="search" aria-label={t('UsersTitle')}>
      <div className={styles['search']}>
        <SearchField label={t('SearchUsers')} clearLabel={t('ClearSearch')} value={text} onChange={setText} isPageSearch />
      </div>
      <Select
        label={t('UserStatus')}
        className={styles['filter']}
        value={search.status ?? ''}
        isActive={Boolean(search.status)}
        options={[
          { value: '', label: t('AllStatuses') },
          { value: 'active', label: t('UserActive') },
          { value: 'invited', label: t('UserInvited') },
          { value: 'disabled', label: t('UserDisabled') },
        ]}
        onChange={(status) => onSearch({ status: status || undefined })}
      />
      <Select
        label={t('UserRole')}
        className={styles['filter']}
        value={search.role ?? ''}
        isActive={Boolean(search.role)}
        options={[
          { value: '', label: t('AllRoles') },
          { value: 'admin', label: t('UserAdmin') },
          { value: 'member', label: t('UserMember') },
        ]}
        onChange={(role) => onSearch({ role: role || undefined })}
      />
      <Select<UserOrder>
        label={t('SortBy')}
        className={styles['narrowOnly']}
        value={search.sort ?? 'name'}
        options={Object.entries(orders).map(([value, label]) => ({
          value: value as UserOrder,
          label: t('SortedBy', { column: label }),
        }))}
        onChange={(sort) => onSearch({ sort: sort === 'name' ? undefined : sort })}
      />
      {hasUserFilters(search) && (
        <Button
          look="quiet"
          onClick={() => {
            setText('');
            onSearch({ q: undefined, status: undefined, role: undefined });
          }}
        >
          {t('ClearFilters')}
        </Button>
      )}
    </div>
  );
}
