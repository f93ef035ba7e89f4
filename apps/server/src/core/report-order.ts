import { compareNames } from '@spora/messages/name-order';
/** What a column holds of a row, and of the part of it that is asked for, as a month; null where it is not known. */
export type ValueOf<Row> = (row: Row, part: string | undefined) => string | number | null;

/**
 * REP-015: rows in the order in which a page shows them: `distance`, `-distance` downwards, `-distance@2026-03` by that part of the column alone.
 * What is not known comes last, whichever way. By what the report has no order, rows stay as they come.
 */
export function inReportOrder<Row>(
  rows: readonly Row[],
  sort: string | undefined,
  values: Readonly<Partial<Record<string, ValueOf<Row>>>>,
): readonly Row[] {
  const isDown = sort?.startsWith('-') ?? false;
  const [column = '', part] = (isDown ? sort?.slice(1) : sort)?.split('@') ?? [];
  const valueOf = Object.hasOwn(values, column) ? values[column] : undefined;
  if (!valueOf) return rows;
  return rows
    .map((row) => ({ row, value: valueOf(row, part) }))
    .toSorted(({ value: left }, { value: right }) => {
      if (left === null || right === null) return Number(left === null) - Number(right === null);
      const by = typeof left === 'number' && typeof right === 'number' ? left - right : compareNames(String(left), String(right));
      return isDown ? -by : by;
    })
    .map(({ row }) => row);
}
