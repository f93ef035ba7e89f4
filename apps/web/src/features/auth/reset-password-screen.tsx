import type { DataOf } from '@spora/contract/endpoint-map';
import { isStrongPassword } from '@spora/contract/auth/password';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { setFlash } from '../../lib/flash.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { navigateTo } from '../../lib/navigate.ts';
import { usePublicConfig } from '../../lib/public-config.tsx';
import { PublicLink } from '../../lib/public-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useSessionState, useSessionStore } from '../../lib/session-context.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailureBanner, useRetryWait } from '../../ui/failure-banner.tsx';
import { PasswordFields } from './public/password-fields.tsx';
import styles from './screen.module.css';
import { keepTypedAddress } from '../../lib/typed-address.ts';
import { useRefusals } from '../../lib/use-refusals.ts';

/** Chooses a new password by the link of a mail, whose code is `_c` (NAV-005). */
export function ResetPasswordScreen(): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const [code] = useState(() => new URLSearchParams(location.search).get('_c')?.trim() ?? '');
  const [failure, setFailure] = useState<unknown>(null);
  const whose = useWhose(code, setFailure);
  const state = useSessionState();
  useDocumentTitle(t('ResetTitle'));
  const linkError = errors.fields(failure)['code'] ?? (code === '' ? t('InvalidResetLink') : null);
  return (
    <div className={styles['screen']}>
      <h1 className={styles['title']}>{t('ResetTitle')}</h1>
      {linkError !== null && (
        <>
          <Banner tone="danger">{linkError}</Banner>
          <PublicLink href={ADDRESSES.forgotPassword} className={buttonClass({ look: 'primary' })}>
            {t('AskNewLink')}
          </PublicLink>
        </>
      )}
      {linkError === null && (
        <>
          {whose && <p>{t('ResetFor', { username: whose.username, account: whose.account_name })}</p>}
          {state.kind === 'signed-in' && (
            <Banner tone="information">{t('ResetSignsOut', { name: state.session.user.FullName })}</Banner>
          )}
          <ResetForm code={code} username={whose?.username ?? ''} failure={failure} onFailure={setFailure} />
        </>
      )}
    </div>
  );
}

/** Whose password the link sets; null until it is known. A link that is over says so before anything is typed. */
function useWhose(code: string, onOver: (failure: unknown) => void): DataOf<'auth.reset-link'> | null {
  const send = useSend();
  const [whose, setWhose] = useState<DataOf<'auth.reset-link'> | null>(null);
  useEffect(() => {
    if (code === '') return;
    call(send, 'auth.reset-link', { body: { code } }).then(setWhose, (failure: unknown) => {
      if (failure instanceof ApiError && failure.status === 422) onOver(failure);
    });
  }, [send, code, onOver]);
  return whose;
}

function ResetForm(props: {
  code: string;
  username: string;
  failure: unknown;
  onFailure: (failure: unknown) => void;
}): ReactNode {
  const { code, failure, onFailure } = props;
  const t = useT();
  const send = useSend();
  const session = useSessionStore();
  const errors = useErrorText();
  const { brand } = usePublicConfig();
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const passwordInput = useRef<HTMLInputElement>(null);
  const confirmationInput = useRef<HTMLInputElement>(null);
  const isWaiting = useRetryWait(failure) > 0;

  const save = async (): Promise<void> => {
    if (isBusy || isWaiting) return;
    setBusy(true);
    onFailure(null);
    try {
      const { username } = await call(send, 'auth.reset-password', {
        body: { subsite_id: brand.subsiteId, code, password, password_confirmation: confirmation },
      });
      keepTypedAddress(username);
      setFlash('password-changed');
      // The server has ended every session of this person; nobody stays half signed in here.
      if (session.getState().kind === 'signed-in') session.end('signed-out');
      navigateTo(ADDRESSES.start);
    } catch (error) {
      onFailure(error);
      setBusy(false);
      if (errors.fields(error)['password']) passwordInput.current?.focus();
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isStrongPassword(password)) passwordInput.current?.focus();
    else if (password !== confirmation) confirmationInput.current?.focus();
    else void save();
  };
  const fields = useRefusals(failure, { password, password_confirmation: confirmation });
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('ResetTitle')}>
      {/* For what keeps passwords: whose it is. */}
      <input hidden readOnly name="username" autoComplete="username" value={props.username} />
      <PasswordFields
        isFirst
        password={password}
        confirmation={confirmation}
        onPassword={setPassword}
        onConfirmation={setConfirmation}
        passwordRef={passwordInput}
        confirmationRef={confirmationInput}
        passwordError={fields['password'] ?? (isTried && !isStrongPassword(password) ? t('PasswordTooWeak') : null)}
        confirmationError={
          fields['password_confirmation'] ?? (isTried && password !== confirmation ? t('PasswordNotMatch') : null)
        }
      />
      <FailureBanner failure={failure} ownFields={['code', 'password', 'password_confirmation']} onRetry={() => void save()} />
      <div className={styles['pair']}>
        <Button type="submit" look="primary" className={styles['submit']} isBusy={isBusy} disabled={isWaiting}>
          {isBusy ? t('Saving') : t('Save')}
        </Button>
        <Button look="quiet" onClick={() => navigateTo(ADDRESSES.start)}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
