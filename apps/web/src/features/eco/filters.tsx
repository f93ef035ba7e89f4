import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ReportFilters } from '../reports/public/report-filters.tsx';
import { type EcoSearch, GROUPS } from './model.ts';

export type OnEcoSearch = (patch: Partial<Record<keyof EcoSearch, string | undefined>>) => void;

/** By unit or driver, of which months, units and drivers; the address keeps it. */
export function EcoFilters(props: { search: EcoSearch; onSearch: OnEcoSearch; today: string }): ReactNode {
  const t = useT();
  return (
    <ReportFilters {...props} label={t('EcoReport')} showText={t('EcoShow')}>
      <SelectField
        label={t('SummaryGroup')}
        value={props.search.group ?? 'unit'}
        onChange={(event) => props.onSearch({ group: event.target.value })}
      >
        {GROUPS.map((group) => (
          <option key={group} value={group}>
            {t(`SummaryGroup-${group}`)}
          </option>
        ))}
      </SelectField>
    </ReportFilters>
  );
}
