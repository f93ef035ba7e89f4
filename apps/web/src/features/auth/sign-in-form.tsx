import { brandOf } from '@spora/contract/brands';
import { DEVICE_TOKEN_HEADER } from '@spora/contract/headers';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { isNewDesign } from '../../lib/design-flag.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { peekFlash, takeFlash, type Flash } from '../../lib/flash.ts';
import { useT } from '../../lib/i18n.tsx';
import { knowsPasskeys } from '../../lib/knows-passkeys.ts';
import { usePublicConfig } from '../../lib/public-config.tsx';
import { PublicLink } from '../../lib/public-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import type { Session } from '../../lib/session.ts';
import { isText, storedItem } from '../../lib/storage.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CapsLockHint, useCapsLock } from './components/caps-lock.tsx';
import { DemoSignIns } from './components/demo-sign-ins.tsx';
import { FailureBanner, useRetryWait } from '../../ui/failure-banner.tsx';
import { MailboxLink } from './components/mailbox-link.tsx';
import { ShowPassword } from './components/show-password.tsx';
import { isUsername } from './model.ts';
import { keepTypedAddress, peekTypedName, takeTypedAddress } from '../../lib/typed-address.ts';
import { useRefusals } from '../../lib/use-refusals.ts';
import styles from './screen.module.css';
import { firstResendAtMs, type AuthStore, type PendingSignIn } from './store.ts';

export type SignInNotice = 'expired' | 'signed-out' | 'signed-out-elsewhere' | 'sign-in-first';
const NOTICE_TEXTS = {
  expired: 'SessionExpired',
  'signed-out': 'SignedOut',
  'signed-out-elsewhere': 'SignedOutElsewhere',
  'sign-in-first': 'SignInFirst',
} as const satisfies Record<SignInNotice, string>;
const FLASH_TEXTS = {
  registered: 'FlashRegistered',
  'reset-sent': 'FlashResetSent',
  'password-changed': 'FlashPasswordChanged',
} as const satisfies Record<Flash, string>;

interface SignInFormProps {
  readonly notice: SignInNotice | null;
  readonly lastUser: string;
  readonly isSessionKept: boolean;
  readonly store: AuthStore;
  readonly onSignedIn: (session: Session, isRemembered: boolean) => void;
  readonly onPending: (pending: PendingSignIn) => void;
}

/** STORE-004: who registers afresh begins at the first step. */
const forgetWizard = (): void => storedItem('registrationWizard', 1, isText).clear();

/** A native form: no form library, no schema library, no React Aria, so that it is there at once (NFR-001). */
export function SignInForm(props: SignInFormProps): ReactNode {
  const t = useT();
  const { brand, demoSignIns } = usePublicConfig();
  const isNew = isNewDesign(brand.subsiteId);
  const [firstName] = useState(() => props.lastUser || peekTypedName());
  useEffect(() => void takeTypedAddress(), []);
  const [username, setUsername] = useState(firstName);
  const [password, setPassword] = useState('');
  const [isRemembered, setRemembered] = useState(true);
  const [isShown, setShown] = useState(false);
  const [isTried, setTried] = useState(false);
  const capsLock = useCapsLock();
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  useDocumentTitle(t('SignIn'));
  const { signIn, signInByPasskey, isBusy, failure, forgive } = useSignIn(props, (error) => {
    if (!(error instanceof ApiError) || error.status === 0) return;
    passwordInput.current?.focus();
    passwordInput.current?.select();
  });
  const isWaiting = useRetryWait(failure) > 0;

  const name = username.trim();
  const usernameFault = name === '' ? t('SpecifyUsername') : isUsername(name) ? null : t('InvalidUsername');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (usernameFault !== null) usernameInput.current?.focus();
    else if (!password) passwordInput.current?.focus();
    // DEC-70: the newer design has no box and remembers everybody.
    else if (!isWaiting) void signIn({ username, password, isRemembered: isNew || isRemembered });
  };

  const fields = useRefusals(failure, { username, password });
  return (
    <div className={styles['screen']}>
      <h1 className={styles['title']}>{t('SignIn')}</h1>
      <Notices {...props} hasFailed={failure !== null} />
      <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('SignIn')}>
        <TextField
          ref={usernameInput}
          label={t('SignInName')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          {...(firstName === '' && { 'data-first': true })}
          value={username}
          onChange={(event) => {
            setUsername(event.target.value);
            forgive();
          }}
          error={fields['username'] ?? (isTried ? usernameFault : null)}
        />
        <TextField
          ref={passwordInput}
          label={t('Password')}
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          required
          {...(firstName !== '' && { 'data-first': true })}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          {...capsLock.handlers}
          error={fields['password'] ?? (isTried && !password ? t('SpecifyPassword') : null)}
          help={capsLock.isOn ? <CapsLockHint /> : null}
          trailing={<ShowPassword isShown={isShown} onToggle={() => setShown(!isShown)} />}
        />
        {!isNew && <CheckBox label={t('RememberMe')} name="remember_me" checked={isRemembered} onChange={setRemembered} />}
        <FailureBanner failure={failure} ownFields={['username', 'password']} onRetry={password === '' ? undefined : 'submit'} />
        <Button type="submit" look="primary" isWide isBusy={isBusy} disabled={isWaiting} className={styles['submit']}>
          {isBusy ? t('SigningIn') : t('SignIn')}
        </Button>
      </form>
      {knowsPasskeys() && (
        <Button icon="lock" isWide isBusy={isBusy} onClick={() => void signInByPasskey(isNew || isRemembered)}>
          {t('PasskeySignIn')}
        </Button>
      )}
      <p className={styles['ways']}>
        <PublicLink href={ADDRESSES.singleSignOn}>{t('SignOnTitle')}</PublicLink>
        <PublicLink href={ADDRESSES.forgotPassword} onClick={() => keepTypedAddress(username)}>
          {t('ForgotPasswordLink')}
        </PublicLink>
        <span>
          {t('NoAccountYet')}{' '}
          <PublicLink href={ADDRESSES.register} onClick={forgetWizard}>
            {t('RegisterLink')}
          </PublicLink>
        </span>
      </p>
      {demoSignIns.length > 0 && (
        <DemoSignIns
          signIns={demoSignIns}
          isDisabled={isBusy}
          onChoose={(chosen) => void signIn({ ...chosen, isRemembered: true })}
        />
      )}
      <MailboxLink />
    </div>
  );
}

/** What there is to tell before anything was tried; a failure takes its place. */
function Notices(props: SignInFormProps & { hasFailed: boolean }): ReactNode {
  const t = useT();
  const { brand } = usePublicConfig();
  const [flash] = useState(peekFlash);
  useEffect(() => void takeFlash(), []);
  const { notice, hasFailed } = props;
  return (
    <div className={styles['notices']}>
      {!hasFailed && flash !== null && <Banner tone="success">{t(FLASH_TEXTS[flash])}</Banner>}
      {!hasFailed && flash === null && notice !== null && (
        <Banner tone={notice === 'expired' ? 'warning' : 'information'}>{t(NOTICE_TEXTS[notice])}</Banner>
      )}
      {!props.isSessionKept && <Banner tone="information">{t('SessionNotKept')}</Banner>}
      {brandOf(brand.subsiteId).capabilities.carTrackerBanner && <Banner tone="information">{t('CarTrackerBanner')}</Banner>}
    </div>
  );
}

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly isRemembered: boolean;
}

/** One sign-in at a time; `onFailure` is told after the failure is shown. */
function useSignIn(props: SignInFormProps, onFailure: (error: unknown) => void) {
  const { store, onSignedIn, onPending } = props;
  const send = useSend();
  const { brand } = usePublicConfig();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const signIn = async ({ username, password, isRemembered }: Credentials): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    const name = username.trim();
    try {
      const deviceToken = await store.deviceToken(name);
      const answer = await call(
        send,
        'auth.sign-in',
        { body: { username: name, password, subsiteid: brand.subsiteId, remember_me: isRemembered } },
        deviceToken === null ? {} : { headers: { [DEVICE_TOKEN_HEADER]: deviceToken } },
      );
      if (answer.pending) {
        // The server does not know the token any longer.
        if (deviceToken !== null) await store.forgetTrust(name);
        const startedAtMs = Date.now();
        const { ID: userId, token } = answer.user;
        const resendAtMs = firstResendAtMs(startedAtMs);
        const { factors } = answer;
        return onPending({ userId, token, username: name, isRemembered, startedAtMs, factors, sentTo: null, resendAtMs });
      }
      const { token, ...user } = answer.user;
      onSignedIn({ token, user }, isRemembered);
    } catch (error) {
      setFailure(error);
      setBusy(false);
      onFailure(error);
    }
  };
  /** Which passkey, and so who, the browser asks; there is no name to type. */
  const signInByPasskey = async (isRemembered: boolean): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const { passkeySignIn } = await import('./passkey-sign-in.ts');
      const session = await passkeySignIn(send, brand.subsiteId, isRemembered);
      if (session) return onSignedIn(session, isRemembered);
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  /** The hour of a lock-out is of one user name: another may be tried. Too many requests are those of this address. */
  const forgive = (): void => {
    if (failure instanceof ApiError && failure.retryAtMs !== null && failure.errors !== 'TooManyRequests') setFailure(null);
  };
  return { signIn, signInByPasskey, isBusy, failure, forgive };
}
