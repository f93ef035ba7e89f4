import type { Profile } from '@spora/contract/users/endpoints';
import { useRef, useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { OwnProofForm, type Proof } from '../../second-factor/public/proof-form.tsx';
import { useProfileChange } from '../queries.ts';
import frame from '../../../ui/section.module.css';

/** Another e-mail address, with the password again: it is what one will sign in with once it is proven. */
export function EmailDialog(props: { profile: Profile; onClose: () => void }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const [email, setEmail] = useState('');
  const emailInput = useRef<HTMLInputElement>(null);
  const change = useProfileChange((send, body: Proof & { email: string }) => call(send, 'users.change-email', { body }));
  const close = useCarefulClose(email !== '' && !change.isSuccess, props.onClose);
  const fields = useRefusals(change.error, { email });
  const save = (proof: Proof): void =>
    change.mutate(
      { email, ...proof },
      {
        onSuccess: () => {
          toasts.show({ text: t('ProfileEmailSent', { email }) });
          props.onClose();
        },
        onError: (error) => errors.fields(error)['email'] && emailInput.current?.focus(),
      },
    );
  return (
    <Dialog title={t('ProfileChangeEmail')} closeLabel={t('Close')} isOpen onClose={close}>
      <OwnProofForm
        label={t('ProfileChangeEmail')}
        submit={change.isPending ? t('Saving') : t('Save')}
        isBusy={change.isPending}
        failure={change.error}
        ownFields={['email']}
        isAfterOwn
        onProof={save}
        onClose={close}
      >
        <p className={frame['soft']}>{t('ProfileEmailLead', { email: props.profile.email })}</p>
        {props.profile.two_factor && (
          <p className={frame['soft']}>{t('ProfileEmailTwoFactor', { email: props.profile.email })}</p>
        )}
        <TextField
          ref={emailInput}
          label={t('ProfileNewEmail')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={fields['email'] ?? null}
        />
      </OwnProofForm>
    </Dialog>
  );
}
