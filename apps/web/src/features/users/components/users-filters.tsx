import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSettledText } from '../../../lib/use-settled-text.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { hasUserFilters, type UserColumn, type UserOrder, type UsersSearch } from '../public/users-search.ts';
import styles from '../users-screen.module.css';

/** The filters in one line; the address keeps them. Cards have no headings to sort by, so phones get the order here. */
export function UsersHead(props: {
  search: UsersSearch;
  onSearch: (patch: Partial<UsersSearch>) => void;
  count: string | false;
  tools: ReactNode;
  action: ReactNode;
}): ReactNode {
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
    <PageHead
      label={t('UsersTitle')}
      title={t('UsersTitle')}
      count={props.count && <span aria-live="polite">{props.count}</span>}
      tools={props.tools}
      action={props.action}
      isNarrowed={Boolean(search.status ?? search.role)}
      search={<SearchField label={t('SearchUsers')} clearLabel={t('ClearSearch')} value={text} onChange={setText} isPageSearch />}
      filters={
        <>
          <Select
            label={t('UserStatus')}
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
        </>
      }
    />
  );
}
