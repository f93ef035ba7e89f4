import type { Format } from '@spora/messages/format';
import type { Translate } from '@spora/messages/translate';
import { csvText } from '../../lib/csv.ts';
import { columnText, MEASURES, type Measure, type SummaryReport, valueOf } from './summary-model.ts';

const KM = 1000;
const HOUR_S = 3600;
const IN_KM: readonly Measure[] = ['distance', 'business', 'private', 'other'];

/** Every measure of every row and month, with the sums: the file is the report, not what happens to be shown of it (REP-009). */
export function summaryFile(report: SummaryReport, t: Translate, { decimal }: Format, otherName: string): string {
  const number = (measure: Measure, value: number | null): string => {
    if (value === null) return '';
    const shown = IN_KM.includes(measure) ? value / KM : measure === 'duration' ? value / HOUR_S : value;
    return decimal(shown.toFixed(measure === 'trips' ? 0 : 2));
  };
  const line = (name: string, plate: string, month: string, figures: SummaryReport['totals']['total']): string[] => [
    name,
    plate,
    month,
    ...MEASURES.map((measure) => number(measure, valueOf(measure, figures))),
  ];
  const all = t('SummaryTotal');
  return csvText([
    [t('SummaryName'), t('SummaryPlate'), t('SummaryMonth'), ...MEASURES.map((measure) => columnText(measure, otherName, t))],
    ...report.rows.flatMap((row) => {
      const name = row.id === null ? t('SummaryNoDriver') : row.name;
      const plate = row.registration_number ?? '';
      return [
        ...row.months.map((figures, i) => line(name, plate, report.months[i] ?? '', figures)),
        line(name, plate, all, row.total),
      ];
    }),
    ...report.totals.months.map((figures, i) => line(all, '', report.months[i] ?? '', figures)),
    line(all, '', all, report.totals.total),
    [t('SummaryFileZone'), report.time_zone, report.currency],
  ]);
}
