import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { Draft } from '../use-field-drafts.ts';
import type { WaitingEdit } from '../waiting-edits.ts';
import styles from './save-mark.module.css';

const TroubleDialog = lazy(() => import('./waiting-trouble.tsx').then((module) => ({ default: module.TroubleDialog })));

const STATUS = { saving: 'Saving', saved: 'Saved', waiting: 'WaitsToBeSent' } as const;

/** Whether an edit has reached the server; a failed one says why and can be tried again, and what two people wrote is decided on. */
export function SaveMark(props: { draft: Draft | undefined; onRetry: () => void }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const { draft } = props;
  if (!draft) return null;
  if (draft.status === 'failed')
    return (
      <span className={styles['failed']} role="alert">
        <Icon name="alert" size={14} />
        <span>
          {t('NotSaved')}.{draft.error !== undefined && ` ${errors.text(draft.error)}`}
        </span>
        <button type="button" className={styles['retry']} onClick={props.onRetry}>
          {t('Retry')}
        </button>
      </span>
    );
  if (draft.status === 'undecided') return <Undecided edit={draft.edit} />;
  return (
    <span className={styles['mark']} data-status={draft.status} role="status">
      {draft.status === 'saving' && <span className={styles['dot']} aria-hidden="true" />}
      {draft.status !== 'saving' && <Icon name={draft.status === 'saved' ? 'check' : 'offline'} size={14} />}
      <span className={styles['word']}>{t(STATUS[draft.status])}</span>
    </span>
  );
}

function Undecided({ edit }: { edit: WaitingEdit | undefined }): ReactNode {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  return (
    <span className={styles['failed']} role="alert">
      <Icon name="alert" size={14} />
      <button type="button" className={styles['retry']} onClick={() => setAsking(true)}>
        {t('WaitsForYou')}
      </button>
      {isAsking && edit && (
        <Suspense>
          <TroubleDialog edits={[edit]} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </span>
  );
}
