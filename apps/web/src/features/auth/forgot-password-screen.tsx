import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { call } from '../../lib/call.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { setFlash } from '../../lib/flash.ts';
import { useErrorText, useLanguage, useT } from '../../lib/i18n.tsx';
import { navigateTo } from '../../lib/navigate.ts';
import { usePublicConfig } from '../../lib/public-config.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FailureBanner, useRetryWait } from '../../ui/failure-banner.tsx';
import { MailboxLink } from './components/mailbox-link.tsx';
import styles from './screen.module.css';
import { takeTypedAddress } from '../../lib/typed-address.ts';
import { useRefusals } from '../../lib/use-refusals.ts';

/** Asks for a link by e-mail. The answer is the same for an address that is known and one that is not. */
export function ForgotPasswordScreen(): ReactNode {
  const t = useT();
  const send = useSend();
  const errors = useErrorText();
  const { language } = useLanguage();
  const { brand } = usePublicConfig();
  const [address, setAddress] = useState(takeTypedAddress);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const input = useRef<HTMLInputElement>(null);
  const isWaiting = useRetryWait(failure) > 0;
  useDocumentTitle(t('ForgotTitle'));

  const ask = async (): Promise<void> => {
    if (isBusy || isWaiting) return;
    setBusy(true);
    setFailure(null);
    try {
      await call(send, 'auth.forgot-password', {
        body: { subsite_id: brand.subsiteId, email_address: address.trim(), lang: language },
      });
      setFlash('reset-sent');
      navigateTo(ADDRESSES.start);
    } catch (error) {
      setFailure(error);
      setBusy(false);
      if (errors.fields(error)['email_address']) input.current?.focus();
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (address.trim()) void ask();
    else input.current?.focus();
  };
  const refused = useRefusals(failure, { email_address: address });
  return (
    <div className={styles['screen']}>
      <div className={styles['head']}>
        <h1 className={styles['title']}>{t('ForgotTitle')}</h1>
        <p className={styles['intro']}>{t('ForgotIntro')}</p>
      </div>
      <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('ForgotTitle')}>
        <TextField
          ref={input}
          label={t('Email')}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          data-first
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          error={refused['email_address'] ?? (isTried && !address.trim() ? t('EmailNotEmpty') : null)}
        />
        <FailureBanner failure={failure} ownFields={['email_address']} onRetry={() => void ask()} />
        <div className={styles['pair']}>
          <Button type="submit" look="primary" className={styles['submit']} isBusy={isBusy} disabled={isWaiting}>
            {isBusy ? t('SendingLink') : t('SendLink')}
          </Button>
          <Button look="quiet" onClick={() => navigateTo(ADDRESSES.start)}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
      <MailboxLink />
    </div>
  );
}
