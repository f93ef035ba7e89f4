import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';

/**
 * Who has something unsaved, and the question whether to leave it (NAV-039). Kept outside React: forms tell, whoever leads
 * away asks, and the shell shows the question.
 */
const dirty = new Set<object>();
let asked: { readonly answer: (mayLeave: boolean) => void } | null = null;
const listeners = new Set<() => void>();

const change = (next: typeof asked): void => {
  asked = next;
  for (const listener of listeners) listener();
};

export const hasUnsaved = (): boolean => dirty.size > 0;

/** True at once when nothing is unsaved; else the person is asked, and true means that what was typed may be lost. */
export function mayLeave(): Promise<boolean> {
  if (!hasUnsaved()) return Promise.resolve(true);
  asked?.answer(false);
  return new Promise((resolve) =>
    change({
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
export const useLeaveQuestion = (): typeof asked => useSyncExternalStore(subscribe, () => asked);
