import { useState, type ReactNode, type Ref } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { CapsLockHint, useCapsLock } from '../components/caps-lock.tsx';
import { PasswordChecklist } from '../components/password-checklist.tsx';
import styles from '../components/password-fields.module.css';
import { ShowPassword } from '../components/show-password.tsx';

export interface PasswordFieldsProps {
  readonly password: string;
  readonly confirmation: string;
  readonly onPassword: (password: string) => void;
  readonly onConfirmation: (confirmation: string) => void;
  /** Of the server, or of the form when somebody tried to send it. */
  readonly passwordError?: string | null;
  readonly confirmationError?: string | null;
  readonly passwordRef?: Ref<HTMLInputElement>;
  readonly confirmationRef?: Ref<HTMLInputElement>;
  /** The first field of its page, which gets the focus on arrival. */
  readonly isFirst?: boolean;
}

/** A new password, its repetition and what it needs. Both fields are shown or hidden together. */
export function PasswordFields(props: PasswordFieldsProps): ReactNode {
  const { password, confirmation } = props;
  const t = useT();
  const [isShown, setShown] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const newCaps = useCapsLock();
  const repeatCaps = useCapsLock();
  const differs = isLeft && confirmation !== '' && confirmation !== password;
  const shared = {
    type: isShown ? 'text' : 'password',
    autoComplete: 'new-password',
    autoCapitalize: 'none',
    spellCheck: false,
    required: true,
  } as const;
  const eye = <ShowPassword isShown={isShown} onToggle={() => setShown(!isShown)} />;
  return (
    <div className={styles['fields']}>
      <TextField
        {...shared}
        {...newCaps.handlers}
        {...(props.isFirst ? { 'data-first': true } : {})}
        ref={props.passwordRef}
        label={t('NewPassword')}
        name="new-password"
        value={password}
        onChange={(event) => props.onPassword(event.target.value)}
        error={props.passwordError ?? null}
        help={
          <>
            {newCaps.isOn && <CapsLockHint />}
            <PasswordChecklist password={password} />
          </>
        }
        trailing={eye}
      />
      <TextField
        {...shared}
        {...repeatCaps.handlers}
        onBlur={() => {
          repeatCaps.handlers.onBlur();
          setLeft(true);
        }}
        ref={props.confirmationRef}
        label={t('RepeatPassword')}
        name="repeat-password"
        value={confirmation}
        onChange={(event) => props.onConfirmation(event.target.value)}
        error={props.confirmationError ?? (differs ? t('PasswordNotMatch') : null)}
        help={repeatCaps.isOn ? <CapsLockHint /> : null}
      />
    </div>
  );
}
