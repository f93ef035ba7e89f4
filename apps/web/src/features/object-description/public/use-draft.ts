import { useDraft, type Draft } from '../../../lib/use-draft.ts';
import type { ObjectForm, TheftForm } from '../model.ts';

export const useObjectDraft = (): Draft<ObjectForm> => useDraft<ObjectForm>();
export const useTheftDraft = (): Draft<TheftForm> => useDraft<TheftForm>();
