import { isStrongPassword } from '@spora/contract/auth/password';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { mayChange } from '../model.ts';
import styles from '../screen.module.css';
import { CapsLockHint, useCapsLock } from './caps-lock.tsx';
import { FailureBanner, useRetryWait } from '../../../ui/failure-banner.tsx';
import { PasswordFields } from '../public/password-fields.tsx';

/** AUTH-024: a new password and its repetition, the current one where the server asks for it; then a dialog that it worked. */
export function PasswordChangeDialog(props: { onClose: () => void }): ReactNode {
  const t = useT();
  const [isDone, setDone] = useState(false);
  const [isTyped, setTyped] = useState(false);
  const close = useCarefulClose(isTyped && !isDone, props.onClose);
  return (
    <Dialog title={isDone ? t('PasswordChanged') : t('PasswordChange')} closeLabel={t('Close')} isOpen onClose={close}>
      {isDone ? (
        <div className={styles['form']}>
          <p role="status">{t('PasswordChangedText')}</p>
          <div className={styles['ends']}>
            <Button look="primary" autoFocus onClick={props.onClose}>
              {t('Close')}
            </Button>
          </div>
        </div>
      ) : (
        <ChangeForm onDone={() => setDone(true)} onCancel={close} onTyped={setTyped} />
      )}
    </Dialog>
  );
}

function ChangeForm(props: { onDone: () => void; onCancel: () => void; onTyped: (isTyped: boolean) => void }): ReactNode {
  const { onTyped } = props;
  const t = useT();
  const errors = useErrorText();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [endsOthers, setEndsOthers] = useState(true);
  const [isTried, setTried] = useState(false);
  const currentInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const caps = useCapsLock();
  const isTyped = current !== '' || password !== '' || confirmation !== '';
  useEffect(() => onTyped(isTyped), [onTyped, isTyped]);
  const { change, isBusy, failure } = useChange(props.onDone, (error) => {
    if (isWrongPassword(error)) currentInput.current?.focus();
    else if (errors.fields(error)['password']) passwordInput.current?.focus();
  });
  const isWaiting = useRetryWait(failure) > 0;
  const fields = useRefusals(failure, { current_password: current, password });
  const save = (): void => {
    setTried(true);
    if (!isStrongPassword(password)) passwordInput.current?.focus();
    else change({ password, current_password: current, end_other_sessions: endsOthers });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (mayChange(password, confirmation) && !isWaiting) save();
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('PasswordChange')}>
      <TextField
        {...caps.handlers}
        ref={currentInput}
        label={t('CurrentPassword')}
        name="current-password"
        type="password"
        autoComplete="current-password"
        autoFocus
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
        error={fields['current_password'] ?? (isWrongPassword(failure) ? errors.text(failure) : null)}
        help={caps.isOn ? <CapsLockHint /> : null}
      />
      <PasswordFields
        password={password}
        confirmation={confirmation}
        onPassword={setPassword}
        onConfirmation={setConfirmation}
        passwordRef={passwordInput}
        passwordError={fields['password'] ?? (isTried && !isStrongPassword(password) ? t('PasswordTooWeak') : null)}
      />
      <CheckBox label={t('EndOtherSessions')} checked={endsOthers} onChange={setEndsOthers} />
      <FailureBanner
        failure={isWrongPassword(failure) ? null : failure}
        ownFields={['password', 'current_password']}
        onRetry={save}
      />
      <div className={styles['ends']}>
        <Button onClick={props.onCancel}>{t('Cancel')}</Button>
        <Button type="submit" look="primary" isBusy={isBusy} disabled={!mayChange(password, confirmation) || isWaiting}>
          {isBusy ? t('Saving') : t('Save')}
        </Button>
      </div>
    </form>
  );
}

const isWrongPassword = (failure: unknown): boolean => failure instanceof ApiError && failure.errors === 'WrongPassword';

function useChange(onDone: () => void, onFailure: (error: unknown) => void) {
  const send = useSend();
  const user = useUser();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const change = (to: { password: string; current_password: string; end_other_sessions: boolean }): void => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    call(send, 'auth.change-password', { body: { userId: user.ID, email: user.Email, ...to } }).then(onDone, (error: unknown) => {
      setFailure(error);
      setBusy(false);
      onFailure(error);
    });
  };
  return { change, isBusy, failure };
}
