import { BULK_MAX, TRIP_PAGE_MAX } from '@spora/contract/limits';
import type { InputOf } from '@spora/contract/endpoint-map';
import type { Trip, TripFilterInput } from '@spora/contract/trips';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { call } from '../../lib/call.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';
import { bodyOf, valueOf, type EditableField } from './fields.ts';
import type { TripEdits } from './use-trip-edits.ts';

export type BulkChanges = InputOf<'trips.bulk-update'>['body']['changes'];

/** How a change of many went: those that were changed, and why the others were not. */
export interface BulkOutcome {
  readonly changed: readonly Trip[];
  readonly refused: readonly { readonly id: number; readonly error: string }[];
  /** Trips that were not come to: it was stopped, or the connection broke. */
  readonly left: number;
}

/** As many trips as a call may hold, one call after the other; `onStep` hears how many are through. */
export async function changeMany(
  send: Send,
  ids: readonly number[],
  changes: BulkChanges,
  { onStep, isStopped }: { onStep: (done: number) => void; isStopped: () => boolean },
): Promise<BulkOutcome> {
  const changed: Trip[] = [];
  const refused: { id: number; error: string }[] = [];
  for (let at = 0; at < ids.length; at += BULK_MAX) {
    if (isStopped()) return { changed, refused, left: ids.length - at };
    const part = ids.slice(at, at + BULK_MAX);
    const { results } = await call(send, 'trips.bulk-update', { body: { trip_ids: part, changes } });
    for (const result of results) {
      if (result.success) changed.push(result.trip);
      else refused.push({ id: result.id, error: result.error });
    }
    onStep(at + part.length);
  }
  return { changed, refused, left: 0 };
}

/** Every trip that a filter leaves, by id, page after page. */
export async function allIds(send: Send, filter: TripFilterInput, signal: AbortSignal): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const body = { ...filter, page, page_size: TRIP_PAGE_MAX };
    const answer = await call(send, 'trips.generate', { body }, { signal });
    ids.push(...answer.trips.map(({ id }) => id));
    pages = answer.page.count;
  }
  return ids;
}

const FIELD_OF = {
  type: 'type',
  purpose: 'purpose',
  note: 'note',
  project: 'project',
  visited: 'visited',
  driver_id: 'driver',
  passengers: 'passengers',
} as const satisfies Record<keyof BulkChanges, EditableField>;

/** What brings trips back to what they were: one change for each value that was there. Only of trips that are known. */
function wayBack(before: readonly Trip[], changes: BulkChanges): { ids: number[]; changes: BulkChanges }[] {
  const ways = new Map<string, { ids: number[]; changes: BulkChanges }>();
  for (const name of Object.keys(changes) as (keyof BulkChanges)[]) {
    const field = FIELD_OF[name];
    for (const trip of before) {
      const value = valueOf(trip, field);
      const key = `${field}.${value}`;
      const way: { ids: number[]; changes: BulkChanges } = ways.get(key) ?? {
        ids: [],
        changes: field === 'type' ? { type: trip.type } : bodyOf(field, value),
      };
      way.ids.push(trip.id);
      ways.set(key, way);
    }
  }
  return [...ways.values()];
}

/** A change of many with its progress; what was changed can be taken back as one. */
export function useBulk(edits: TripEdits): {
  run: (ids: readonly number[], changes: BulkChanges, known: readonly Trip[]) => Promise<BulkOutcome>;
  done: number | null;
  stop: () => void;
} {
  const send = useSend();
  const client = useQueryClient();
  const [done, setDone] = useState<number | null>(null);
  const stopped = useRef(false);
  const run = useCallback(
    async (ids: readonly number[], changes: BulkChanges, known: readonly Trip[]): Promise<BulkOutcome> => {
      stopped.current = false;
      setDone(0);
      const watch = { onStep: setDone, isStopped: () => stopped.current };
      try {
        const outcome = await changeMany(send, ids, changes, watch);
        const changedIds = new Set(outcome.changed.map(({ id }) => id));
        const before = known.filter(({ id }) => changedIds.has(id));
        const back = async (): Promise<void> => {
          for (const way of wayBack(before, changes)) {
            const undone = await changeMany(send, way.ids, way.changes, { onStep: () => undefined, isStopped: () => false });
            edits.took(undone.changed);
          }
        };
        // What was never on the screen is not known as it was: a change of such trips is not taken back by halves.
        const isKnown = before.length === outcome.changed.length && before.length > 0;
        edits.took(outcome.changed, isKnown ? () => void back() : undefined);
        return outcome;
      } finally {
        setDone(null);
        void client.invalidateQueries({ queryKey: ['trips.generate'] });
      }
    },
    [client, edits, send],
  );
  const stop = useCallback(() => {
    stopped.current = true;
  }, []);
  return { run, done, stop };
}
