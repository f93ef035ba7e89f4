import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { type draftPlace as draftEndpoint, type saveTripAddress as saveAddressEndpoint } from '@spora/contract/places/endpoints';
import { PLACE_RADIUS_M } from '@spora/contract/places/values';
import { createFormat } from '@spora/messages/format';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { placeOfEnd } from './read-model.ts';
import { addPlace, getPlace } from './service.ts';
import { findVisibleTrip } from '../trips/api.ts';
import { isMaskedTrip } from '../trips/shown-trip-api.ts';

/** An end of a trip as a place; what is withheld of somebody else's private trip looks like no trip at all (TRIP-032). */
async function endOf(ctx: MemberCtx, { trip_id, which }: { trip_id: number; which: 'start' | 'stop' }) {
  const row = await findVisibleTrip(ctx, trip_id);
  if (isMaskedTrip(ctx.actor, row)) throw new AppError('TripNotFound');
  const [lat, lon] = [row[`${which}_lat_e7`], row[`${which}_lon_e7`]];
  if (lat === null || lon === null || (which === 'stop' && row.is_ongoing)) throw new AppError('NoRouteCoordinates');
  return { row, lat: lat / 1e7, lng: lon / 1e7, address: row[`${which}_address`] ?? '' };
}

/** PLACE-011: what the editor begins with. */
export async function draftPlace(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof draftEndpoint>,
): Promise<CallData<typeof draftEndpoint>> {
  const { row, lat, lng, address } = await endOf(ctx, query);
  return {
    address,
    lat,
    lng,
    imei: row.imei,
    day: createFormat('sv', ctx.actor.timeZone).day(row.started_at),
    place_id: await placeOfEnd(ctx.db, ctx.actor.accountId, row.id, query.which),
  };
}

/** API-072: a name for where the trip began or ended, from that trip on. Members save it for the unit that they drove. */
export async function saveTripAddress(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof saveAddressEndpoint>,
): Promise<CallData<typeof saveAddressEndpoint>> {
  const { row, lat, lng, address } = await endOf(ctx, body);
  if (!ctx.actor.isAdmin && row.imei === null) throw new AppError('Forbidden');
  const imeis = ctx.actor.isAdmin || row.imei === null ? null : [row.imei];
  const schedule = { is_active: false, intervals: [] };
  const fields = { label: body.label, address, lat, lng, radius: PLACE_RADIUS_M.usual, imeis, rules: [], schedule };
  const { id } = await addPlace(ctx, fields, row.started_at);
  return { place: await getPlace(ctx, id) };
}
