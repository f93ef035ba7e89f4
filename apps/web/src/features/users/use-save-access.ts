import { useErrorText, useT } from '../../lib/i18n.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { inverse, type AccessPairs } from './public/access-model.ts';
import { changeAccess, useUserWrite } from './queries.ts';

/** Saves changes of access, says how it went and offers the way back. */
export function useSaveAccess() {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const write = useUserWrite(changeAccess);
  const run = (pairs: AccessPairs, onDone: () => void, isUndo = false): void =>
    write.mutate(pairs, {
      onSuccess: ({ given, taken, refused }) => {
        onDone();
        const action = isUndo ? {} : { action: { label: t('Undo'), run: () => run(inverse(pairs), () => undefined, true) } };
        if (refused.length > 0) toasts.show({ text: t('AccessKept', { count: refused.length }), tone: 'danger', ...action });
        else toasts.show({ text: t('AccessSaved', { given, taken }), ...action });
      },
      onError: (error) => toasts.show({ text: errors.text(error), tone: 'danger' }),
    });
  return { run, isPending: write.isPending };
}
