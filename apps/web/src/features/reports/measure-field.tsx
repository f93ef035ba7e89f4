import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { MEASURES, measureText, type SummarySearch } from './summary-model.ts';

/** What the summary shows of each unit or driver; the address keeps it. */
export function MeasureField(props: {
  search: SummarySearch;
  onSearch: (patch: { readonly measure: string }) => void;
}): ReactNode {
  const t = useT();
  const user = useUser();
  return (
    <SelectField
      label={t('SummaryMeasure')}
      value={props.search.measure ?? 'distance'}
      onChange={(event) => props.onSearch({ measure: event.target.value })}
    >
      {MEASURES.map((measure) => (
        <option key={measure} value={measure}>
          {measureText(measure, user.OtherTripType, t)}
        </option>
      ))}
    </SelectField>
  );
}
