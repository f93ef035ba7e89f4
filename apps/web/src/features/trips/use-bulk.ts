import { BULK_MAX, TRIP_PAGE_MAX } from '@spora/contract/limits';
import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import type { Trip, TripFilterInput } from '@spora/contract/trips/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { call } from '../../lib/call.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';
import { useToasts } from '../../ui/toast.tsx';
import { changesOf, valueOf, type EditableField } from './fields.ts';
import type { TripEdits } from './use-trip-edits.ts';

export type BulkChanges = InputOf<'trips.bulk-update'>['body']['changes'];

interface Refused {
  readonly id: number;
  readonly error: string;
  readonly trip?: Trip | undefined;
}

/** How a change of many went: those that were changed, and why the others were not. */
export interface BulkOutcome {
  readonly changed: readonly Trip[];
  /** With `trip` where it says something else than was read of it: what it says now. */
  readonly refused: readonly Refused[];
  /** Trips that were not reached: it was stopped, or the connection broke. */
  readonly left: number;
  /** What broke off the rest, after some were through. */
  readonly failure?: unknown;
}

/** Those that were left since somebody else has changed them, as they are now. */
export const changedMeanwhile = ({ refused }: BulkOutcome): Trip[] =>
  refused.flatMap(({ error, trip }) => (error === 'TripChangedMeanwhile' && trip ? [trip] : []));

/** What two changes come to, the second of those that the first left for what others had changed. */
export function withMore(first: BulkOutcome, second: BulkOutcome): BulkOutcome {
  const again = new Set(changedMeanwhile(first).map(({ id }) => id));
  return {
    ...second,
    changed: [...first.changed, ...second.changed],
    refused: [...first.refused.filter(({ id }) => !again.has(id)), ...second.refused],
    left: first.left + second.left,
  };
}

/** What was read of each trip in the fields that a change is about (ERR-041). */
function seenOf(trips: readonly Trip[], changes: BulkChanges): Map<number, Seen> {
  const fields = Object.keys(changes) as (keyof BulkChanges)[];
  const read = (trip: Trip): BulkChanges =>
    Object.assign({}, ...fields.map((name) => changesOf(FIELD_OF[name], valueOf(trip, FIELD_OF[name])))) as BulkChanges;
  return new Map(trips.map((trip) => [trip.id, { id: trip.id, ...read(trip) }]));
}
type Seen = { readonly id: number } & BulkChanges;

/** So much of what was read goes with one call: what a server takes at once is three times that, and a letter up to three bytes. */
const SEEN_MAX = 80_000;

/** The trips as they go with one call after the other. */
function partsOf(ids: readonly number[], seen: ReadonlyMap<number, Seen> | undefined): number[][] {
  const parts: number[][] = [];
  let letters = 0;
  for (const id of ids) {
    const size = JSON.stringify(seen?.get(id) ?? null).length;
    const part = parts.at(-1);
    if (part && part.length < BULK_MAX && letters + size <= SEEN_MAX) {
      part.push(id);
      letters += size;
    } else {
      parts.push([id]);
      letters = size;
    }
  }
  return parts;
}

/** As many trips as a call may hold, one call after the other; `onStep` hears how many are through. */
export async function changeMany(
  send: Send,
  ids: readonly number[],
  changes: BulkChanges,
  watch: {
    onStep: (done: number) => void;
    isStopped: () => boolean;
    ifUnchanged?: BulkChanges;
    seen?: ReadonlyMap<number, Seen>;
  },
): Promise<BulkOutcome> {
  const { onStep, isStopped, ifUnchanged, seen } = watch;
  const unless = ifUnchanged && { if_unchanged: ifUnchanged };
  const changed: Trip[] = [];
  const refused: Refused[] = [];
  let at = 0;
  for (const part of partsOf(ids, seen)) {
    if (isStopped()) return { changed, refused, left: ids.length - at };
    const read = seen && { seen: part.flatMap((id) => seen.get(id) ?? []) };
    let answer: DataOf<'trips.bulk-update'>;
    try {
      answer = await call(send, 'trips.bulk-update', { body: { trip_ids: part, changes, ...unless, ...read } });
    } catch (failure) {
      if (at === 0) throw failure;
      return { changed, refused, left: ids.length - at, failure };
    }
    for (const result of answer.results) {
      if (result.success) changed.push(result.trip);
      else refused.push(result);
    }
    at += part.length;
    onStep(at);
  }
  return { changed, refused, left: 0 };
}

/** Every trip that a filter leaves, page after page: as they are, for a change of them to be taken back. */
export async function allTrips(send: Send, filter: TripFilterInput, signal: AbortSignal): Promise<Trip[]> {
  const trips: Trip[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const body = { ...filter, page, page_size: TRIP_PAGE_MAX };
    const answer = await call(send, 'trips.generate', { body }, { signal });
    trips.push(...answer.trips);
    pages = answer.page.count;
  }
  return trips;
}

const FIELD_OF = {
  type: 'type',
  purpose: 'purpose',
  note: 'note',
  project: 'project',
  visited: 'visited',
  driver_id: 'driver',
  passengers: 'passengers',
  odometer_explanation: 'odometer',
} as const satisfies Record<keyof BulkChanges, EditableField>;

interface WayBack {
  readonly ids: number[];
  readonly changes: BulkChanges;
  /** What was said of them, which nobody may have changed since. */
  readonly ifUnchanged: BulkChanges;
}

/** What brings trips back to what they were: one change for each value that was there. Only of trips that are known. */
function wayBack(before: readonly Trip[], changes: BulkChanges): WayBack[] {
  const ways = new Map<string, WayBack>();
  for (const name of Object.keys(changes) as (keyof BulkChanges)[]) {
    const field = FIELD_OF[name];
    for (const trip of before) {
      const value = valueOf(trip, field);
      const key = `${field}.${value}`;
      const way: WayBack = ways.get(key) ?? { ids: [], changes: changesOf(field, value), ifUnchanged: { [name]: changes[name] } };
      way.ids.push(trip.id);
      ways.set(key, way);
    }
  }
  return [...ways.values()];
}

const QUIETLY = { onStep: (): void => undefined, isStopped: () => false };

/** A change of many with its progress: what says something else than `known` by now is left. What was changed can be taken back as one. */
export function useBulk(edits: TripEdits): {
  run: (ids: readonly number[], changes: BulkChanges, known: readonly Trip[]) => Promise<BulkOutcome>;
  done: number | null;
  stop: () => void;
} {
  const send = useSend();
  const client = useQueryClient();
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const [done, setDone] = useState<number | null>(null);
  const stopped = useRef(false);
  const run = useCallback(
    async (ids: readonly number[], changes: BulkChanges, known: readonly Trip[]): Promise<BulkOutcome> => {
      stopped.current = false;
      setDone(0);
      const watch = { onStep: setDone, isStopped: () => stopped.current, seen: seenOf(known, changes) };
      try {
        const outcome = await changeMany(send, ids, changes, watch);
        const changedIds = new Set(outcome.changed.map(({ id }) => id));
        const before = known.filter(({ id }) => changedIds.has(id));
        const failed = (error: unknown): void => {
          toasts.show({ text: errors.text(error), tone: 'danger' });
          void client.invalidateQueries({ queryKey: ['trips.generate'] });
        };
        const back = async (): Promise<void> => {
          const left = new Set<number>();
          try {
            for (const way of wayBack(before, changes)) {
              const { ifUnchanged } = way;
              const undone = await changeMany(send, way.ids, way.changes, { ...QUIETLY, ifUnchanged });
              edits.took(undone.changed);
              for (const { id, error } of undone.refused) if (error === 'TripChangedMeanwhile') left.add(id);
              if (undone.failure === undefined) continue;
              failed(undone.failure);
              break;
            }
          } catch (error) {
            failed(error);
          }
          if (left.size === 0) return;
          toasts.show({ text: t('LeftAsChanged', { count: left.size }) });
          void client.invalidateQueries({ queryKey: ['trips.generate'] });
        };
        // What was never on the screen is not known as it was: a change of such trips is not taken back by halves.
        const isKnown = before.length === outcome.changed.length && before.length > 0;
        const text = t('BulkChangedToast', { count: outcome.changed.length });
        edits.took(outcome.changed, isKnown ? { text, run: () => void back() } : undefined);
        if (!isKnown && outcome.changed.length > 0) toasts.show({ topic: 'trip-edit', text });
        return outcome;
      } finally {
        setDone(null);
        void client.invalidateQueries({ queryKey: ['trips.generate'] });
      }
    },
    [client, edits, errors, send, t, toasts],
  );
  const stop = useCallback(() => {
    stopped.current = true;
  }, []);
  return { run, done, stop };
}
