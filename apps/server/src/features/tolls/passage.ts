import { addDays } from '@spora/calendar/days';
import { dayIn } from '@spora/calendar/zones';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { tollPassage, TollPassageDetails } from '@spora/contract/tolls/endpoints';
import { basesOf, type ChargeBasis } from '@spora/tolls/charges';
import { REST_OF_YEAR } from '@spora/tolls/tariff-days';
import { requireTripLog, visibleAmong } from '../../core/fleet/visible-units.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { mayCorrect } from './policy.ts';
import { readTolls } from './reckoning.ts';
import { type ChargedPassage, isWithdrawn, passageKey, pricesAt, readPassageKey, tollPlaceOf, vehicleOf } from './rules.ts';
import { named } from './service.ts';

const notFound = (): AppError => new AppError('TollPassageNotFound');

/**
 * REP-014: what the report says of one passage, and why it costs that. It is one of those that the report tells the actor, and so are the
 * others of its day: of others' private trips nothing is told, nor do they change what these are charged (TRIP-032).
 */
export async function readPassage(
  ctx: MemberCtx,
  { query: { key } }: HandlerInput<typeof tollPassage>,
): Promise<HandlerData<typeof tollPassage>> {
  const asked = readPassageKey(key);
  const unitIds = asked ? await visibleAmong(ctx, [asked.unitId]) : [];
  if (!asked || unitIds.length === 0) throw notFound();
  await requireTripLog(ctx, unitIds);
  const day = dayIn(new Date(asked.atMs), ctx.actor.timeZone);
  // The station's day may be another than the account's.
  const tolls = await readTolls(ctx, { from: addDays(day, -1), to: addDays(day, 1), unitIds, driverIds: [] });
  const passage = tolls.told.find((each) => passageKey(each) === key);
  const unit = tolls.units.get(asked.unitId);
  const [row] = passage ? await named(ctx, tolls, [passage]) : [];
  if (!passage || !unit || !row) throw notFound();
  const vehicle = vehicleOf(unit);
  const around = tolls.told.map(({ stationId, pointId, atMs }, id) => ({ id, stationId, pointId, timeMs: atMs }));
  const bases = new Map(basesOf(around, tolls.tariffs, vehicle).map((basis) => [tolls.told[basis.id], basis]));
  const basis = bases.get(passage);
  return {
    passage: row,
    place: placeOf(passage),
    basis: basis ? { ...told(basis), vehicle: vehicle.vehicleClass } : null,
    day: [...bases].flatMap(([other, its]) => (other && basis && areCharged(its, basis) ? ofDay(other, its) : [])),
    can: { correct: mayCorrect(ctx.actor) },
  };
}

/** Whether two count together: by the same scheme on the same day. */
const areCharged = (one: ChargeBasis, other: ChargeBasis): boolean =>
  one.tariff.scheme === other.tariff.scheme && one.day === other.day;

type Told = TollPassageDetails;

const ofDay = (passage: ChargedPassage, { alone }: ChargeBasis): Told['day'][number] => ({
  key: passageKey(passage),
  at: new Date(passage.atMs).toISOString(),
  station: tollPlaceOf(passage.stationId)?.name ?? passage.stationId,
  price_table: pricesAt(passage),
  alone: alone / 100,
  amount: passage.amount === null ? null : passage.amount / 100,
  rule: passage.rule,
  is_withdrawn: isWithdrawn(passage),
});

function told({ tariff, hours, season, alone, dayMaximum }: ChargeBasis): Omit<NonNullable<Told['basis']>, 'vehicle'> {
  return {
    valid_from: tariff.validFrom,
    valid_to: tariff.validTo,
    hours: hours && { ...hours, amount: hours.amount / 100 },
    season: season === 'high' ? 'high' : season === REST_OF_YEAR ? 'low' : null,
    alone: alone / 100,
    day_maximum: dayMaximum === null ? null : dayMaximum / 100,
    joined_minutes: tariff.multiPassageMinutes ?? null,
    month_ceiling: tariff.monthCeiling ?? null,
  };
}

/** By the public list of stations, and not by where the vehicle was: the control point that was passed, or the first where none is told. */
function placeOf({ stationId, pointId }: ChargedPassage): Told['place'] {
  const place = tollPlaceOf(stationId);
  if (!place) return null;
  if ('polygon' in place)
    return { is_zone: true, points: place.polygon.map(([latE7, lonE7]) => ({ lat: latE7 / 1e7, lng: lonE7 / 1e7 })) };
  const point = place.points.find(({ id }) => id === pointId) ?? place.points[0];
  return point ? { is_zone: false, points: [{ lat: point.latE7 / 1e7, lng: point.lonE7 / 1e7 }] } : null;
}
