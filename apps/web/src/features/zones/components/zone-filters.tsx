import type { Zone } from '@spora/contract/zones/endpoints';
import { compareNames } from '@spora/messages/name-order';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSettledText } from '../../../lib/use-settled-text.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { ZONE_SORTS, ZONE_STATES, type ZonesPatch, type ZonesSearch } from '../search.ts';

/** The units that have a zone, by name. */
export const unitOptions = (zones: readonly Zone[]): { value: string; label: string }[] =>
  [...new Map(zones.flatMap(({ units }) => units.flatMap(({ imei, name }) => (imei ? [[imei, name] as const] : [])))).entries()]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => compareNames(a.label, b.label));

/** GEO-012: search, unit, state and order, all in the address, with what a zone is and how to make one. */
export function ZonesHead(props: {
  search: ZonesSearch;
  onSearch: (patch: ZonesPatch) => void;
  zones: readonly Zone[];
  action: ReactNode;
}): ReactNode {
  const { search, onSearch } = props;
  const t = useT();
  const [text, setText] = useSettledText(search.q ?? '', (q) => onSearch({ q: q || undefined }));
  return (
    <PageHead
      label={t('Geofences')}
      lead={t('ZonesLead')}
      action={props.action}
      isNarrowed={search.unit !== undefined || search.state !== undefined}
      search={<SearchField label={t('ZonesSearch')} clearLabel={t('ClearSearch')} value={text} onChange={setText} isPageSearch />}
      filters={
        <>
          <Select
            label={t('Unit')}
            value={search.unit ?? ''}
            isActive={search.unit !== undefined}
            searchLabel={t('Unit')}
            options={[{ value: '', label: t('AllUnits') }, ...unitOptions(props.zones)]}
            onChange={(unit) => onSearch({ unit: unit || undefined })}
          />
          <Select
            label={t('ZoneState')}
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
            value={search.sort ?? 'name'}
            options={ZONE_SORTS.map((sort) => ({ value: sort, label: t(`ZoneSort-${sort}`) }))}
            onChange={(sort) => onSearch({ sort: sort === 'name' ? undefined : sort })}
          />
        </>
      }
    />
  );
}
