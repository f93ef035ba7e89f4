import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useRefusals } from '../../lib/use-refusals.ts';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { FailureBanner, useRetryWait } from '../../ui/failure-banner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { codeDigits, isRefusal, mayVerify } from './model.ts';
import styles from './screen.module.css';
import type { StepProps } from './step-props.ts';
import { useSecondStep } from './use-second-step.ts';

/** The code of the authenticator app, or one of the recovery codes. */
export function FactorCodeScreen(props: StepProps & { way: 'app' | 'recovery' }): ReactNode {
  const { pending } = props;
  const isApp = props.way === 'app';
  const t = useT();
  const send = useSend();
  const [code, setCode] = useState('');
  const [isTrusted, setTrusted] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, failure, run } = useSecondStep(props);
  const isWaiting = useRetryWait(failure) > 0;
  const title = isApp ? t('AppCodeTitle') : t('RecoveryTitle');
  const mayTry = (isApp ? mayVerify(code) : code.trim() !== '') && !isWaiting;
  useDocumentTitle(title);
  useEffect(() => input.current?.focus(), []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!mayTry) return;
    const body = { code, user_id: pending.userId, trust_browser: isTrusted };
    void run(() => call(send, 'auth.verify-factor', { body }, { token: pending.token })).then((isRight) => {
      if (!isRight) input.current?.focus();
    });
  };
  const [judged, setJudged] = useState<unknown>(null);
  if (judged !== failure) {
    setJudged(failure);
    if (isRefusal(failure)) setCode('');
  }
  const onType = (typed: string): void => setCode(isApp ? codeDigits(typed) : typed);
  const refused = useRefusals(failure, { code });
  return (
    <div className={styles['screen']}>
      <div className={styles['head']}>
        <h1 className={styles['title']}>{title}</h1>
        <p className={styles['intro']}>{isApp ? t('AppCodeIntro') : t('RecoveryIntro')}</p>
      </div>
      <form className={styles['form']} onSubmit={submit} noValidate aria-label={title}>
        <TextField
          ref={input}
          label={isApp ? t('CodeLabel') : t('RecoveryLabel')}
          name={isApp ? 'one-time-code' : 'recovery-code'}
          autoComplete={isApp ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          {...(isApp ? { inputMode: 'numeric', pattern: '[0-9]*', 'data-look': 'code' } : {})}
          value={code}
          onChange={(event) => onType(event.target.value)}
          error={refused['code'] ?? null}
        />
        {props.mayTrust && (
          <CheckBox label={t('CodeTrustBrowser')} help={t('CodeTrustHelp')} checked={isTrusted} onChange={setTrusted} />
        )}
        <FailureBanner failure={failure} ownFields={['code']} onRetry="submit" />
        <Button type="submit" look="primary" isWide className={styles['submit']} isBusy={isBusy} disabled={!mayTry}>
          {isBusy ? t('CodeVerifying') : t('CodeVerify')}
        </Button>
        <div className={styles['pair']}>
          <Button look="quiet" onClick={props.onCancel}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </div>
  );
}
