import { useState } from 'react';
import { useUnsavedChanges } from './unsaved.ts';
import { leftAlone } from './with-theirs.ts';

/** What was changed in a form and not saved. Kept by the page, so that it stays while another tab is open (UNIT-021). */
export interface Draft<T extends object> {
  readonly changes: Partial<T>;
  /** ERR-041: what each changed field was when it was changed first, whatever has been told of it since. */
  readonly began: Partial<T>;
  readonly isDirty: boolean;
  /** A field that is back at what is saved is no change. */
  readonly set: <K extends keyof T>(saved: T, field: K, value: T[K]) => void;
  /** For forms with rules of their own about what is a change. */
  readonly change: (next: (before: Partial<T>) => Partial<T>) => void;
  readonly forget: () => void;
  /** ERR-041: changes of fields that somebody else has saved otherwise meanwhile are let go; all others stay. */
  readonly rebase: (saved: T) => void;
}

const without = <T extends object>(fields: Partial<T>, field: keyof T): Partial<T> => {
  const { [field]: _left, ...rest } = fields;
  return rest as Partial<T>;
};

export function useDraft<T extends object>(): Draft<T> {
  const [{ changes, began }, setDraft] = useState<{ changes: Partial<T>; began: Partial<T> }>({ changes: {}, began: {} });
  const isDirty = Object.keys(changes).length > 0;
  useUnsavedChanges(isDirty);
  return {
    changes,
    began,
    isDirty,
    set: (saved, field, value) =>
      setDraft((before) =>
        JSON.stringify(value) === JSON.stringify(saved[field])
          ? { changes: without(before.changes, field), began: without(before.began, field) }
          : {
              changes: { ...before.changes, [field]: value },
              began: field in before.began ? before.began : { ...before.began, [field]: saved[field] },
            },
      ),
    change: (next) => setDraft((before) => ({ ...before, changes: next(before.changes) })),
    forget: () => setDraft({ changes: {}, began: {} }),
    rebase: (saved) =>
      setDraft(({ changes, began }) => ({ changes: leftAlone(changes, began, saved), began: leftAlone(began, began, saved) })),
  };
}
