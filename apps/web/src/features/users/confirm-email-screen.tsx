import type { EmailChange } from '@spora/contract/users/address';
import type { Translate } from '@spora/messages/translate';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { call } from '../../lib/call.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { PublicLink } from '../../lib/public-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useRefusals } from '../../lib/use-refusals.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailureBanner, useRetryWait } from '../../ui/failure-banner.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import frame from '../../ui/section.module.css';
import styles from './components/pending-email.module.css';

type State = DataOf<'users.answer-email-change'>['state'];

/** Agrees to an e-mail address by the link of a mail, or says that it was somebody else; the code is `_c`. Decision 0039. */
export function ConfirmEmailScreen(): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const [code] = useState(() => new URLSearchParams(location.search).get('_c')?.trim() ?? '');
  const [done, setDone] = useState<{ state: State; change: EmailChange } | null>(null);
  useDocumentTitle(t('ConfirmEmailTitle'));
  const send = useSend();
  const query = useQuery({
    ...endpointQuery(send, 'users.look-at-email-change', { body: { code } }),
    enabled: code !== '' && done === null,
    retry: false,
  });
  const invalid = code === '' ? t('InvalidEmailLink') : (errors.fields(query.error)['code'] ?? null);
  return (
    <div className={styles['dialog']}>
      <h1>{t('ConfirmEmailTitle')}</h1>
      {done ? (
        <>
          <Banner tone={done.state === 'refused' ? 'warning' : 'success'}>{doneText(done.state, done.change, t)}</Banner>
          <PublicLink href={ADDRESSES.start} className={buttonClass({ look: 'primary' })}>
            {t('ToSignIn')}
          </PublicLink>
        </>
      ) : invalid !== null ? (
        <Banner tone="danger">{invalid}</Banner>
      ) : query.data ? (
        <Question code={code} change={query.data} onDone={(state) => setDone({ state, change: query.data })} />
      ) : query.isError ? (
        <FailureBanner failure={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={120} />
      )}
    </div>
  );
}

function doneText(state: State, change: EmailChange, t: Translate): string {
  if (state === 'refused') return t('ConfirmedRefused');
  if (state === 'changed') return t('ConfirmedChanged', { email: change.new_email });
  return change.side === 'new' ? t('ConfirmedWaitingNew') : t('ConfirmedWaitingOld', { email: change.new_email });
}

function questionText(change: EmailChange, t: Translate): string {
  const about = { name: change.full_name, email: change.new_email };
  if (change.side === 'new') return t('ConfirmNewLead', about);
  if (change.ordered_by === 'member') return t('ConfirmOldOwn', about);
  return t(change.ordered_by === 'support' ? 'ConfirmOldSupport' : 'ConfirmOldBy', { ...about, by: change.by_name });
}

function Question(props: { code: string; change: EmailChange; onDone: (state: State) => void }): ReactNode {
  const { code, change } = props;
  const t = useT();
  const send = useSend();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState<'yes' | 'no' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const isWaiting = useRetryWait(failure) > 0;
  const answer = async (agrees: boolean): Promise<void> => {
    if (busy) return;
    setBusy(agrees ? 'yes' : 'no');
    setFailure(null);
    try {
      const body = { code, agrees, ...(agrees && password !== '' ? { password } : {}) };
      props.onDone((await call(send, 'users.answer-email-change', { body })).state);
    } catch (error) {
      setFailure(error);
      setBusy(null);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void answer(true);
  };
  const fields = useRefusals(failure, { password });
  return (
    <form className={styles['dialog']} onSubmit={submit} noValidate aria-label={t('ConfirmEmailTitle')}>
      <p>{questionText(change, t)}</p>
      {change.reason !== '' && <p className={frame['soft']}>{t('ConfirmReason', { reason: change.reason })}</p>}
      {change.takes_password && (
        <TextField
          label={t('Password')}
          help={t('ConfirmPasswordHelp')}
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={fields['password'] ?? null}
        />
      )}
      {(fields['code'] ?? fields['email']) && <Banner tone="danger">{fields['code'] ?? fields['email']}</Banner>}
      <FailureBanner failure={failure} ownFields={['code', 'email', 'password']} onRetry={() => void answer(true)} />
      <div className={styles['acts']}>
        <Button type="submit" look="primary" isBusy={busy === 'yes'} disabled={isWaiting}>
          {t(change.side === 'new' ? 'ConfirmYes' : 'ConfirmAgree')}
        </Button>
        <Button isBusy={busy === 'no'} disabled={isWaiting} onClick={() => void answer(false)}>
          {t('ConfirmNo')}
        </Button>
      </div>
    </form>
  );
}
