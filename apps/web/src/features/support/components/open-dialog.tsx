import { useState, type FormEvent, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { navigateTo } from '../../../lib/navigate.ts';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useSessionStore } from '../../../lib/session-context.tsx';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { accountAddress } from '../model.ts';
import { useSupportWrite } from '../queries.ts';
import styles from '../support.module.css';

/**
 * Opens a customer's account for an hour, with a reason that they will read. The visit becomes this tab's session, so that the
 * customer's pages open as they are. `name` is null where only the number is known.
 */
export function OpenDialog(props: { id: number; name: string | null; onClose: () => void }): ReactNode {
  const { id, name, onClose } = props;
  const t = useT();
  const session = useSessionStore();
  const [reason, setReason] = useState('');
  const open = useSupportWrite('support.open-account');
  const close = useCarefulClose(reason !== '' && !open.isPending && !open.isSuccess, onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (open.isPending) return;
    open.mutate(
      { params: { id }, body: { reason } },
      {
        onSuccess: ({ token, user }) => {
          void session.begin({ token, user }, { isRemembered: false });
          onClose();
          navigateTo(accountAddress(id));
        },
      },
    );
  };
  const refused = useRefusals(open.error, { reason });
  return (
    <Dialog
      title={name === null ? t('OpenAccountByNumber', { id: String(id) }) : t('OpenAccountTitle', { name })}
      closeLabel={t('Close')}
      isOpen
      onClose={close}
    >
      <form className={styles['form']} noValidate onSubmit={submit}>
        <p>{t('OpenAccountText')}</p>
        <TextField
          label={t('OpenAccountReason')}
          help={t('OpenAccountReasonHelp')}
          maxLength={200}
          autoFocus
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={refused['reason'] ?? null}
        />
        <FailureBanner failure={open.error} ownFields={['reason']} onRetry="submit" />
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" isBusy={open.isPending}>
            {t('OpenAccountDo')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
