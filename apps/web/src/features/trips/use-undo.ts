import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** TRIP-020, CONST-059. */
export const UNDO_MAX = 20;

export interface Undo {
  /** Takes back the last change of this session, if there is one. */
  readonly undo: () => void;
  /** How many changes can be taken back. */
  readonly undoCount: number;
  readonly remember: (back: () => void) => void;
  /** Takes back one that is not the last. */
  readonly takeBack: (back: () => void) => void;
}

/** The changes of the session that can be taken back, by Ctrl-Z too. */
export function useUndo(): Undo {
  const stack = useRef<readonly (() => void)[]>([]);
  const [undoCount, setUndoCount] = useState(0);
  const keep = useCallback((next: readonly (() => void)[]) => {
    stack.current = next;
    setUndoCount(next.length);
  }, []);
  const takeBack = useCallback(
    (back: () => void) => {
      keep(stack.current.filter((each) => each !== back));
      back();
    },
    [keep],
  );
  const undo = useCallback(() => {
    const last = stack.current.at(-1);
    if (last) takeBack(last);
  }, [takeBack]);
  const remember = useCallback((back: () => void) => keep([...stack.current, back].slice(-UNDO_MAX)), [keep]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      // A field that somebody is typing in has its own undo, by letters.
      const { target } = event;
      if (target instanceof HTMLElement && ['INPUT', 'TEXTAREA'].includes(target.tagName) && !target.dataset['clean']) return;
      if (stack.current.length === 0) return;
      event.preventDefault();
      undo();
    };
    // Before what takes back the newest notice: its change is one of these.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [undo]);

  return useMemo(() => ({ undo, undoCount, remember, takeBack }), [undo, undoCount, remember, takeBack]);
}
