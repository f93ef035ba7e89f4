import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { usePublicConfig } from '../../../lib/public-config.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { clockText, useCountdown } from '../../../lib/use-countdown.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { FailureBanner, useRetryWait } from '../../../ui/failure-banner.tsx';
import type { StaffSession } from '../session.ts';
import styles from '../support.module.css';

/** Password, then always the mailed code. */
export function StaffSignIn(props: {
  isOver: boolean;
  preferences: ReactNode;
  onSignedIn: (session: StaffSession) => void;
}): ReactNode {
  const t = useT();
  const [pending, setPending] = useState<string | null>(null);
  const [isOver, setOver] = useState(props.isOver);
  useDocumentTitle(t('BackOfficeTitle'));
  return (
    <div className={styles['entry']}>
      <header className={styles['entryTop']}>
        <span className={styles['brand']}>
          <Mark size={28} />
          {t('BackOfficeTitle')}
        </span>
        {props.preferences}
      </header>
      <div className={styles['card']}>
        {isOver && <Banner tone="information">{t('SessionExpired')}</Banner>}
        {pending === null ? (
          <PasswordStep onPending={setPending} />
        ) : (
          <CodeStep
            token={pending}
            onSignedIn={props.onSignedIn}
            onOver={() => {
              setPending(null);
              setOver(true);
            }}
            onCancel={() => setPending(null)}
          />
        )}
      </div>
    </div>
  );
}

const isTooMany = (failure: unknown): boolean => failure instanceof ApiError && failure.errors === 'TooManyRequests';
const retryAtMs = (failure: unknown): number | null => (failure instanceof ApiError ? failure.retryAtMs : null);

function PasswordStep(props: { onPending: (token: string) => void }): ReactNode {
  const t = useT();
  const send = useSend();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isWaiting = useRetryWait(failure) > 0;
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy || isWaiting) return;
    setBusy(true);
    setFailure(null);
    call(send, 'support.sign-in', { body: { email, password } })
      .then(({ token }) => props.onPending(token), setFailure)
      .finally(() => {
        setBusy(false);
        input.current?.select();
      });
  };
  const fields = useRefusals(failure, { email, password });
  return (
    <form className={styles['form']} noValidate onSubmit={submit} aria-label={t('SupportSignIn')}>
      <h1>{t('SupportSignIn')}</h1>
      <p className={styles['soft']}>{t('SupportSignInLead')}</p>
      <TextField
        label={t('SupportEmail')}
        type="email"
        name="username"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={(event) => {
          setEmail(event.target.value);
          // The hour of a lock-out is of one address: another may be tried.
          if (isWaiting && !isTooMany(failure)) setFailure(null);
        }}
        error={fields['email'] ?? null}
      />
      <TextField
        ref={input}
        label={t('Password')}
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={fields['password'] ?? null}
      />
      <FailureBanner failure={failure} ownFields={['email', 'password']} onRetry="submit" />
      <Button type="submit" look="primary" isWide isBusy={isBusy} disabled={isWaiting}>
        {t('SignIn')}
      </Button>
    </form>
  );
}

const CODE_LENGTH = 6;

function CodeStep(props: {
  token: string;
  onSignedIn: (session: StaffSession) => void;
  onOver: () => void;
  onCancel: () => void;
}): ReactNode {
  const { token, onSignedIn, onOver } = props;
  const t = useT();
  const send = useSend();
  const { language } = useLanguage();
  const { mailboxUrl } = usePublicConfig();
  const [code, setCode] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [resendAtMs, setResendAtMs] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  /** ERR-043: until then no code is judged. */
  const [heldUntilMs, setHeldUntilMs] = useState<number | null>(null);
  const waitS = useCountdown(resendAtMs);
  const isHeld = useCountdown(heldUntilMs) > 0;
  const isAsked = useRef(false);
  const fail = (error: unknown): void => (error instanceof ApiError && error.isSessionOver ? onOver() : setFailure(error));
  const request = (): void => {
    setFailure(null);
    call(send, 'support.request-code', { body: { lang: language } }, { token }).then(
      (answer) => {
        setSentTo(answer.sent_to);
        setResendAtMs(Date.now() + answer.wait_s * 1000);
      },
      (error: unknown) => {
        setResendAtMs(retryAtMs(error));
        fail(error);
      },
    );
  };
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    request();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the first code is asked for on arrival only
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy || isHeld || code.length < CODE_LENGTH) return;
    setBusy(true);
    setFailure(null);
    call(send, 'support.verify-code', { body: { code } }, { token })
      .then(onSignedIn, (error: unknown) => {
        // ERR-040: without an answer the code stays.
        if (error instanceof ApiError && error.status > 0) setCode('');
        // DEC-13: after a refused code the next may be asked for at once, unless there were too many.
        setResendAtMs(retryAtMs(error));
        setHeldUntilMs(retryAtMs(error));
        fail(error);
      })
      .finally(() => setBusy(false));
  };
  const refused = useRefusals(failure, { code });
  return (
    <form className={styles['form']} noValidate onSubmit={submit} aria-label={t('CodeTitle')}>
      <h1>{t('CodeTitle')}</h1>
      <p className={styles['soft']} role="status">
        {sentTo === null ? t('CodeBeingSent') : t('CodeSentTo', { address: sentTo })}
      </p>
      <TextField
        label={t('CodeLabel')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, CODE_LENGTH))}
        error={refused['code'] ?? null}
      />
      <FailureBanner failure={failure} ownFields={['code']} onRetry={code.length < CODE_LENGTH ? request : 'submit'} />
      <Button type="submit" look="primary" isWide isBusy={isBusy} disabled={isHeld || code.length < CODE_LENGTH}>
        {t('CodeVerify')}
      </Button>
      <div className={styles['line']}>
        <Button icon="refresh" disabled={waitS > 0} onClick={request}>
          {t('CodeResend')}
        </Button>
        {waitS > 0 && <span className={styles['soft']}>{clockText(waitS)}</span>}
        <Button look="quiet" onClick={props.onCancel}>
          {t('Cancel')}
        </Button>
      </div>
      {mailboxUrl !== null && (
        <a href={mailboxUrl} target="_blank" rel="noreferrer">
          {t('OpenMailbox')}
        </a>
      )}
    </form>
  );
}
