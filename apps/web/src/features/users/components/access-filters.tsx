import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSettledText } from '../../../lib/use-settled-text.ts';
import { Button } from '../../../ui/button.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { hasAccessFilters, type AccessSearch, type Matrix } from '../public/access-model.ts';
import { departmentsOf } from '../unit-groups.ts';
import styles from '../users-screen.module.css';

/** Who is shown, and which units; the address keeps it. */
export function AccessFilters(props: {
  matrix: Matrix;
  search: AccessSearch;
  isUsersOnly: boolean;
  onSearch: (patch: Partial<AccessSearch>) => void;
}): ReactNode {
  const { matrix, search, onSearch } = props;
  const t = useT();
  const [who, setWho] = useSettledText(search.who ?? '', (text) => onSearch({ who: text || undefined }));
  const [what, setWhat] = useSettledText(search.what ?? '', (text) => onSearch({ what: text || undefined }));
  const choice = (label: string, value: string | undefined, names: readonly string[], onChange: (name?: string) => void) =>
    names.length > 0 && (
      <Select
        label={label}
        className={styles['department']}
        value={value ?? ''}
        isActive={Boolean(value)}
        searchLabel={t('Department')}
        options={[{ value: '', label }, ...names.map((name) => ({ value: name, label: name }))]}
        onChange={(name) => onChange(name || undefined)}
      />
    );
  return (
    <div className={styles['filters']} role="search" aria-label={t('AccessTitle')}>
      <div className={styles['search']}>
        <SearchField label={t('SearchUsers')} clearLabel={t('ClearSearch')} value={who} onChange={setWho} isPageSearch />
      </div>
      {choice(t('AccessUsersOf'), search.team, departmentsOf(matrix.users), (team) => onSearch({ team }))}
      {!props.isUsersOnly && (
        <>
          <div className={styles['search']}>
            <SearchField label={t('FindUnits')} clearLabel={t('ClearSearch')} value={what} onChange={setWhat} />
          </div>
          {choice(t('AccessUnitsOf'), search.fleet, departmentsOf(matrix.units), (fleet) => onSearch({ fleet }))}
        </>
      )}
      {hasAccessFilters(search) && (
        <Button
          look="quiet"
          onClick={() => {
            setWho('');
            setWhat('');
            onSearch({ who: undefined, team: undefined, what: undefined, fleet: undefined });
          }}
        >
          {t('ClearFilters')}
        </Button>
      )}
    </div>
  );
}
