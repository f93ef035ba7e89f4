import type { Zone } from '@spora/contract/zones/endpoints';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSettledText } from '../../../lib/use-settled-text.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { ZONE_SORTS, ZONE_STATES, type ZonesPatch, type ZonesSearch } from '../search.ts';
import styles from './zones.module.css';

/** The units that have a zone, by name. */
export const unitOptions = (zones: readonly Zone[]): { value: string; label: string }[] =>
  [...new Map(zones.flatMap(({ units }) => units.flatMap(({ imei, name }) => (imei ? [[imei, name] as const] : [])))).entries()]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label));

/** GEO-012: search, unit, state and order, all in the address. */
export function ZoneFilters(props: {
  search: ZonesSearch;
  onSearch: (patch: ZonesPatch) => void;
  zones: readonly Zone[];
}): ReactNode {
  const { search, onSearch } = props;
  const t = useT();
  const [text, setText] = useSettledText(search.q ?? '', (q) => onSearch({ q: q || undefined }));
  return (
    <div className={styles['filters']} role="search" aria-label={t('Geofences')}>
      <div className={styles['search']}>
        <SearchField label={t('ZonesSearch')} clearLabel={t('ClearSearch')} value={text} onChange={setText} isPageSearch />
      </div>
      <Select
        label={t('Unit')}
        className={styles['filter']}
        value={search.unit ?? ''}
        isActive={search.unit !== undefined}
        searchLabel={t('Unit')}
        options={[{ value: '', label: t('AllUnits') }, ...unitOptions(props.zones)]}
        onChange={(unit) => onSearch({ unit: unit || undefined })}
      />
      <Select
        label={t('ZoneState')}
        className={styles['filter']}
        value={search.state ?? ''}
        isActive={search.state !== undefined}
        options={[
          { value: '', label: t('ZoneState-all') },
          ...ZONE_STATES.map((state) => ({ value: state, label: t(`ZoneState-${state}`) })),
        ]}
        onChange={(state) => onSearch({ state: state || undefined })}
      />
      <Select
        label={t('ZoneSort')}
        className={styles['filter']}
        value={search.sort ?? 'name'}
        options={ZONE_SORTS.map((sort) => ({ value: sort, label: t(`ZoneSort-${sort}`) }))}
        onChange={(sort) => onSearch({ sort: sort === 'name' ? undefined : sort })}
      />
    </div>
  );
}
