import type { Trip } from '@spora/contract/trips/endpoints';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { FROM_SERVER } from '../../lib/offline/kept-answers.ts';
import type { Send } from '../../lib/send.ts';
import { valueOf, type EditableField } from './fields.ts';
import { saveField } from './save-field.ts';
import type { Trouble, WaitingEdit } from './waiting-edits.ts';

/** `later`: nobody answered, or not now; it waits on, and so do those behind it. */
export type Outcome = { readonly kind: 'saved'; readonly trip: Trip } | { readonly kind: 'later' } | Trouble;

const isForLater = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.isSessionOver || error.isTransient || error.isFault;

/** Sends one edit: it is saved while the trip says still what it said when it was made, and else asks what it says now. */
export async function sendWaiting(send: Send, edit: WaitingEdit): Promise<Outcome> {
  try {
    return { kind: 'saved', trip: await saveField(send, edit.trip.id, edit.field, edit.value, edit.was) };
  } catch (error) {
    if (isForLater(error)) return { kind: 'later' };
    const { errors } = error as ApiError;
    return errors === 'TripChangedMeanwhile' ? whatItSays(send, edit) : { kind: 'refused', errors };
  }
}

async function whatItSays(send: Send, edit: WaitingEdit): Promise<Outcome> {
  const { id, day, imei } = edit.trip;
  try {
    const body = { from: day, to: day, ...(imei === null ? {} : { imeis: [imei] }) };
    const { trips } = await call(send, 'trips.generate', { body }, { headers: FROM_SERVER });
    const trip = trips.find((each) => each.id === id);
    if (!trip) return { kind: 'refused', errors: 'TripNotFound' };
    const theirs = valueOf(trip, edit.field);
    // It had been taken before, and the answer was lost; or somebody else had the same thought.
    if (theirs === edit.value) return { kind: 'saved', trip };
    return { kind: 'changed', theirs, by: await whoChanged(send, id, edit.field) };
  } catch (error) {
    if (isForLater(error)) return { kind: 'later' };
    return { kind: 'refused', errors: (error as ApiError).errors };
  }
}

async function whoChanged(send: Send, tripId: number, field: EditableField): Promise<string | null> {
  const { changes } = await call(send, 'trips.history', { params: { id: tripId } });
  return changes.find((change) => change.field === field)?.actor ?? null;
}
