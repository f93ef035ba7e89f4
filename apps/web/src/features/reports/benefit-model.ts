import type { DataOf } from '@spora/contract/endpoint-map';
import type { Format } from '@spora/messages/format';
import type { Translate } from '@spora/messages/translate';
import { compareNames } from '@spora/messages/name-order';
import type { SortOrder } from '../../ui/table.tsx';
import type { BenefitColumn } from './benefit-search.ts';
import { UNKNOWN } from './summary-model.ts';

export type BenefitReport = DataOf<'reports.benefit-value'>;
export type BenefitRow = BenefitReport['rows'][number];
export type BenefitFigures = BenefitRow['total'];
export type BenefitMonth = BenefitRow['months'][number];
export type BenefitYear = BenefitRow['years'][number];

/** A month of a driver and a unit in which something was driven. */
export interface BenefitLine {
  readonly key: string;
  readonly row: BenefitRow;
  readonly month: string;
  readonly figures: BenefitMonth;
}

export const isDriven = ({ business_m, private_m, other_m }: BenefitFigures): boolean => business_m + private_m + other_m > 0;

export const linesOf = (report: BenefitReport): BenefitLine[] =>
  report.rows.flatMap((row) =>
    row.months.flatMap((figures, i) => {
      const month = report.months[i] ?? '';
      return isDriven(figures) ? [{ key: `${row.driver_id} ${row.unit_id} ${month}`, row, month, figures }] : [];
    }),
  );

/** What private driving there was; of the others there is nothing to reckon. */
export const isReckoned = ({ figures }: BenefitLine): boolean => figures.private_m > 0 || (figures.tolls ?? 0) > 0;

/** What all the units of a driver came to; what is not known counts as nothing. */
export const valuesByDriver = ({ rows }: BenefitReport): { driverId: number | null; driver: string; value: number }[] =>
  [...Map.groupBy(rows, ({ driver_id }) => driver_id)].map(([driverId, list]) => ({
    driverId,
    driver: list[0]?.driver ?? '',
    value: list.reduce((sum, { total }) => sum + (total.value ?? 0), 0),
  }));

/** In the order asked for; what is not known comes last, whichever way. */
export function sortLines(lines: readonly BenefitLine[], order: SortOrder<BenefitColumn>): readonly BenefitLine[] {
  const isDown = order.startsWith('-');
  const column = (isDown ? order.slice(1) : order) as BenefitColumn;
  const of = ({ row, month, figures }: BenefitLine): string | number | null => {
    switch (column) {
      case 'driver':
        return row.driver === '' ? null : row.driver;
      case 'unit':
        return row.unit;
      case 'month':
        return month;
      case 'private':
        return figures.private_m;
      case 'fuel':
        return figures.fuel_value;
      default:
        return figures.value;
    }
  };
  return lines.toSorted((a, b) => {
    const [left, right] = [of(a), of(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const by = typeof left === 'number' && typeof right === 'number' ? left - right : compareNames(String(left), String(right));
    return isDown ? -by : by;
  });
}

export const moneyText = (value: number | null, currency: string, format: Format): string =>
  value === null ? UNKNOWN : format.money(value, currency);

export const shareText = ({ private_share }: BenefitFigures, format: Format): string =>
  private_share === null ? UNKNOWN : `${format.number(private_share * 100, 1)}\u00a0%`;

/** `12 345–12 890 km`; a dash where no trip tells. */
export function odometerText({ odometer_start_km: start, odometer_end_km: end }: BenefitMonth, format: Format): string {
  if (start === null && end === null) return UNKNOWN;
  const km = (value: number | null): string => (value === null ? '?' : format.number(value));
  return `${km(start)}–${km(end)}\u00a0km`;
}

/**
 * What the value is the sum of, as a person would write it: `210,93 km / 10 × 1,70 kWh × 2,30 SEK × faktor 1,20`, a summand for each
 * change within the month, then the tolls. Kilometres have the decimals that the sum needs to come out as shown.
 */
export function summandsOf({ figures, row }: BenefitLine, currency: string, t: Translate, format: Format): string[] {
  const parts = row.has_fuel_benefit ? figures.parts : [];
  const tolls = figures.tolls ?? 0;
  return [
    ...parts.map(({ private_m, consumption_per_10km, fuel_price, benefit_factor }) =>
      [
        `${format.number(private_m / 1000, 2)}\u00a0km / 10`,
        consumption_per_10km === null ? '?' : `${format.number(consumption_per_10km, 2)}\u00a0${row.fuel_unit}`,
        fuel_price === null ? '?' : format.money(fuel_price, currency),
        t('BenefitFactorOf', { factor: format.number(benefit_factor, 2) }),
      ].join(' × '),
    ),
    ...(tolls > 0 ? [t('BenefitTollsOf', { amount: format.money(tolls, currency) })] : []),
  ].map((text, i) => (i === 0 ? text : `+ ${text}`));
}

/** What the private fuel cost, where its value is not just that; null where there is nothing to tell. */
export function costText({ figures, row }: BenefitLine, currency: string, t: Translate, format: Format): string | null {
  const { fuel_cost, fuel_value } = figures;
  if (fuel_cost === null || fuel_cost === 0 || fuel_cost === fuel_value) return null;
  return t(row.has_fuel_benefit ? 'BenefitCostBefore' : 'BenefitCostNone', { amount: format.money(fuel_cost, currency) });
}

/** How far the year has come towards its line, 0 to 1; null where there is none. */
export const reached = ({ business_m, line_km }: BenefitYear): number | null =>
  line_km === null ? null : Math.min(1, business_m / (line_km * 1000));
export const isForecast = ({ forecast_m, line_km }: BenefitYear): boolean => line_km !== null && forecast_m >= line_km * 1000;

/** Whether it was driven privately more often or farther than counts as insignificant; where there is such a limit. */
export const isMuchPrivate = ({ private_m, private_km_max, private_trips, private_occasions_max }: BenefitYear): boolean =>
  (private_km_max !== null && private_m > private_km_max * 1000) ||
  (private_occasions_max !== null && private_trips > private_occasions_max);
