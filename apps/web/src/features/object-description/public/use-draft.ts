import { useState } from 'react';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import type { ObjectForm, TheftForm } from '../model.ts';

/** UNIT-021: what was typed and is not saved; it stays while another tab of the unit is open. */
export interface Draft<Form> {
  readonly changes: Partial<Form>;
  readonly isDirty: boolean;
  readonly change: (next: (before: Partial<Form>) => Partial<Form>) => void;
  readonly forget: () => void;
}

function useDraft<Form>(): Draft<Form> {
  const [changes, setChanges] = useState<Partial<Form>>({});
  const isDirty = Object.keys(changes).length > 0;
  useUnsavedChanges(isDirty);
  return { changes, isDirty, change: setChanges, forget: () => setChanges({}) };
}

export const useObjectDraft = (): Draft<ObjectForm> => useDraft<ObjectForm>();
export const useTheftDraft = (): Draft<TheftForm> => useDraft<TheftForm>();
