import { BULK_MAX } from '@spora/contract/limits';
import { useState } from 'react';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { isInDoubt, type Passage, withNowPaid } from './model.ts';
import { useCorrections } from './queries.ts';

/** Whether somebody passed there. */
export type Verdict = 'passed' | 'not-passed';

export interface Reviews {
  readonly ticked: ReadonlyMap<string, Passage>;
  readonly tick: (rows: readonly Passage[], isOn: boolean) => void;
  /** Says it of these, and of nothing else until that is saved. */
  readonly say: (rows: readonly Passage[], verdict: Verdict) => void;
  /** Keys of what is being said. */
  readonly waiting: ReadonlySet<string>;
}

const NOTHING: ReadonlyMap<string, Passage> = new Map();
const NO_KEYS: ReadonlySet<string> = new Set();

/** REP-014: what somebody says of passages that are not sure, one or many at once; the notice takes it back. */
export function useReviews(): Reviews {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const { review, undoReview } = useCorrections();
  const [ticked, setTicked] = useState(NOTHING);
  const [waiting, setWaiting] = useState(NO_KEYS);
  const failed = (error: unknown): void => void toasts.show({ tone: 'danger', text: errors.text(error) });
  const undo = (ids: number[]): void =>
    undoReview.mutate(ids, { onSuccess: () => toasts.show({ text: t('TollsUndone') }), onError: failed });
  const say = (rows: readonly Passage[], verdict: Verdict): void => {
    const passages = rows.flatMap(({ unit: { imei }, station_id, at }) => (imei === null ? [] : [{ imei, station_id, at }]));
    if (passages.length === 0 || waiting.size > 0) return;
    setWaiting(new Set(rows.map(({ key }) => key)));
    review.mutate(
      { passages, kind: verdict, reason: t('TollsReviewReason') },
      {
        onSuccess: ({ ids, now_paid }) => {
          setTicked(NOTHING);
          toasts.show({
            topic: 'toll-review',
            text: withNowPaid(t(`TollsSaid-${verdict}`, { count: passages.length }), now_paid, t),
            ...(ids.length > 0 ? { action: { label: t('Undo'), run: () => undo(ids) } } : {}),
          });
        },
        onError: failed,
        onSettled: () => setWaiting(NO_KEYS),
      },
    );
  };
  const tick = (rows: readonly Passage[], isOn: boolean): void =>
    setTicked((before) => {
      const next = new Map(before);
      for (const row of rows.filter(isInDoubt)) {
        if (!isOn) next.delete(row.key);
        else if (next.size < BULK_MAX) next.set(row.key, row);
      }
      return next;
    });
  return { ticked, tick, say, waiting };
}
