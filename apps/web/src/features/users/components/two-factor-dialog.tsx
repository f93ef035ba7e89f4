import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSessionStore, useUser } from '../../../lib/session-context.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { OwnProofForm, type Proof } from '../../second-factor/public/proof-form.tsx';
import { useProfileChange } from '../queries.ts';
import frame from '../../../ui/section.module.css';

/** On or off, with the password again; the consequence stands above the button that names it. */
export function TwoFactorDialog(props: { isOn: boolean; email: string; onClose: () => void }): ReactNode {
  const { onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const session = useSessionStore();
  const user = useUser();
  // What the dialog was opened for stays while its answer arrives.
  const [enabled] = useState(!props.isOn);
  const change = useProfileChange((send, body: Proof & { enabled: boolean }) => call(send, 'users.set-own-two-factor', { body }));
  const title = enabled ? t('ProfileTwoFactorOn') : t('ProfileTwoFactorOff');
  const save = (proof: Proof): void =>
    change.mutate(
      { enabled, ...proof },
      {
        onSuccess: () => {
          session.update({ ...user, EnableTwoFactorAuth: enabled });
          toasts.show({ text: enabled ? t('TwoFactorIsOn') : t('TwoFactorIsOff') });
          onClose();
        },
      },
    );
  return (
    <Dialog title={title} closeLabel={t('Close')} isOpen onClose={onClose}>
      <OwnProofForm
        label={title}
        submit={title}
        look={enabled ? 'primary' : 'danger'}
        isBusy={change.isPending}
        failure={change.error}
        onProof={save}
        onClose={onClose}
      >
        <p className={frame['soft']}>
          {enabled ? t('ProfileTwoFactorOnText', { email: props.email }) : t('ProfileTwoFactorOffText')}
        </p>
      </OwnProofForm>
    </Dialog>
  );
}
