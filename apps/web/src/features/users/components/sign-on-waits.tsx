import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSessionStore, useUser } from '../../../lib/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { OwnProofForm, type Proof } from '../../second-factor/public/proof-form.tsx';
import { useProfileChange } from '../queries.ts';
import frame from '../../../ui/section.module.css';
import styles from './pending-email.module.css';

/** Decision 0040: the organisation's provider signs one in; what is one's own alone is closed until one agrees with a proof of one's own. */
export function SignOnWaits(): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles['pending']}>
      <p>
        <strong>{t('SignOnWaits')}</strong>
      </p>
      <p className={frame['soft']}>{t('SignOnWaitsText')}</p>
      <div className={styles['acts']}>
        <Button isSmall look="primary" onClick={() => setOpen(true)}>
          {t('PendingEmailDone')}
        </Button>
      </div>
      {isOpen && <AgreeDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

function AgreeDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const session = useSessionStore();
  const { PrivateIsClosed: _, ...user } = useUser();
  const agree = useProfileChange((send, body: Proof) => call(send, 'users.agree-to-sign-on', { body }));
  const save = (proof: Proof): void =>
    agree.mutate(proof, {
      onSuccess: ({ pending_email: pending }) => {
        session.update(pending?.is_in_force ? { ...user, PrivateIsClosed: true } : user);
        toasts.show({ text: t('SignOnAgreed') });
        onClose();
      },
    });
  return (
    <Dialog title={t('SignOnAgreeTitle')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <OwnProofForm
        label={t('SignOnAgreeTitle')}
        submit={t('PendingEmailDone')}
        isBusy={agree.isPending}
        failure={agree.error}
        onProof={save}
        onClose={onClose}
      >
        <p>{t('SignOnAgreeText')}</p>
        <p className={frame['soft']}>{t('SignOnAgreeNoPassword')}</p>
      </OwnProofForm>
    </Dialog>
  );
}
