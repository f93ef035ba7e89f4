import { useState } from 'react';
import { useUnsavedChanges } from './unsaved.ts';

/** What was changed in a form and not saved. Kept by the page, so that it stays while another tab is open (UNIT-021). */
export interface Draft<T extends object> {
  readonly changes: Partial<T>;
  readonly isDirty: boolean;
  /** A field that is back at what is saved is no change. */
  readonly set: <K extends keyof T>(saved: T, field: K, value: T[K]) => void;
  /** For forms with rules of their own about what is a change. */
  readonly change: (next: (before: Partial<T>) => Partial<T>) => void;
  readonly forget: () => void;
}

export function useDraft<T extends object>(): Draft<T> {
  const [changes, setChanges] = useState<Partial<T>>({});
  const isDirty = Object.keys(changes).length > 0;
  useUnsavedChanges(isDirty);
  return {
    changes,
    isDirty,
    set: (saved, field, value) =>
      setChanges((before) => {
        const { [field]: _before, ...rest } = before;
        const isSame = JSON.stringify(value) === JSON.stringify(saved[field]);
        return (isSame ? rest : { ...rest, [field]: value }) as Partial<T>;
      }),
    change: setChanges,
    forget: () => setChanges({}),
  };
}
