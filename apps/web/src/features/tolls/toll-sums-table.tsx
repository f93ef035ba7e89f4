import type { ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useTripTypeText } from '../../lib/trip-type.ts';
import { Table } from '../../ui/table.tsx';
import { kindsIn, type TollReport, totalsOf } from './model.ts';

/** What each month cost by type of trip: the numbers of the bars. Currencies stand apart; what cost nothing is blank. */
export function TollSumsTable({ report }: { report: TollReport }): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const typeText = useTripTypeText();
  const total = totalsOf(report).filter(({ currency }) => report.totals.total.some((sums) => sums.currency === currency));
  // As the sums above stand: the most first.
  const placeOf = (currency: string): number => total.findIndex((sums) => sums.currency === currency);
  const months = report.totals.months.toSorted(
    (a, b) => a.month.localeCompare(b.month) || placeOf(a.currency) - placeOf(b.currency),
  );
  const kinds = kindsIn(total);
  const amount = (value: number, currency: string): string => (value === 0 ? '' : money(value, currency));
  const nameOf = (kind: (typeof kinds)[number]): string => (kind === 'without_trip' ? t('TollsNoTrip') : typeText(kind));
  const rows = [
    ...months.map((sums) => ({ ...sums, key: `${sums.month} ${sums.currency}`, name: sums.month })),
    ...total.map((sums) => ({ ...sums, key: sums.currency, name: `${t('TollsTotal')}, ${sums.currency}` })),
  ];
  return (
    <div>
      <Table
        label={t('TollsSums')}
        hasDenseCards
        head={
          <>
            <th scope="col">{t('SummaryMonth')}</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col" data-kind="number">
                {nameOf(kind)}
              </th>
            ))}
            <th scope="col" data-kind="number">
              {t('TollsTotal')}
            </th>
          </>
        }
      >
        {rows.map((sums) => (
          <tr key={sums.key}>
            <th scope="row">{sums.name}</th>
            {kinds.map((kind) => (
              <td key={kind} data-kind="number" data-label={nameOf(kind)} data-card="line">
                {amount(sums[kind], sums.currency)}
              </td>
            ))}
            <td data-kind="number" data-label={t('TollsTotal')} data-card="aside">
              {money(sums.total, sums.currency)}
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
