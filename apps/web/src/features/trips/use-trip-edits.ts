import type { Trip } from '@spora/contract/trips/endpoints';
import { useCallback, useMemo } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useTripTypeText } from '../../lib/trip-type.ts';
import { useToasts } from '../../ui/toast.tsx';
import { reach } from '../../lib/offline/reach.ts';
import { changedKey, valueOf, type EditableField } from './fields.ts';
import { useWaitingEdits, useWaitingList } from './public/waiting-edits-context.tsx';
import type { TripType } from './public/trip-search.ts';
import { saveField } from './save-field.ts';
import { useFieldDrafts, type Draft } from './use-field-drafts.ts';
import { useShownTrips } from './use-shown-trips.ts';
import { useUndo, type Undo } from './use-undo.ts';
import { editKey, waitingEdit } from './waiting-edits.ts';
import type { WaitingQueue } from './waiting-queue.ts';

export interface TripEdits extends Pick<Undo, 'undo' | 'undoCount'> {
  draftOf(tripId: number, field: EditableField): Draft | undefined;
  /** `began`: what somebody who typed had before them; where the trip says something else by then, they are asked (ERR-041). */
  change(trip: Trip, field: EditableField, value: string, began?: string): void;
  retry(trip: Trip, field: EditableField): void;
  /** Keeps what was being typed when the field went away, as at the end of a session. */
  leave(trip: Trip, field: EditableField, value: string): void;
  /** Puts trips that were changed otherwise into the log; `back` is how that is taken back, and what is said beside the offer. */
  took(trips: readonly Trip[], back?: { readonly text: string; readonly run: () => void }): void;
}

/** While the trip says that still; an undo that comes too late is told, and what was typed is to be decided on. */
interface Expected {
  readonly expected?: string | undefined;
  readonly isUndo?: boolean;
}

const isOthersChange = (error: unknown): boolean => error instanceof ApiError && error.errors === 'TripChangedMeanwhile';
const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/**
 * Edits in place: the new value is shown at once, sent in order per field, and stays with a mark when it could not be
 * saved. The last changes of the session can be undone.
 */
export function useTripEdits(): TripEdits {
  const send = useSend();
  const t = useT();
  const typeText = useTripTypeText();
  const toasts = useToasts();
  const { put, tellOther } = useShownTrips();
  const { drafts, enqueue, leave } = useFieldDrafts();
  const { undo, undoCount, remember, takeBack } = useUndo();

  const queue = useWaitingEdits();
  const waiting = useWaitingList();

  const draftOf = useCallback(
    (tripId: number, field: EditableField): Draft | undefined => {
      const key = editKey(tripId, field);
      const edit = waiting.find((each) => each.key === key);
      return drafts.get(key) ?? (edit && { status: edit.trouble ? 'undecided' : 'waiting', value: edit.value, edit });
    },
    [drafts, waiting],
  );

  const submit = useCallback(
    async (
      trip: Trip,
      field: EditableField,
      value: string,
      { expected, isUndo = false }: Expected = {},
    ): Promise<Trip | null> => {
      const key = editKey(trip.id, field);
      const letWait = async (to: WaitingQueue): Promise<void> =>
        to.add(waitingEdit(trip, field, value, expected ?? valueOf(trip, field), Date.now()));
      if (queue && (!reach().isReached || queue.getEdits().some((each) => each.key === key))) {
        await letWait(queue);
        return null;
      }
      return enqueue(key, value, {
        save: async () => {
          try {
            const saved = await saveField(send, trip.id, field, value, expected);
            put([saved]);
            return saved;
          } catch (error) {
            if (queue && (isUnanswered(error) || (isOthersChange(error) && !isUndo))) await letWait(queue);
            throw error;
          }
        },
        valueOf: (saved) => valueOf(saved, field),
        // Of undos each is sent: the next one expects what it leaves.
        isAlwaysSent: isUndo,
        isSettledBy: (error) => {
          const isOther = isOthersChange(error);
          if (isOther && isUndo) void tellOther(trip.id, field);
          return isUndo ? isOther || (queue !== null && isUnanswered(error)) : queue !== null && (isOther || isUnanswered(error));
        },
      });
    },
    [enqueue, put, queue, send, tellOther],
  );

  const took = useCallback(
    (trips: readonly Trip[], back?: { readonly text: string; readonly run: () => void }) => {
      put(trips);
      if (!back) return;
      const { text, run } = back;
      remember(run);
      toasts.show({ topic: 'trip-edit', text, action: { label: t('Undo'), run: () => takeBack(run) } });
    },
    [put, remember, t, takeBack, toasts],
  );

  const change = useCallback(
    (trip: Trip, field: EditableField, value: string, began?: string) => {
      const draft = draftOf(trip.id, field);
      const before = draft?.value ?? valueOf(trip, field);
      if (before === value) return;
      // While an own edit is on its way nobody knows yet what the trip says.
      const expected = draft && draft.status !== 'saved' ? undefined : began;
      void submit(trip, field, value, { expected }).then((saved) => {
        if (!saved) return;
        const back = (): void => void submit(trip, field, before, { expected: valueOf(saved, field), isUndo: true });
        remember(back);
        toasts.show({
          topic: 'trip-edit',
          text: field === 'type' ? t('TypeChanged', { type: typeText(value as TripType) }) : t(changedKey(field, before, value)),
          action: { label: t('Undo'), run: () => takeBack(back) },
        });
      });
    },
    [draftOf, remember, submit, t, takeBack, toasts, typeText],
  );

  return useMemo(
    () => ({
      draftOf,
      change,
      retry: (trip, field) => {
        const draft = drafts.get(editKey(trip.id, field));
        if (draft) void submit(trip, field, draft.value);
      },
      leave: (trip, field, value) => leave(editKey(trip.id, field), value),
      undo,
      undoCount,
      took,
    }),
    [change, draftOf, drafts, leave, submit, took, undo, undoCount],
  );
}
