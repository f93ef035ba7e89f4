import type { Trip } from '@spora/contract/trips/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';
import { useUser } from '../../lib/session-context.tsx';
import { useTripTypeText } from '../../lib/trip-type.ts';
import { useToasts } from '../../ui/toast.tsx';
import { bodyOf, CHANGED, changesOf, valueOf, type EditableField } from './fields.ts';
import { withTrip, type TripPage } from './model.ts';
import type { TripType } from './public/trip-search.ts';

/** TRIP-020, CONST-059. */
export const UNDO_MAX = 20;
const SAVED_SHOWN_MS = 4_000;

export interface Draft {
  readonly status: 'saving' | 'saved' | 'failed';
  /** What the person wants; shown until the server has it. */
  readonly value: string;
  readonly error?: unknown;
}

export interface TripEdits {
  draftOf(tripId: number, field: EditableField): Draft | undefined;
  change(trip: Trip, field: EditableField, value: string): void;
  retry(trip: Trip, field: EditableField): void;
  /** Takes back the last change of this session, if there is one. */
  undo(): void;
  /** How many changes can be taken back. */
  readonly undoCount: number;
  /** Puts trips that were changed otherwise into the log, and how that is taken back. */
  took(trips: readonly Trip[], back?: () => void): void;
}

const keyOf = (tripId: number, field: EditableField): string => `${tripId}.${field}`;

/** With `expected` only while the trip says that still. */
async function save(send: Send, tripId: number, field: EditableField, value: string, expected?: string): Promise<Trip> {
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

/**
 * Edits in place: the new value is shown at once, sent in order per field, and stays with a mark when it could not be
 * saved. The last changes of the session can be undone.
 */
export function useTripEdits(): TripEdits {
  const send = useSend();
  const t = useT();
  const typeText = useTripTypeText();
  const isOtherAsked = useUser().OtherTripPurposeRequired;
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const queues = useRef(new Map<string, Promise<unknown>>());
  const versions = useRef(new Map<string, number>());
  const undoStack = useRef<(() => void)[]>([]);
  const [undoCount, setUndoCount] = useState(0);

  const setDraft = useCallback((key: string, draft: Draft | null) => {
    setDrafts((all) => {
      const next = new Map(all);
      if (draft) next.set(key, draft);
      else next.delete(key);
      return next;
    });
  }, []);

  const put = useCallback(
    (trips: readonly Trip[]) => {
      queryClient.setQueriesData<TripPage>(
        { queryKey: ['trips.generate'] },
        (page) => page && trips.reduce((all, trip) => withTrip(all, trip, isOtherAsked), page),
      );
    },
    [isOtherAsked, queryClient],
  );
  /** An undo that came too late: the trip is shown as it is, with who changed it. */
  const tellOther = useCallback(
    async (tripId: number, field: EditableField): Promise<void> => {
      void queryClient.invalidateQueries({ queryKey: ['trips.generate'] });
      const by = await call(send, 'trips.history', { params: { id: tripId } }).catch(() => null);
      const name = by?.changes.find((change) => change.field === field)?.actor;
      toasts.show({ text: name ? t('UndoChangedBy', { name }) : t('TripChangedMeanwhile') });
    },
    [queryClient, send, t, toasts],
  );
  const submit = useCallback(
    (trip: Trip, field: EditableField, value: string, expected?: string): Promise<Trip | null> => {
      const key = keyOf(trip.id, field);
      const version = (versions.current.get(key) ?? 0) + 1;
      versions.current.set(key, version);
      const isNewest = (): boolean => versions.current.get(key) === version;
      setDraft(key, { status: 'saving', value });
      const run = (queues.current.get(key) ?? Promise.resolve()).then(async (): Promise<Trip | null> => {
        // Of undos each is sent: the next one expects what it leaves.
        if (!isNewest() && expected === undefined) return null;
        try {
          const saved = await save(send, trip.id, field, value, expected);
          put([saved]);
          if (!isNewest()) return saved;
          setDraft(key, { status: 'saved', value: valueOf(saved, field) });
          setTimeout(() => isNewest() && setDraft(key, null), SAVED_SHOWN_MS);
          return saved;
        } catch (error) {
          const isOther = error instanceof ApiError && error.errors === 'TripChangedMeanwhile';
          if (isOther) void tellOther(trip.id, field);
          if (isNewest()) setDraft(key, isOther ? null : { status: 'failed', value, error });
          return null;
        }
      });
      queues.current.set(key, run);
      return run;
    },
    [put, send, setDraft, tellOther],
  );

  const undo = useCallback(() => {
    undoStack.current.pop()?.();
    setUndoCount(undoStack.current.length);
  }, []);
  const remember = useCallback((back: () => void) => {
    undoStack.current = [...undoStack.current, back].slice(-UNDO_MAX);
    setUndoCount(undoStack.current.length);
  }, []);
  const took = useCallback(
    (trips: readonly Trip[], back?: () => void) => {
      put(trips);
      if (back) remember(back);
    },
    [put, remember],
  );

  const change = useCallback(
    (trip: Trip, field: EditableField, value: string) => {
      const before = drafts.get(keyOf(trip.id, field))?.value ?? valueOf(trip, field);
      if (before === value) return;
      void submit(trip, field, value).then((saved) => {
        if (!saved) return;
        const back = (): void => void submit(trip, field, before, valueOf(saved, field));
        remember(back);
        toasts.show({
          topic: 'trip-edit',
          text: field === 'type' ? t('TypeChanged', { type: typeText(value as TripType) }) : t(CHANGED[field]),
          action: {
            label: t('Undo'),
            run: () => {
              undoStack.current = undoStack.current.filter((each) => each !== back);
              setUndoCount(undoStack.current.length);
              back();
            },
          },
        });
      });
    },
    [drafts, remember, submit, t, toasts, typeText],
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      // A field that somebody is typing in has its own undo, by letters.
      const { target } = event;
      if (target instanceof HTMLElement && ['INPUT', 'TEXTAREA'].includes(target.tagName) && !target.dataset['clean']) return;
      event.preventDefault();
      undo();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [undo]);

  return useMemo(
    () => ({
      draftOf: (tripId, field) => drafts.get(keyOf(tripId, field)),
      change,
      retry: (trip, field) => {
        const draft = drafts.get(keyOf(trip.id, field));
        if (draft) void submit(trip, field, draft.value);
      },
      undo,
      undoCount,
      took,
    }),
    [change, drafts, submit, took, undo, undoCount],
  );
}
