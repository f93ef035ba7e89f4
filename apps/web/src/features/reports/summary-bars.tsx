import type { ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { MonthBars, MonthCharts } from './public/month-bars.tsx';
import { TopBars } from './public/top-bars.tsx';
import { barTextOf, isMixed, measureText, partsOf, type SummaryReport, type SummarySearch, valueOf } from './summary-model.ts';

/** REP-009: the months beside each other as bars, of what is shown, and beside them who or what had most of it. */
export function SummaryBars(props: { report: SummaryReport; search: SummarySearch }): ReactNode {
  const { months, rows, totals, currency } = props.report;
  const measure = props.search.measure ?? 'distance';
  const t = useT();
  const format = useFormat();
  const otherName = useUser().OtherTripType;
  const named = { measure: measureText(measure, otherName, t) };
  const bars = { currency, inKm: isMixed(measure, totals.total) };
  const values = rows.map(({ total }) => valueOf(measure, total) ?? 0);
  const sums = totals.months.map((figures) => valueOf(measure, figures) ?? 0);
  // Of one month alone there are no bars of months.
  const isAlone = sums.length - sums.findIndex((sum) => sum > 0) < 2;
  return (
    <MonthCharts>
      <MonthBars
        title={t('SummaryPerMonth', named)}
        months={totals.months.map((figures, i) => ({
          month: months[i] ?? '',
          parts: partsOf(measure, figures),
          text: barTextOf(measure, figures, format, { ...bars, most: Math.max(...sums) }),
        }))}
      />
      <TopBars
        title={t(`SummaryTop-${props.search.group ?? 'unit'}`, named)}
        of={rows.map((row) => ({
          key: row.id ?? 0,
          name: row.id === null ? t('SummaryNoDriver') : row.name,
          value: valueOf(measure, row.total) ?? 0,
          text: barTextOf(measure, row.total, format, { ...bars, most: Math.max(...values) }),
          parts: partsOf(measure, row.total),
        }))}
        isAlone={isAlone}
      />
    </MonthCharts>
  );
}
