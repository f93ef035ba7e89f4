import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useT } from '../../lib/i18n.tsx';
import { clockText } from '../../lib/use-countdown.ts';
import { useRefusals } from '../../lib/use-refusals.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FailureBanner, useRetryWait } from '../../ui/failure-banner.tsx';
import { MailboxLink } from './components/mailbox-link.tsx';
import { codeDigits, isRefusal, mayVerify } from './model.ts';
import styles from './screen.module.css';
import type { StepProps } from './step-props.ts';
import type { PendingSignIn } from './store.ts';
import { holdsVerify, useCode } from './use-code.ts';

/** The second step of a sign-in: the code that came by e-mail (TFA-005). */
export function CodeScreen(props: StepProps & { onPending: (pending: PendingSignIn) => void }): ReactNode {
  const t = useT();
  const [code, setCode] = useState('');
  const [isTrusted, setTrusted] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { pending, step, failure, lastTry, isResent, resendInS, verify, resend } = useCode(props);
  const isHeld = useRetryWait(holdsVerify(failure) ? failure : null) > 0;
  const fields = useRefusals(failure, { code });
  useDocumentTitle(t('CodeTitle'));
  useEffect(() => input.current?.focus(), []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!mayVerify(code) || isHeld) return;
    void verify(code, isTrusted).then((isRight) => {
      if (isRight) return;
      input.current?.focus();
    });
  };
  const [judged, setJudged] = useState<unknown>(null);
  if (judged !== failure) {
    setJudged(failure);
    if (isRefusal(failure)) setCode('');
  }

  return (
    <div className={styles['screen']}>
      <div className={styles['head']}>
        <h1 className={styles['title']}>{t('CodeTitle')}</h1>
        <p className={styles['intro']} role="status">
          {pending.sentTo !== null
            ? t('CodeSentTo', { address: pending.sentTo })
            : step === 'sending'
              ? t('CodeBeingSent')
              : t('CodeNotSent')}
        </p>
      </div>
      {isResent && <Banner tone="success">{t('CodeResent')}</Banner>}
      <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('CodeTitle')}>
        <TextField
          ref={input}
          label={t('CodeLabel')}
          name="one-time-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          spellCheck={false}
          data-look="code"
          value={code}
          onChange={(event) => setCode(codeDigits(event.target.value))}
          error={fields['code'] ?? null}
        />
        {props.mayTrust && (
          <CheckBox label={t('CodeTrustBrowser')} help={t('CodeTrustHelp')} checked={isTrusted} onChange={setTrusted} />
        )}
        <FailureBanner failure={failure} ownFields={['code']} onRetry={lastTry === 'verify' ? 'submit' : resend} />
        <Button
          type="submit"
          look="primary"
          isWide
          className={styles['submit']}
          isBusy={step === 'verifying'}
          disabled={!mayVerify(code) || isHeld}
        >
          {step === 'verifying' ? t('CodeVerifying') : t('CodeVerify')}
        </Button>
        <div className={styles['pair']}>
          <Button icon="refresh" disabled={resendInS > 0 || step !== 'waiting'} onClick={resend}>
            {t('CodeResend')}
          </Button>
          <span className={styles['clock']} role="timer" aria-label={t('CodeResendIn', { time: clockText(resendInS) })}>
            {clockText(resendInS)}
          </span>
          <Button look="quiet" onClick={props.onCancel}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
      <MailboxLink />
    </div>
  );
}
