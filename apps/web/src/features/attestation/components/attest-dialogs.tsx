import { ATTEST_NOTE_MAX } from '@spora/contract/limits';
import { useState, type ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './attest.module.css';

/** ATT-015: an attestation is taken away with a reason, which its driver is told. */
export function ReasonDialog(props: {
  title: string;
  lead: string;
  isBusy: boolean;
  error: unknown;
  onReason: (reason: string) => void;
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const [reason, setReason] = useState('');
  const field = errors.fields(props.error)['reason'] ?? null;
  return (
    <Dialog title={props.title} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <form
        className={styles['stack']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!props.isBusy) props.onReason(reason);
        }}
      >
        <p>{props.lead}</p>
        <TextField
          label={t('ReopenReason')}
          name="reason"
          autoComplete="off"
          maxLength={ATTEST_NOTE_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={field}
        />
        {Boolean(props.error) && !field && <Banner tone="danger">{errors.text(props.error)}</Banner>}
        <Ends onClose={props.onClose}>
          <Button type="submit" look="danger" icon="undo" isBusy={props.isBusy}>
            {t('ReopenButton')}
          </Button>
        </Ends>
      </form>
    </Dialog>
  );
}

/** DEC-47: says what will happen to how many, and warns of those that their driver has not attested. */
export function BatchDialog(props: {
  count: number;
  withoutUser: number;
  isBusy: boolean;
  error: unknown;
  onAttest: (note: string) => void;
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const [note, setNote] = useState('');
  return (
    <Dialog title={t('BatchTitle', { count: props.count })} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <form
        className={styles['stack']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!props.isBusy) props.onAttest(note);
        }}
      >
        <p>{t('BatchLead')}</p>
        {props.withoutUser > 0 && <Banner tone="warning">{t('BatchWithoutUser', { count: props.withoutUser })}</Banner>}
        <TextField
          label={t('AttestNote')}
          name="note"
          autoComplete="off"
          maxLength={ATTEST_NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          error={errors.fields(props.error)['note'] ?? null}
        />
        {Boolean(props.error) && <Banner tone="danger">{errors.text(props.error)}</Banner>}
        <Ends onClose={props.onClose}>
          <Button type="submit" look="primary" icon="check" isBusy={props.isBusy}>
            {t('BatchTitle', { count: props.count })}
          </Button>
        </Ends>
      </form>
    </Dialog>
  );
}

export interface BatchResult {
  readonly name: string;
  /** Null when it worked. */
  readonly error: string | null;
}

/** ATT-013: how many went well, and of each other one why not. */
export function ResultDialog(props: {
  title: string;
  done: string;
  results: readonly BatchResult[];
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const refused = props.results.filter((result) => result.error !== null);
  return (
    <Dialog title={props.title} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <div className={styles['stack']}>
        {refused.length < props.results.length && <Banner tone="success">{props.done}</Banner>}
        {refused.length > 0 && (
          <ul className={styles['lines']}>
            {refused.map((result, index) => (
              <li key={index} className={styles['line']}>
                <span className={styles['grow']}>
                  {result.name}
                  <span className={styles['under']}>{result.error}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
        <div className={styles['ends']}>
          <Button look="primary" onClick={props.onClose}>
            {t('Close')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Ends(props: { onClose: () => void; children: ReactNode }): ReactNode {
  const t = useT();
  return (
    <div className={styles['ends']}>
      <Button onClick={props.onClose}>{t('Cancel')}</Button>
      {props.children}
    </div>
  );
}
