import type { Profile } from '@spora/contract/users/endpoints';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { useProfileChange } from '../queries.ts';
import frame from '../../../ui/section.module.css';
import styles from '../screen.module.css';

/** Another e-mail address, with the password again: it is what one will sign in with once it is proven. */
export function EmailDialog(props: { profile: Profile; onClose: () => void }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const change = useProfileChange((send, body: { email: string; password: string }) =>
    call(send, 'users.change-email', { body }),
  );
  const close = useCarefulClose(email !== '' && !change.isSuccess, props.onClose);
  const fields = errors.fields(change.error);
  const save = (): void =>
    change.mutate(
      { email, password },
      {
        onSuccess: () => {
          toasts.show({ text: t('ProfileEmailSent', { email }) });
          props.onClose();
        },
        onError: (error) => (errors.fields(error)['password'] ? passwordInput : emailInput).current?.focus(),
      },
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!change.isPending) save();
  };
  return (
    <Dialog title={t('ProfileChangeEmail')} closeLabel={t('Close')} isOpen onClose={close}>
      <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('ProfileChangeEmail')}>
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
        <TextField
          ref={passwordInput}
          label={t('CurrentPassword')}
          name="current-password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={fields['password'] ?? null}
        />
        <FailureBanner failure={change.error} ownFields={['email', 'password']} onRetry={save} />
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" isBusy={change.isPending}>
            {change.isPending ? t('Saving') : t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
