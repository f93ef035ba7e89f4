import type { SupportAccount } from '@spora/contract/support/endpoints';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useSupportWrite } from '../queries.ts';
import styles from '../support.module.css';

/** Issue 12, A4: for a user who lost every factor and has no administrator to ask. */
export function AccountFactor(props: { account: SupportAccount }): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles['head']}>
      <p className={styles['soft']}>{t('SupportResetLead')}</p>
      <Button onClick={() => setOpen(true)}>{t('SupportResetTitle')}</Button>
      {isOpen && <ResetDialog account={props.account} onClose={() => setOpen(false)} />}
    </div>
  );
}

function ResetDialog(props: { account: SupportAccount; onClose: () => void }): ReactNode {
  const { account, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const [email, setEmail] = useState('');
  const [reason, setReason] = useState('');
  const reset = useSupportWrite('support.reset-second-factor');
  const fields = useRefusals(reset.error, { email, reason });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reset.isPending) return;
    reset.mutate(
      { params: { id: account.id }, body: { email, reason } },
      {
        onSuccess: () => {
          toasts.show({ text: t('SupportResetDone', { email }) });
          onClose();
        },
      },
    );
  };
  const close = useCarefulClose(email !== '' || reason !== '', onClose);
  return (
    <Dialog title={t('SupportResetTitle')} closeLabel={t('Close')} isOpen onClose={close}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <TextField
          label={t('SupportResetEmail')}
          type="email"
          autoComplete="off"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={fields['email'] ?? null}
        />
        <TextField
          label={t('ResetFactorReason')}
          maxLength={200}
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={fields['reason'] ?? null}
        />
        <p className={styles['soft']}>{t('CustomerSeesChange')}</p>
        <FailureBanner failure={reset.error} ownFields={['email', 'reason']} onRetry="submit" />
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="danger" isBusy={reset.isPending}>
            {t('SupportResetTitle')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
