import type { Refuelling } from '@spora/contract/refuelling/endpoints';
import type { Cell, Words } from './rules.ts';

/** An entry as the reader may see it, with the unit that it is of. */
export interface ExportRefuelling extends Omit<Refuelling, 'can'> {
  readonly unit: string;
  readonly plate: string | null;
}

/** TRIP-035: in the order in which they stand in every format. `docs/tax-log.md` says who asks for them. */
export const REFUELLING_COLUMN_IDS = [
  'date',
  'time',
  'unit',
  'plate',
  'fuel_type',
  'amount',
  'measure',
  'price',
  'currency',
  'odometer',
  'station',
  'recorded_by',
  'receipt',
  'note',
  'remarks',
] as const;
export type RefuellingColumnId = (typeof REFUELLING_COLUMN_IDS)[number];

/** What amounts are counted in. */
export const measureOf = (fuel: Refuelling['fuel_type']): 'l' | 'kWh' => (fuel === 'electric' ? 'kWh' : 'l');

const figure = (number: number | null, decimals: number): Cell => (number === null ? '' : { number, decimals });

const CELLS: Readonly<Record<RefuellingColumnId, (row: ExportRefuelling, words: Words) => Cell>> = {
  date: ({ at }) => ({ at, as: 'day' }),
  // Of a masked entry only the day is told, and its time is midnight.
  time: ({ at, is_masked }, { format }) => (is_masked ? '' : format.time(at)),
  unit: ({ unit }) => unit,
  plate: ({ plate }) => plate ?? '',
  fuel_type: ({ fuel_type }, { t }) => t(`Fuel-${fuel_type}`),
  amount: ({ amount }) => figure(amount, 2),
  measure: ({ fuel_type }) => measureOf(fuel_type),
  price: ({ price }) => figure(price, 2),
  currency: ({ currency }) => currency ?? '',
  odometer: ({ odometer_km }) => figure(odometer_km, 1),
  station: ({ station }) => station,
  recorded_by: ({ recorded_by }) => recorded_by,
  receipt: ({ has_receipt }, { t }) => (has_receipt ? t('ExportReceiptThere') : ''),
  note: ({ note }) => note,
  remarks: ({ is_masked }, { t }) => (is_masked ? t('ExportRefuellingMasked') : ''),
};

/** A row's cells, in the order of the columns. */
export const cellsOf = (row: ExportRefuelling, words: Words): Cell[] => REFUELLING_COLUMN_IDS.map((id) => CELLS[id](row, words));

/** The names of the columns. */
export const refuellingHead = ({ t }: Words): string[] => REFUELLING_COLUMN_IDS.map((id) => t(`ExportRefuelling-${id}`));
