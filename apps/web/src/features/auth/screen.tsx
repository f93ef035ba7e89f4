import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { usePublicConfig } from '../../lib/public-config.tsx';
import { useSend } from '../../lib/send-context.tsx';
import type { Session } from '../../lib/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CapsLockHint, useCapsLock } from './components/caps-lock.tsx';
import { DemoSignIns } from './components/demo-sign-ins.tsx';
import { messageOf } from './model.ts';
import styles from './screen.module.css';

export type SignInNotice = 'expired' | 'signed-out' | 'signed-out-elsewhere' | 'sign-in-first';
const NOTICE_TEXTS: Record<SignInNotice, 'SessionExpired' | 'SignedOut' | 'SignedOutElsewhere' | 'SignInFirst'> = {
  expired: 'SessionExpired',
  'signed-out': 'SignedOut',
  'signed-out-elsewhere': 'SignedOutElsewhere',
  'sign-in-first': 'SignInFirst',
};

/** A native form: no form library, no schema library, no React Aria, so that it is there at once (NFR-001). */
export function SignInScreen(props: {
  notice: SignInNotice | null;
  isSessionKept: boolean;
  onSignedIn: (session: Session, isRemembered: boolean) => void;
}): ReactNode {
  const t = useT();
  const send = useSend();
  const errors = useErrorText();
  const { brand, demoSignIns } = usePublicConfig();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const capsLock = useCapsLock();
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  useDocumentTitle(t('SignIn'));

  const signIn = async (as: { username: string; password: string }): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const answer = await call(send, 'auth.sign-in', {
        body: { username: as.username.trim(), password: as.password, subsiteid: brand.subsiteId, remember_me: true },
      });
      if (answer.pending) return;
      const { token, ...record } = answer.user;
      props.onSignedIn({ token, user: record }, true);
    } catch (error) {
      setFailure(error);
      setBusy(false);
      if (!(error instanceof ApiError) || error.status === 0) return;
      passwordInput.current?.focus();
      passwordInput.current?.select();
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!username.trim()) usernameInput.current?.focus();
    else if (!password) passwordInput.current?.focus();
    else void signIn({ username, password });
  };

  const fields = errors.fields(failure);
  const hasFieldErrors = Object.keys(fields).length > 0;
  return (
    <div className={styles['screen']}>
      <h1 className={styles['title']}>{t('SignIn')}</h1>
      <div className={styles['notices']}>
        {props.notice && !failure && (
          <Banner tone={props.notice === 'expired' ? 'warning' : 'information'}>{t(NOTICE_TEXTS[props.notice])}</Banner>
        )}
        {!props.isSessionKept && <Banner tone="information">{t('SessionNotKept')}</Banner>}
      </div>
      <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('SignIn')}>
        <TextField
          ref={usernameInput}
          label={t('Username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          value={username}
          onChange={(event) => setUsername(event.target.value)}
          error={fields['username'] ?? (isTried && !username.trim() ? t('SpecifyUsername') : null)}
        />
        <TextField
          ref={passwordInput}
          label={t('Password')}
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          {...capsLock.handlers}
          error={fields['password'] ?? (isTried && !password ? t('SpecifyPassword') : null)}
          help={capsLock.isOn ? <CapsLockHint /> : null}
          trailing={
            <button
              type="button"
              className={styles['eye']}
              aria-label={isShown ? t('HidePassword') : t('ShowPassword')}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            >
              <Icon name={isShown ? 'eye-off' : 'eye'} size={18} />
            </button>
          }
        />
        <div aria-live="assertive" className={styles['failure']}>
          {failure !== null && !hasFieldErrors && <Banner tone="danger">{messageOf(failure, errors.text, t)}</Banner>}
        </div>
        <Button type="submit" look="primary" isWide isBusy={isBusy} className={styles['submit']}>
          {isBusy ? t('SigningIn') : t('SignIn')}
        </Button>
      </form>
      {demoSignIns.length > 0 && (
        <DemoSignIns signIns={demoSignIns} isDisabled={isBusy} onChoose={(chosen) => void signIn(chosen)} />
      )}
    </div>
  );
}
