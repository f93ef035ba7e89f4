import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSettledText } from '../../../lib/use-settled-text.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { PlaceSearch } from '../model.ts';

/** Search, status and zone, all in the address, with what places are for and what can be done. */
export function PlacesHead(props: {
  search: PlaceSearch;
  /** Those there are; without one nothing is offered. */
  zones: readonly { readonly id: number; readonly name: string }[];
  onSearch: (patch: Partial<Record<keyof PlaceSearch, string | undefined>>) => void;
  tools: ReactNode;
  action: ReactNode;
}): ReactNode {
  const { search, zones, onSearch } = props;
  const t = useT();
  const [text, setText] = useSettledText(search.q ?? '', (q) => onSearch({ q: q || undefined }));
  return (
    <PageHead
      label={t('Places')}
      lead={t('PlacesLead')}
      tools={props.tools}
      action={props.action}
      isNarrowed={search.status !== undefined || search.zone !== undefined}
      search={
        <SearchField label={t('PlacesSearch')} clearLabel={t('ClearSearch')} value={text} onChange={setText} isPageSearch />
      }
      filters={
        <>
          <Select
            label={t('PlaceStatus')}
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
              value={search.zone ?? ''}
              isActive={search.zone !== undefined}
              searchLabel={t('PlacesInZone')}
              options={[
                { value: '', label: t('ZonesAll') },
                ...zones.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={(zone) => onSearch({ zone: zone || undefined })}
            />
          )}
        </>
      }
    />
  );
}
