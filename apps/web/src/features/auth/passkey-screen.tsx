import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useT } from '../../lib/i18n.tsx';
import { askPasskey } from '../../lib/passkeys.ts';
import { useSend } from '../../lib/send-context.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import styles from './screen.module.css';
import type { StepProps } from './step-props.ts';
import { useSecondStep } from './use-second-step.ts';

/** The second step by a passkey: the browser asks for it when the button is pressed, as some do not otherwise. */
export function PasskeyScreen(props: StepProps): ReactNode {
  const { pending } = props;
  const t = useT();
  const send = useSend();
  const [isTrusted, setTrusted] = useState(false);
  const { isBusy, failure, run } = useSecondStep(props);
  useDocumentTitle(t('PasskeyTitle'));
  const { token } = pending;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      const { options } = await call(send, 'auth.passkey-step', { body: { user_id: pending.userId } }, { token });
      const passkey = await askPasskey(options);
      const body = { passkey, user_id: pending.userId, trust_browser: isTrusted };
      return call(send, 'auth.verify-passkey', { body }, { token });
    });
  };
  return (
    <div className={styles['screen']}>
      <div className={styles['head']}>
        <h1 className={styles['title']}>{t('PasskeyTitle')}</h1>
        <p className={styles['intro']}>{t('PasskeyIntro')}</p>
      </div>
      <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('PasskeyTitle')}>
        {props.mayTrust && (
          <CheckBox label={t('CodeTrustBrowser')} help={t('CodeTrustHelp')} checked={isTrusted} onChange={setTrusted} />
        )}
        <FailureBanner failure={failure} onRetry="submit" />
        <Button type="submit" look="primary" isWide className={styles['submit']} isBusy={isBusy} autoFocus>
          {isBusy ? t('PasskeyWaiting') : t('PasskeyUse')}
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
