import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';
import { hasUnsaved, mayLeave, useLeaveQuestion } from '../lib/unsaved.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from './shell.module.css';

/** NAV-039: asks before another page, a closed tab or a closed dialog throws away what was typed. */
export function UnsavedGuard(): ReactNode {
  useBlocker({
    // Filters and tabs of the same page keep the form.
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await mayLeave()),
    enableBeforeUnload: hasUnsaved,
  });
  return <LeaveQuestion />;
}

/** The question itself, for pages outside of the router too: whoever closes a dialog there waits for its answer. */
export function LeaveQuestion(): ReactNode {
  const t = useT();
  const question = useLeaveQuestion();
  const unsent = question?.unsent ?? null;
  return (
    <Dialog
      title={t(unsent === null ? 'UnsavedTitle' : 'UnsentTitle')}
      closeLabel={t('Close')}
      isOpen={question !== null}
      onClose={() => question?.answer(false)}
    >
      <p>{unsent === null ? t('UnsavedText') : t('UnsentText', { count: unsent })}</p>
      <div className={styles['dialogActions']}>
        <Button onClick={() => question?.answer(false)}>{t(unsent === null ? 'KeepEditing' : 'StaySignedIn')}</Button>
        <Button look="danger" onClick={() => question?.answer(true)}>
          {t(unsent === null ? 'LeaveUnsaved' : 'SignOutUnsent')}
        </Button>
      </div>
    </Dialog>
  );
}
