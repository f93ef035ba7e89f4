import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';

/**
 * Who has something unsaved, and the question whether to leave it (NAV-039). Kept outside React: forms tell, whoever leads
 * away asks, and the shell shows the question.
 */
const dirty = new Set<object>();
interface Question {
  /** So many edits wait to be sent and would go; null: it is about a form. */
  readonly unsent: number | null;
  readonly answer: (mayLeave: boolean) => void;
}
let asked: Question | null = null;
const listeners = new Set<() => void>();

const change = (next: Question | null): void => {
  asked = next;
  for (const listener of listeners) listener();
};

export const hasUnsaved = (): boolean => dirty.size > 0;

/** True at once when nothing is unsaved; else the person is asked, and true means that what was typed may be lost. */
export function mayLeave(): Promise<boolean> {
  return hasUnsaved() ? ask(null) : Promise.resolve(true);
}

/** NFR-006: the same about edits that wait to be sent, which signing out throws away. */
export const mayLoseUnsent = (count: number): Promise<boolean> => (count > 0 ? ask(count) : Promise.resolve(true));

/** The person has said that what is typed may go: no other question follows. */
export const forgetUnsaved = (): void => dirty.clear();

function ask(unsent: number | null): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) =>
    change({
      unsent,
      answer: (isYes) => {
        change(null);
        resolve(isYes);
      },
    }),
  );
}

/** Holds navigation, closing the tab and signing out while `isDirty`. */
export function useUnsavedChanges(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    const mark = {};
    dirty.add(mark);
    return () => void dirty.delete(mark);
  }, [isDirty]);
}

/** For a dialog with a form: `close` asks first when something typed would be lost. */
export function useCarefulClose(isDirty: boolean, onClose: () => void): () => void {
  useUnsavedChanges(isDirty);
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  return useCallback(() => void mayLeave().then((isYes) => isYes && latest.current()), []);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** The open question, for the shell. */
export const useLeaveQuestion = (): Question | null => useSyncExternalStore(subscribe, () => asked);
