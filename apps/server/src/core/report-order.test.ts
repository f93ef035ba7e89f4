import { expect, test } from 'vitest';
import { inReportOrder } from './report-order.ts';

const ROWS = [
  { name: 'Åsa', km: 4, months: { '2026-03': 1 } },
  { name: 'Bil 10', km: null, months: {} },
  { name: 'Bil 9', km: 12, months: { '2026-03': 0 } },
] as const;
type Row = { readonly name: string; readonly km: number | null; readonly months: Readonly<Record<string, number>> };
const order = (sort: string | undefined): string[] =>
  inReportOrder<Row>(ROWS, sort, {
    name: ({ name }) => name,
    km: ({ km, months }, part) => (part === undefined ? km : (months[part] ?? null)),
  }).map(({ name }) => name);

test('REP-015: rows of a file stand in the order of the page, what is not known last, whichever way', () => {
  expect(order('km')).toEqual(['Åsa', 'Bil 9', 'Bil 10']);
  expect(order('-km')).toEqual(['Bil 9', 'Åsa', 'Bil 10']);
  expect(order('km@2026-03'), 'of one month').toEqual(['Bil 9', 'Åsa', 'Bil 10']);
  expect(order('name')).toEqual(['Bil 9', 'Bil 10', 'Åsa']);
  expect(order('-name')).toEqual(['Åsa', 'Bil 10', 'Bil 9']);
});

test('REP-015: figures go by what they are worth, not by their digits', () => {
  const figures = [10.5, -3, 10.25, 9].map((value) => ({ value }));
  expect(inReportOrder(figures, 'value', { value: ({ value }) => value }).map(({ value }) => value)).toEqual([
    -3, 9, 10.25, 10.5,
  ]);
});

test('REP-015: by what a report has no order its rows stay as they come', () => {
  for (const sort of [undefined, '', 'toString', 'constructor', 'price']) expect(order(sort)).toEqual(['Åsa', 'Bil 10', 'Bil 9']);
});
