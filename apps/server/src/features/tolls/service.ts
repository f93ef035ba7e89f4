import { isWithinMonths } from '@spora/calendar/days';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { LOG_MAX_MONTHS } from '@spora/contract/limits';
import type { ListedPassages } from '@spora/contract/reports/filter';
import type {
  TollCorrection,
  TollPassage,
  tollReport as tollReportEndpoint,
  tollStations,
} from '@spora/contract/tolls/endpoints';
import { STATIONS, ZONES } from '@spora/tolls/stations';
import { compareNames } from '@spora/messages/name-order';
import { inDepartments, listVisibleUnits, requireTripLog, visibleUnitIds } from '../../core/fleet/visible-units.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { doubtsOf, isInDoubt } from './doubts-rules.ts';
import { inOrder, type OrderNames } from './order-rules.ts';
import { mayCorrect } from './policy.ts';
import * as readModel from './read-model.ts';
import { monthsTouched, readTolls, type Tolls } from './reckoning.ts';
import {
  type ChargedPassage,
  type Correction,
  currencyOfArea,
  isFree,
  isWithdrawn,
  passageKey,
  pricesAt,
  standing,
  tollPlaceOf,
  tollSums,
  totalsOf,
} from './rules.ts';

export interface ReportAsked {
  readonly from: string;
  readonly to: string;
  readonly imeis: readonly string[];
  readonly driver_ids: readonly number[];
  readonly departments: readonly string[];
}

/**
 * The tolls of the units that the actor sees, a lock's too where it is theirs: DEC-48 leaves others no toll report. By driver, those who
 * are no administrators ask for themselves, whomever they name.
 */
export async function tollsFor(ctx: MemberCtx, asked: ReportAsked): Promise<Tolls> {
  if (!isWithinMonths(asked.from, asked.to, LOG_MAX_MONTHS)) throw new AppError('PeriodMaxMonths');
  const chosen = await listVisibleUnits(ctx, asked.imeis);
  const wanted = chosen.length > 0 ? chosen.map(({ unitId }) => unitId) : await visibleUnitIds(ctx);
  const unitIds = await inDepartments(ctx, wanted, asked.departments);
  await requireTripLog(ctx, unitIds);
  const driverIds = asked.driver_ids.length > 0 && !ctx.actor.isAdmin ? [ctx.actor.memberId] : asked.driver_ids;
  return readTolls(ctx, { from: asked.from, to: asked.to, unitIds, driverIds });
}

/** REP-014, API-074. */
export async function tollReport(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof tollReportEndpoint>,
): Promise<HandlerData<typeof tollReportEndpoint>> {
  const tolls = await tollsFor(ctx, body);
  const months = tollSums(tolls.told, tolls.withheld, tolls.monthOf);
  const { told } = tolls;
  const free = told.filter(isFree);
  const charged = listedOf(told, 'charged');
  const unpriced = charged.filter(({ amount }) => amount === null);
  const listed = listedOf(
    told,
    body.only_uncertain ? 'uncertain' : body.only_corrected ? 'corrected' : body.only_charged ? 'charged' : 'all',
  );
  const count = Math.max(1, Math.ceil(listed.length / body.page_size));
  const number = Math.min(body.page, count);
  const first = (number - 1) * body.page_size;
  const names = await namesIn(ctx, tolls, body.sort.endsWith('driver') ? listed : []);
  const page = inOrder(listed, body.sort, names).slice(first, first + body.page_size);
  return {
    time_zone: ctx.actor.timeZone,
    months: monthsTouched(body.from, body.to),
    rows: await named(ctx, tolls, page),
    page: { number, size: body.page_size, count, rows: listed.length },
    is_cut: listed.length > page.length,
    totals: {
      months,
      total: totalsOf(months),
      without_tariff: unpriced.length,
      without_tariff_in: [...Map.groupBy(unpriced, ({ currency }) => currency)]
        .map(([currency, list]) => ({ currency, count: list.length }))
        .sort((a, b) => a.currency.localeCompare(b.currency)),
      passages: told.length,
      free: free.length,
      corrected: listedOf(told, 'corrected').length,
      withdrawn: told.filter(isWithdrawn).length,
    },
    doubts: doubtsOf(told),
    can: { correct: mayCorrect(ctx.actor) },
  };
}

/** Those of the passages that a list of them has. */
export function listedOf(told: readonly ChargedPassage[], show: ListedPassages): readonly ChargedPassage[] {
  switch (show) {
    case 'uncertain':
      return told.filter((passage) => !isFree(passage) && isInDoubt(passage));
    case 'corrected':
      return told.filter(({ corrections }) => standing(corrections));
    case 'charged':
      return told.filter((passage) => !isFree(passage));
    case 'all':
      return told;
  }
}

/** What units and drivers of passages are called, for their order. */
export async function namesIn(
  ctx: MemberCtx,
  { units }: Pick<Tolls, 'units'>,
  passages: readonly ChargedPassage[],
): Promise<OrderNames> {
  const driverIds = new Set(passages.flatMap(({ trip }) => trip?.driverId ?? []));
  const drivers = driverIds.size === 0 ? new Map<number, string>() : await readModel.namesOfDrivers(ctx, [...driverIds]);
  return { unit: (id) => units.get(id)?.name ?? '', driver: (id) => drivers.get(id) ?? '' };
}

/** Passages as people read them. */
export async function named(
  ctx: MemberCtx,
  { units }: Pick<Tolls, 'units'>,
  passages: readonly ChargedPassage[],
): Promise<TollPassage[]> {
  const driverIds = new Set(passages.flatMap(({ trip }) => trip?.driverId ?? []));
  const drivers = await readModel.namesOfDrivers(ctx, [...driverIds]);
  return passages.flatMap((passage) => {
    const unit = units.get(passage.unitId);
    if (!unit) return [];
    const place = tollPlaceOf(passage.stationId);
    const driverId = passage.trip?.driverId ?? null;
    const { id, name, registration_number, imei } = unit;
    return {
      key: passageKey(passage),
      at: new Date(passage.atMs).toISOString(),
      unit: { id, name, registration_number, imei },
      station_id: passage.stationId,
      station: place?.name ?? passage.stationId,
      area: place?.area ?? null,
      price_table: pricesAt(passage),
      amount: passage.amount === null ? null : passage.amount / 100,
      currency: passage.currency,
      rule: passage.rule,
      trip_id: passage.trip?.tripId ?? null,
      trip_type: passage.trip?.type ?? null,
      driver_id: driverId,
      driver: driverId === null ? null : (drivers.get(driverId) ?? null),
      is_uncertain: passage.isUncertain,
      is_place_rough: place?.isApproximate ?? false,
      as_of_year: place && 'asOfYear' in place ? (place.asOfYear ?? null) : null,
      price_year: passage.priceYear ?? null,
      is_estimate: passage.isEstimate,
      is_free: isFree(passage),
      is_withdrawn: isWithdrawn(passage),
      reckoned: passage.reckoned && {
        amount: passage.reckoned.amount === null ? null : passage.reckoned.amount / 100,
        rule: passage.reckoned.rule,
      },
      corrections: passage.corrections.map(asTold),
    };
  });
}

const timeOf = (ms: number): string => new Date(ms).toISOString();
const asTold = (correction: Correction): TollCorrection => ({
  id: correction.id,
  kind: correction.kind,
  amount: correction.amount === null ? null : correction.amount / 100,
  reason: correction.reason,
  by: correction.by,
  at: timeOf(correction.madeMs),
  undone_by: correction.undoneBy,
  undone_at: correction.undoneMs === null ? null : timeOf(correction.undoneMs),
});

/** What a passage can be entered of. */
export function listStations(): HandlerData<typeof tollStations> {
  const places = [...STATIONS, ...ZONES].map(({ id, name, area }) => ({ id, name, area, currency: currencyOfArea(area) }));
  return { stations: places.sort((a, b) => a.area.localeCompare(b.area) || compareNames(a.name, b.name)) };
}
