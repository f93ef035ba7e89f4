import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSettledText } from '../../../lib/use-settled-text.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { PlaceSearch } from '../model.ts';
import styles from './places.module.css';

/** Search, status and zone, all in the address. */
export function PlaceFilters(props: {
  search: PlaceSearch;
  /** Those there are; without one nothing is offered. */
  zones: readonly { readonly id: number; readonly name: string }[];
  onSearch: (patch: Partial<Record<keyof PlaceSearch, string | undefined>>) => void;
}): ReactNode {
  const { search, zones, onSearch } = props;
  const t = useT();
  const [text, setText] = useSettledText(search.q ?? '', (q) => onSearch({ q: q || undefined }));
  return (
    <div className={styles['filters']} role="search" aria-label={t('Places')}>
      <div className={styles['search']}>
        <SearchField label={t('PlacesSearch')} clearLabel={t('ClearSearch')} value={text} onChange={setText} isPageSearch />
      </div>
      <Select
        label={t('PlaceStatus')}
        className={styles['filter']}
        value={search.status ?? ''}
        isActive={search.status !== undefined}
        options={[
          { value: '', label: t('PlacesAll') },
          { value: 'on', label: t('PlacesOn') },
          { value: 'off', label: t('PlacesOff') },
        ]}
        onChange={(status) => onSearch({ status: status || undefined })}
      />
      {(zones.length > 0 || search.zone !== undefined) && (
        <Select
          label={t('PlacesInZone')}
          className={styles['filter']}
          value={search.zone ?? ''}
          isActive={search.zone !== undefined}
          searchLabel={t('PlacesInZone')}
          options={[{ value: '', label: t('ZonesAll') }, ...zones.map(({ id, name }) => ({ value: String(id), label: name }))]}
          onChange={(zone) => onSearch({ zone: zone || undefined })}
        />
      )}
    </div>
  );
}
