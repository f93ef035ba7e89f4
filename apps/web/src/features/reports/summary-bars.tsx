import type { ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { MonthBars } from './public/month-bars.tsx';
import { measureText, partsOf, textOf, type SummaryReport, type SummarySearch } from './summary-model.ts';

/** REP-009: the months beside each other as bars, of what is shown. */
export function SummaryBars(props: { report: SummaryReport; search: SummarySearch }): ReactNode {
  const { months, totals, currency } = props.report;
  const measure = props.search.measure ?? 'distance';
  const t = useT();
  const format = useFormat();
  const otherName = useUser().OtherTripType;
  return (
    <MonthBars
      title={t('SummaryPerMonth', { measure: measureText(measure, otherName, t) })}
      months={totals.months.map((figures, i) => ({
        month: months[i] ?? '',
        parts: partsOf(measure, figures),
        text: textOf(measure, figures, format, currency),
      }))}
    />
  );
}
