import { TOLL_ORDERS, type TollCorrection, type TollPassage, type TollSums } from '@spora/contract/tolls/endpoints';
import { aboutText, markOf } from '@spora/contract/tolls/marks';
import { currencyOf } from '../../core/people/account-currency.ts';
import { otherTypeName } from '../../core/people/other-trip-type.ts';
import type { ReportCell, ReportColumn, ReportFace } from '../../core/reports.ts';
import { inOrder } from './order-rules.ts';
import { isFree, tollSums, totalsOf } from './rules.ts';
import { listedOf, named, namesIn, tollsFor } from './service.ts';

const COLUMNS: readonly ReportColumn[] = [
  { id: 'at', title: { key: 'TollsTime' }, kind: 'moment' },
  { id: 'unit', title: { key: 'TollsUnit' }, kind: 'text' },
  { id: 'registration', title: { key: 'TollsPlate' }, kind: 'text' },
  { id: 'station', title: { key: 'TollsStation' }, kind: 'text' },
  { id: 'area', title: { key: 'TollsArea' }, kind: 'text' },
  { id: 'type', title: { key: 'TollsType' }, kind: 'text' },
  { id: 'driver', title: { key: 'TollsDriver' }, kind: 'text' },
  { id: 'rule', title: { key: 'TollsRule' }, kind: 'text' },
  { id: 'mark', title: { key: 'TollsMark' }, kind: 'text' },
];

/** What an administrator has said of passages, where one has: what they would cost without it, and why. */
const SAID_COLUMNS: readonly ReportColumn[] = [
  { id: 'reckoned', title: { key: 'TollsReckoned' }, kind: 'number' },
  { id: 'reason', title: { key: 'TollsReason' }, kind: 'text' },
];
const standing = ({ corrections }: TollPassage): TollCorrection | null =>
  corrections.find((each) => each.undone_at === null) ?? null;

const TYPE_NAMES = { business: 'TripTypeBusiness', private: 'TripTypePrivate', other: 'TripTypeOther' } as const;
/** TRIP-004: by the account's own name where it has one. */
const typeCell = (type: keyof typeof TYPE_NAMES, otherName: string): ReportCell =>
  type === 'other' && otherName !== '' ? otherName : { key: TYPE_NAMES[type] };

type Order = Parameters<typeof inOrder>[1];
const isOrder = (sort: string | undefined): sort is Order => TOLL_ORDERS.some((order) => order === sort || `-${order}` === sort);

/** REP-015. One currency stands as money with a sum; several stand each in a column of their own, without one. */
export const tollsReportFace: ReportFace = {
  id: 'congestion',
  async table(ctx, { from, to, imeis, driverIds, departments, sort, show = 'charged' }) {
    const tolls = await tollsFor(ctx, { from, to, imeis, driver_ids: driverIds, departments });
    const listed = listedOf(tolls.told, show);
    const order = isOrder(sort) ? sort : '-at';
    const passages = await named(ctx, tolls, inOrder(listed, order, await namesIn(ctx, tolls, listed)));
    // A list of some has the sum of those: others' private trips are in none of it.
    const isSome = show === 'uncertain' || show === 'corrected';
    const summed = isSome ? { told: listed, withheld: [] } : tolls;
    const totals = totalsOf(tollSums(summed.told, summed.withheld, tolls.monthOf));
    const currencies = [...new Set([...passages, ...totals].map(({ currency }) => currency))].sort();
    const isOne = currencies.length <= 1;
    const columns: ReportColumn[] = isOne
      ? [{ id: 'amount', title: { key: 'TollsAmount' }, kind: 'money' }]
      : currencies.map((currency) => ({
          id: `amount-${currency}`,
          title: { key: 'TollsAmountIn', values: { currency } },
          kind: 'number',
        }));
    const inCurrency = (currency: string, amount: number | null): ReportCell[] =>
      isOne ? [amount] : currencies.map((each) => (each === currency ? amount : null));
    const otherName = await otherTypeName(ctx);
    // What nobody passed is told where corrections are what was asked for.
    const shown = show === 'corrected' ? passages : passages.filter(({ is_withdrawn }) => !is_withdrawn);
    const unpriced = listed.filter((passage) => passage.amount === null && !isFree(passage)).length;
    const said = shown.some((row) => standing(row) !== null) ? SAID_COLUMNS : [];
    const saidOf = (row: TollPassage): ReportCell[] =>
      said.length === 0 ? [] : [row.reckoned?.amount ?? null, standing(row)?.reason ?? null];
    const sumRow = (title: ReportCell, sums: readonly TollSums[]): ReportCell[] => [
      title,
      ...[...COLUMNS.slice(1), ...said].map(() => null),
      ...totalCells(currencies, isOne, sums),
    ];
    const withheld = totalsOf(tollSums([], summed.withheld, tolls.monthOf));
    return {
      title: { key: 'CongestionReport' },
      columns: [...COLUMNS, ...said, ...columns],
      rows: shown.map((row) => [
        row.at,
        row.unit.name,
        row.unit.registration_number,
        row.station,
        row.area && { key: `TollArea-${row.area}` as const },
        row.trip_type && typeCell(row.trip_type, otherName),
        row.driver,
        { key: `TollRule-${row.rule}` as const },
        markCell(row),
        ...saidOf(row),
        ...inCurrency(row.currency, row.is_withdrawn ? null : row.amount),
      ]),
      // What the rows come to, and what no row tells: the sum of all is that of both.
      sums:
        withheld.length === 0
          ? []
          : [
              sumRow({ key: 'TollsRowsTotal' }, totalsOf(tollSums(summed.told, [], tolls.monthOf))),
              sumRow({ key: 'TollsWithheldTotal' }, withheld),
            ],
      totals: totals.length === 0 ? null : sumRow({ key: 'SummaryTotal' }, totals),
      notes: [
        { key: 'TollsEstimateNote' },
        ...(shown.some(({ is_free }) => is_free) ? [{ key: 'TollsFreeNote' } as const] : []),
        ...(unpriced > 0 ? [{ key: 'TollsFileLacks', values: { count: unpriced } } as const] : []),
        ...(withheld.length > 0 ? [{ key: 'TollsWithheldNote' } as const] : []),
      ],
      currency: isOne ? (currencies[0] ?? (await currencyOf(ctx))) : null,
    };
  },
};

const totalCells = (currencies: readonly string[], isOne: boolean, totals: readonly TollSums[]): ReportCell[] =>
  isOne ? [totals[0]?.total ?? null] : currencies.map((each) => totals.find(({ currency }) => currency === each)?.total ?? null);

/** The mark of the page and why the amount is only about right, as it says it. */
function markCell(row: TollPassage): ReportCell {
  const [mark, about] = [markOf(row), aboutText(row)];
  const texts = [...(mark ? [{ key: mark } as const] : []), ...(about ? [about] : [])];
  return texts.length === 0 ? null : texts;
}
