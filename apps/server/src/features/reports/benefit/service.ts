import { addDays, monthSpan } from '@spora/calendar/days';
import { dayIn } from '@spora/calendar/zones';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { BenefitReport, benefitValueReport } from '@spora/contract/reports/benefit';
import { compareNames } from '@spora/messages/name-order';
import type { ReportAsked, TollCost, TollCosts } from '../../../core/reports.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { defaultCarBenefit, inForceOn } from '../../accounts/prices/rules.ts';
import { fuelUnitOf } from '../../trips/fuel/rules.ts';
import { keyOf, odometersAt } from '../../trips/odometer-api.ts';
import { askedOf, scopeOf } from '../driven.ts';
import { namesOfMembers, type SummaryRow, summaryRows } from '../read-model.ts';
import { ofTrips, tollSum } from '../tolls.ts';
import * as readModel from './read-model.ts';
import { benefitOf, type Driven, partsOf, sumOfBenefits, yearOf, yearsOf } from './rules.ts';

/** API-074, REP-010, REP-011; REP-003 and DEC-48: to whom as the summary. */
export const benefitValue = (
  ctx: MemberCtx,
  { body }: HandlerInput<typeof benefitValueReport>,
  tollsOf?: TollCosts,
): Promise<HandlerData<typeof benefitValueReport>> => benefitOfAsked(ctx, askedOf(body), tollsOf);

const ofType = (costs: readonly TollCost[], type: TollCost['type']): TollCost[] => costs.filter((cost) => cost.type === type);
const tollKey = ({ driverId, unitId, month }: TollCost): string => `${driverId} ${unitId} ${month}`;
const rowKey = ({ driver_id, unit_id }: Pick<SummaryRow, 'driver_id' | 'unit_id'>): string => `${driver_id} ${unit_id}`;

/** The same for who files it. */
export async function benefitOfAsked(ctx: MemberCtx, asked: ReportAsked, tollsOf?: TollCosts): Promise<BenefitReport> {
  const { months, unitIds, driverIds } = await scopeOf(ctx, asked, { byDriver: true, tellsLocked: true });
  const { country, currency, own } = await readModel.benefitSettings(ctx);
  const settings: readModel.BenefitSetting[] = [{ valid_from: '', ...defaultCarBenefit(country) }, ...own];
  const settingOn = (day: string): readModel.BenefitSetting => inForceOn(settings, day) ?? settings[0]!;
  const changes = own.map(({ valid_from }) => valid_from);
  const drivenIn = (span: { from: string; to: string }) => summaryRows(ctx, { ...span, unitIds, driverIds, changes });
  const rows = await drivenIn(asked);
  const years = yearsOf(asked, dayIn(ctx.now(), ctx.actor.timeZone));
  const first = years[0];
  const inYears =
    first === undefined ? [] : await drivenIn({ from: `${first.year}-01-01`, to: years.at(-1)?.until ?? first.until });
  const bounds = months.map((month) => boundsOf(month, asked));
  const odometers = await odometersAt(
    ctx,
    unitIds,
    bounds.flatMap(({ from, to }) => [from, addDays(to, 1)]),
  );
  const kmAt = (unitId: number, day: string): number | null => {
    const metres = odometers.get(keyOf(unitId, day)) ?? null;
    return metres === null ? null : metres / 1000;
  };
  const costs = ofTrips(await tollsOf?.(ctx, { from: asked.from, to: asked.to, unitIds, driverIds }));
  const tolls = costs && Map.groupBy(ofType(costs, 'private'), tollKey);
  const byKey = Map.groupBy(
    rows.toSorted((a, b) => a.since.localeCompare(b.since)),
    rowKey,
  );
  const yearsByKey = Map.groupBy(inYears, rowKey);
  const units = new Map((await readModel.benefitUnits(ctx, unitIds)).map((unit) => [unit.id, unit]));
  const drivers = new Map(
    (await namesOfMembers(ctx.db, [...new Set(rows.flatMap(({ driver_id }) => driver_id ?? []))])).map(({ id, name }) => [
      id,
      name,
    ]),
  );
  const list = [...byKey].flatMap(([key, of]): BenefitReport['rows'] => {
    const { driver_id, unit_id } = of[0]!;
    const unit = units.get(unit_id);
    if (!unit) return [];
    const ofMonth = Map.groupBy(of, ({ month }) => month);
    const inMonths = months.map((month, i) => {
      const driven = (ofMonth.get(month) ?? []).map((row) => drivenOf(row, settingOn(row.since).benefit_factor));
      const { from, to } = bounds[i]!;
      return {
        ...benefitOf(
          driven,
          tolls && tollSum(tolls.get(`${driver_id} ${unit_id} ${month}`) ?? [], currency),
          unit.has_fuel_benefit,
        ),
        odometer_start_km: kmAt(unit_id, from),
        odometer_end_km: kmAt(unit_id, addDays(to, 1)),
        parts: partsOf(driven),
      };
    });
    return [
      {
        driver_id,
        driver: driver_id === null ? '' : (drivers.get(driver_id) ?? ''),
        unit_id,
        unit: unit.name,
        registration_number: unit.registration_number,
        imei: unit.imei,
        is_benefit_car: unit.is_benefit_car,
        has_fuel_benefit: unit.has_fuel_benefit,
        fuel_unit: fuelUnitOf(unit.fuel_type),
        months: inMonths,
        total: sumOfBenefits(inMonths),
        years: years.map((year) => {
          const { reduced_line_km, private_occasions_max, private_km_max } = settingOn(`${year.year}-12-31`);
          return yearOf(
            year,
            (yearsByKey.get(key) ?? [])
              .filter(({ month }) => month.startsWith(`${year.year}-`))
              .map(({ month, type, trips, distance_m }) => ({ month, type, trips, distanceM: distance_m })),
            { line_km: reduced_line_km, private_occasions_max, private_km_max },
          );
        }),
      },
    ];
  });
  list.sort(
    (a, b) =>
      Number(a.driver_id === null) - Number(b.driver_id === null) ||
      compareNames(a.driver, b.driver) ||
      compareNames(a.unit, b.unit) ||
      a.unit_id - b.unit_id,
  );
  return {
    time_zone: ctx.actor.timeZone,
    currency,
    months: [...months],
    rows: list,
    totals: {
      months: months.map((_, i) => sumOfBenefits(list.flatMap((row) => row.months[i] ?? []))),
      total: sumOfBenefits(list.map(({ total }) => total)),
    },
    settings: [settingOn(asked.from), ...own.filter(({ valid_from }) => valid_from > asked.from && valid_from <= asked.to)].map(
      ({ valid_from, benefit_factor, reduced_line_km }) => ({ valid_from, benefit_factor, reduced_line_km }),
    ),
  };
}

/** The days of a month that lie within the period. */
function boundsOf(month: string, asked: ReportAsked): { from: string; to: string } {
  const { from, to } = monthSpan(month);
  return { from: from < asked.from ? asked.from : from, to: to > asked.to ? asked.to : to };
}

const drivenOf = (row: SummaryRow, benefitFactor: number): Driven => ({
  type: row.type,
  trips: row.trips,
  distanceM: row.distance_m,
  consumptionPer10Km: row.consumption_per_10km,
  fuelPrice: row.fuel_price,
  benefitFactor,
});
