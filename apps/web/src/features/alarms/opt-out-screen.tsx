import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { DataOf } from '@spora/contract/endpoint-map';
import { ADDRESSES } from '../../lib/addresses.ts';
import { call } from '../../lib/call.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { usePublicConfig } from '../../lib/public-config.tsx';
import { PublicLink } from '../../lib/public-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useRefusals } from '../../lib/use-refusals.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { usernameFault } from './model.ts';
import styles from './opt-out-screen.module.css';

/** NAV-007, OPT-001 to 006: stops one's own alerts with name and password, without a session. */
export function OptOutScreen(): ReactNode {
  const t = useT();
  const send = useSend();
  const errors = useErrorText();
  const { brand } = usePublicConfig();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [withPush, setWithPush] = useState(false);
  const [isShown, setShown] = useState(false);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [done, setDone] = useState<DataOf<'alarms.opt-out'> | null>(null);
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const effectId = useId();
  useDocumentTitle(t('OptOutTitle'));

  const stop = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const body = { nt_useremail: username.trim(), nt_password: password, remove_push: withPush, subsite_id: brand.subsiteId };
      setDone(await call(send, 'alarms.opt-out', { body }));
      setPassword('');
      setShown(false);
      setTried(false);
    } catch (error) {
      setFailure(error);
      const at = 'nt_useremail' in errors.fields(error) ? usernameInput : passwordInput;
      at.current?.focus();
      at.current?.select();
    } finally {
      setBusy(false);
    }
  };
  const fault = usernameFault(username);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    setTried(true);
    setFailure(null);
    if (fault) usernameInput.current?.focus();
    else if (!password) passwordInput.current?.focus();
    else void stop();
  };

  const fields = useRefusals(failure, { nt_useremail: username, nt_password: password });
  const hasFieldErrors = 'nt_useremail' in fields || 'nt_password' in fields;
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-labelledby={`${effectId}-title`}>
      <div className={styles['head']}>
        <PublicLink href={ADDRESSES.start} className={styles['brand']}>
          <Mark size={30} />
          <span>{brand.name}</span>
        </PublicLink>
        <h1 id={`${effectId}-title`} className={styles['title']}>
          {t('OptOutTitle')}
        </h1>
        <p className={styles['lead']}>{t('OptOutLead')}</p>
      </div>
      <TextField
        ref={usernameInput}
        data-first
        label={t('Username')}
        help={t('OptOutUsernameHelp')}
        name="username"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        error={fields['nt_useremail'] ?? (isTried && fault ? t(fault) : null)}
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
        error={fields['nt_password'] ?? (isTried && !password ? t('SpecifyPassword') : null)}
        trailing={
          <IconButton
            icon={isShown ? 'eye-off' : 'eye'}
            label={isShown ? t('HidePassword') : t('ShowPassword')}
            isSmall
            onClick={() => setShown(!isShown)}
          />
        }
      />
      <CheckBox label={t('OptOutPush')} name="push" checked={withPush} onChange={setWithPush} />
      <div className={styles['failure']}>
        <FailureBanner failure={hasFieldErrors ? null : failure} onRetry="submit" />
      </div>
      <div className={styles['act']}>
        <p id={effectId} className={styles['effect']} aria-live="polite">
          {withPush ? t('OptOutStopsAll') : t('OptOutStopsAlerts')}
        </p>
        <Button type="submit" look="primary" isBusy={isBusy} aria-describedby={effectId}>
          {isBusy ? t('OptOutBusy') : t('OptOutTitle')}
        </Button>
      </div>
      {done && (
        <Modal
          title={t('OptOutDone')}
          onClose={() => setDone(null)}
          actions={
            <Button look="primary" onClick={() => setDone(null)}>
              {t('Done')}
            </Button>
          }
        >
          <p className={styles['told']}>
            {t(done.stopped === 'alerts-and-push' ? 'OptOutDoneAll' : 'OptOutDoneAlerts', { email: done.email })}
          </p>
          <p>{t('OptOutResume')}</p>
        </Modal>
      )}
    </form>
  );
}
