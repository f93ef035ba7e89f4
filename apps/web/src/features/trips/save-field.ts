import type { Trip } from '@spora/contract/trips/endpoints';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import type { Send } from '../../lib/send.ts';
import { bodyOf, changesOf, type EditableField } from './fields.ts';
import type { TripType } from './public/trip-search.ts';

/** With `expected` only while the trip says that still. */
export async function saveField(
  send: Send,
  tripId: number,
  field: EditableField,
  value: string,
  expected?: string,
): Promise<Trip> {
  const unless = expected === undefined ? {} : { if_unchanged: changesOf(field, expected) };
  if (field !== 'type') {
    const body = { ...bodyOf(field, value), ...unless };
    return (await call(send, 'trips.update', { params: { id: tripId }, body })).trip;
  }
  const type = value as TripType;
  const { results } =
    expected === undefined
      ? await call(send, 'trips.set-type', { body: { trip_ids: [tripId], type } })
      : await call(send, 'trips.bulk-update', { body: { trip_ids: [tripId], changes: { type }, ...unless } });
  const result = results.find((each) => each.id === tripId);
  if (result?.success) return result.trip;
  throw new ApiError(409, (result?.error ?? 'SomethingWentWrong') as 'SomethingWentWrong');
}
