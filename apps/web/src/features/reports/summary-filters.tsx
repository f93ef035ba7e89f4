import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ReportFilters } from './public/report-filters.tsx';
import { MEASURES, measureText, type SummarySearch } from './summary-model.ts';

export type OnSummarySearch = (patch: Partial<Record<keyof SummarySearch, string | undefined>>) => void;

/** What is shown, of which months, units and drivers; the address keeps it. */
export function SummaryFilters(props: { search: SummarySearch; onSearch: OnSummarySearch; today: string }): ReactNode {
  const { search, onSearch } = props;
  const t = useT();
  const user = useUser();
  return (
    <ReportFilters {...props} label={t('SummaryReport')} hasGroups>
      <SelectField
        label={t('SummaryMeasure')}
        value={search.measure ?? 'distance'}
        onChange={(event) => onSearch({ measure: event.target.value })}
      >
        {MEASURES.map((measure) => (
          <option key={measure} value={measure}>
            {measureText(measure, user.OtherTripType, t)}
          </option>
        ))}
      </SelectField>
    </ReportFilters>
  );
}
