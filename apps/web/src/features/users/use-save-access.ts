import { useErrorText, useT } from '../../lib/i18n.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { inverse, type AccessPairs } from './public/access-model.ts';
import { type AccessAnswer, changeAccess, useUserWrite } from './queries.ts';

/** Saves changes of access, says how it went and offers the way back. */
export function useSaveAccess() {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const write = useUserWrite(changeAccess);
  // Also where the sheet has closed meanwhile.
  const change = (pairs: AccessPairs, onDone: (answer: AccessAnswer) => void): void =>
    void write.mutateAsync(pairs).then(onDone, (error: unknown) => toasts.show({ text: errors.text(error), tone: 'danger' }));
  const undo = (pairs: AccessPairs) => ({
    action: { label: t('Undo'), run: () => change(inverse(pairs), (answer) => tell(answer)) },
  });
  /** `text`: what is said in place of how many were given and taken away. */
  const tell = ({ given, taken, refused, bookings }: AccessAnswer, pairs?: AccessPairs, text?: string): void => {
    const action = pairs ? undo(pairs) : {};
    if (refused.length > 0) {
      toasts.show({ text: t('AccessKept', { count: refused.length }), tone: 'danger', ...action });
      return;
    }
    const saved = text ?? t('AccessSaved', { given, taken });
    toasts.show({ text: bookings > 0 ? `${saved}. ${t('AccessBookingsGo', { count: bookings })}` : saved, ...action });
  };
  const run = (pairs: AccessPairs, onDone: () => void): void =>
    change(pairs, (answer) => {
      onDone();
      tell(answer, pairs);
    });
  return { run, tell, isPending: write.isPending };
}
