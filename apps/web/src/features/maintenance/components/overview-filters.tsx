import { PLAN_KINDS, PLAN_STATES } from '@spora/contract/maintenance/values';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSettledText } from '../../../lib/use-settled-text.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { ServiceSearch } from '../overview-model.ts';

/** Search, state, kind, and whether a list or a month is shown, all of it in the address; with what the page is for. */
export function OverviewHead(props: {
  search: ServiceSearch;
  onSearch: (patch: Partial<Record<keyof ServiceSearch, string | undefined>>) => void;
  lead: ReactNode;
  /** What is done here most, by who may. */
  action: ReactNode;
  tools: ReactNode;
}): ReactNode {
  const { search, onSearch } = props;
  const t = useT();
  const [text, setText] = useSettledText(search.q ?? '', (q) => onSearch({ q: q || undefined }));
  return (
    <PageHead
      label={t('MenuService')}
      title={t('MenuService')}
      lead={props.lead}
      action={props.action}
      tools={props.tools}
      isNarrowed={search.state !== undefined || search.kind !== undefined}
      search={
        <SearchField
          label={t('OverviewSearch')}
          hint={t('UnitsSearchShort')}
          clearLabel={t('ClearSearch')}
          value={text}
          onChange={setText}
          isPageSearch
        />
      }
      filters={
        <>
          <Select
            label={t('PlanState')}
            value={search.state ?? ''}
            isActive={search.state !== undefined}
            options={[
              { value: '', label: t('OverviewAllStates') },
              { value: 'attention', label: t('OverviewAttention') },
              { value: 'none', label: t('OverviewUnplanned') },
              ...PLAN_STATES.map((state) => ({ value: state, label: t(`PlanState-${state}`) })),
            ]}
            onChange={(state) => onSearch({ state: state || undefined })}
          />
          <Select
            label={t('ServiceWhat')}
            value={search.kind ?? ''}
            isActive={search.kind !== undefined}
            options={[
              { value: '', label: t('OverviewAllKinds') },
              ...PLAN_KINDS.map((kind) => ({ value: kind, label: t(`PlanKind-${kind}`) })),
            ]}
            onChange={(kind) => onSearch({ kind: kind || undefined })}
          />
          <Select
            label={t('OverviewShow')}
            value={search.view ?? 'list'}
            options={[
              { value: 'list', label: t('OverviewList') },
              { value: 'calendar', label: t('OverviewMonth') },
            ]}
            onChange={(view) => onSearch({ view: view === 'calendar' ? view : undefined })}
          />
        </>
      }
    />
  );
}
