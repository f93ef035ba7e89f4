import type { ReportAsked, ReportText } from '../../core/reports.ts';

/** What a file says of the way of trailers, which is in no sum and, by driver, in no row; nothing where there is none. */
export const towedNote = (
  { groupBy }: Pick<ReportAsked, 'groupBy'>,
  towed: { readonly units: number; readonly metres: number } | null,
): readonly ReportText[] =>
  towed === null ? [] : [{ key: `SummaryTowed-${groupBy}`, values: { distance: { metres: towed.metres }, count: towed.units } }];
