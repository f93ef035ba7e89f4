import { addDays } from '@spora/calendar/days';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { tollsOfTrips as endpoint } from '@spora/contract/tolls/endpoints';
import type { TolledTrip } from '../../core/reports.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { findVisibleTrips } from '../trips/api.ts';
import { readTolls } from './reckoning.ts';
import { type ChargedPassage, isWithdrawn, tollPlaceOf } from './rules.ts';

/** TRIP-019: of the trips that the actor sees in the log; of others' private ones nothing is told (TRIP-032). */
export async function tollsOfTrips(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof endpoint>,
): Promise<HandlerData<typeof endpoint>> {
  const rows = (await findVisibleTrips(ctx, body.trip_ids)).filter(({ has_trip_log }) => has_trip_log);
  const passed = await passagesOf(
    ctx,
    rows.map((row) => ({ id: row.id, unitId: row.unit_id, day: row.day })),
  );
  return {
    trips: [...passed].map(([tripId, passages]) => ({
      trip_id: tripId,
      sums: sumsOf(passages),
      passages: passages.map(({ atMs, stationId, amount, currency, rule, isEstimate }) => ({
        at: new Date(atMs).toISOString(),
        station: tollPlaceOf(stationId)?.name ?? stationId,
        amount: amount === null ? null : amount / 100,
        currency,
        rule,
        is_estimate: isEstimate,
      })),
    })),
  };
}

/** What each trip cost, for files; a trip that cost nothing is left out. Who may see the trips is the caller's to judge. */
export async function sumsOfTrips(ctx: MemberCtx, trips: readonly TolledTrip[]): Promise<Map<number, readonly TollSum[]>> {
  return new Map([...(await passagesOf(ctx, trips))].map(([id, passages]) => [id, sumsOf(passages)]));
}

interface TollSum {
  readonly currency: string;
  readonly amount: number;
}

/** A trip may be driven past midnight: the day after is read too. */
async function passagesOf(ctx: MemberCtx, trips: readonly TolledTrip[]): Promise<Map<number, ChargedPassage[]>> {
  if (trips.length === 0) return new Map();
  const days = trips.map(({ day }) => day).sort();
  const asked = {
    from: days[0]!,
    to: addDays(days.at(-1)!, 1),
    unitIds: [...new Set(trips.map(({ unitId }) => unitId))],
    driverIds: [],
  };
  const wanted = new Set(trips.map(({ id }) => id));
  const { told } = await readTolls(ctx, asked);
  return Map.groupBy(
    told.filter((passage) => !isWithdrawn(passage) && passage.trip !== null && wanted.has(passage.trip.tripId)),
    ({ trip }) => trip!.tripId,
  );
}

/** In whole units, one for each currency. */
const sumsOf = (passages: readonly ChargedPassage[]): TollSum[] =>
  [...Map.groupBy(passages, ({ currency }) => currency)]
    .map(([currency, list]) => ({ currency, amount: list.reduce((sum, { amount }) => sum + (amount ?? 0), 0) / 100 }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => a.currency.localeCompare(b.currency));
