import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useErrorText } from '../../../lib/i18n.tsx';
import { useSessionStore, useUser } from '../../../lib/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { useProfileChange } from '../queries.ts';
import frame from '../../../ui/section.module.css';
import styles from '../screen.module.css';

/** On or off, with the password again; the consequence stands above the button that names it. */
export function TwoFactorDialog(props: { isOn: boolean; email: string; onClose: () => void }): ReactNode {
  const { onClose } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const session = useSessionStore();
  const user = useUser();
  // What the dialog was opened for stays while its answer arrives.
  const [enabled] = useState(!props.isOn);
  const [password, setPassword] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const change = useProfileChange((send, body: { enabled: boolean; password: string }) =>
    call(send, 'users.set-own-two-factor', { body }),
  );
  const title = enabled ? t('ProfileTwoFactorOn') : t('ProfileTwoFactorOff');
  const save = (): void =>
    change.mutate(
      { enabled, password },
      {
        onSuccess: () => {
          session.update({ ...user, EnableTwoFactorAuth: enabled });
          toasts.show({ text: enabled ? t('TwoFactorIsOn') : t('TwoFactorIsOff') });
          onClose();
        },
        onError: () => input.current?.focus(),
      },
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!change.isPending) save();
  };
  return (
    <Dialog title={title} closeLabel={t('Close')} isOpen onClose={onClose}>
      <form className={styles['form']} onSubmit={submit} noValidate aria-label={title}>
        <p className={frame['soft']}>
          {enabled ? t('ProfileTwoFactorOnText', { email: props.email }) : t('ProfileTwoFactorOffText')}
        </p>
        <TextField
          ref={input}
          label={t('CurrentPassword')}
          name="current-password"
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={errors.fields(change.error)['password'] ?? null}
        />
        <FailureBanner failure={change.error} ownFields={['password']} onRetry={save} />
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look={enabled ? 'primary' : 'danger'} isBusy={change.isPending}>
            {title}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
