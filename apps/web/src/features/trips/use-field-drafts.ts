import { useCallback, useRef, useState } from 'react';
import { useUser } from '../../lib/session-context.tsx';
import { forgetDraft, keepDraft, keptDrafts } from './kept-drafts.ts';
import type { WaitingEdit } from './waiting-edits.ts';

const SAVED_SHOWN_MS = 4_000;

export interface Draft {
  readonly status: 'saving' | 'saved' | 'failed' | 'waiting' | 'undecided';
  /** What the person wants; shown until the server has it. */
  readonly value: string;
  readonly error?: unknown;
  /** Of one that waits. */
  readonly edit?: WaitingEdit;
}

interface Saving<Saved> {
  readonly save: () => Promise<Saved>;
  /** What the field holds once it is saved. */
  readonly valueOf: (saved: Saved) => string;
  /** Sent although a newer value waits behind it. */
  readonly isAlwaysSent: boolean;
  /** The server has a word that settles the matter: the draft goes. */
  readonly isSettledBy: (error: unknown) => boolean;
}

/** What was typed and is not yet the server's: sent in order per field, marked while it is on its way and when it failed. */
export function useFieldDrafts() {
  const { ID: userId } = useUser();
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(
    () => new Map([...keptDrafts(userId)].map(([key, value]) => [key, { status: 'failed', value }])),
  );
  const queues = useRef(new Map<string, Promise<unknown>>());
  const versions = useRef(new Map<string, number>());
  const setDraft = useCallback(
    (key: string, draft: Draft | null) => {
      if (draft && draft.status !== 'saved') keepDraft(userId, key, draft.value);
      else forgetDraft(userId, key);
      setDrafts((all) => {
        const next = new Map(all);
        if (draft) next.set(key, draft);
        else next.delete(key);
        return next;
      });
    },
    [userId],
  );
  const enqueue = useCallback(
    <Saved>(key: string, value: string, saving: Saving<Saved>): Promise<Saved | null> => {
      const version = (versions.current.get(key) ?? 0) + 1;
      versions.current.set(key, version);
      const isNewest = (): boolean => versions.current.get(key) === version;
      setDraft(key, { status: 'saving', value });
      const run = (queues.current.get(key) ?? Promise.resolve()).then(async (): Promise<Saved | null> => {
        if (!isNewest() && !saving.isAlwaysSent) return null;
        try {
          const saved = await saving.save();
          if (!isNewest()) return saved;
          setDraft(key, { status: 'saved', value: saving.valueOf(saved) });
          setTimeout(() => isNewest() && setDraft(key, null), SAVED_SHOWN_MS);
          return saved;
        } catch (error) {
          const isSettled = saving.isSettledBy(error);
          if (isNewest()) setDraft(key, isSettled ? null : { status: 'failed', value, error });
          return null;
        }
      });
      queues.current.set(key, run);
      return run;
    },
    [setDraft],
  );
  /** A field was taken away while somebody typed in it. */
  const leave = useCallback((key: string, value: string) => keepDraft(userId, key, value), [userId]);
  return { drafts, enqueue, leave };
}
