import type { SignInFactor } from '@spora/contract/auth/endpoints';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { call } from '../../lib/call.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useT } from '../../lib/i18n.tsx';
import { navigateTo } from '../../lib/navigate.ts';
import { usePublicConfig } from '../../lib/public-config.tsx';
import { useSend } from '../../lib/send-context.tsx';
import type { Session } from '../../lib/session.ts';
import { useRefusals } from '../../lib/use-refusals.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureBanner, useRetryWait } from '../../ui/failure-banner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { leftFor } from './store.ts';
import styles from './sign-on.module.css';

interface SignOnProps {
  readonly onSignedIn: (session: Session) => void;
  /** The second factor is still to come. */
  readonly onPending: (pending: { userId: number; token: string; factors: readonly SignInFactor[] }, address: string) => void;
  readonly leave?: (url: string) => void;
}

/** What the provider sent the browser back with; it says so by a state, right or wrong. */
const answerIn = (search: string): string | null => (new URLSearchParams(search).has('state') ? search : null);

/** ADM-020: asks for the address at work, leaves for the provider, and ends what it began when the browser comes back. */
export function SignOnScreen(props: SignOnProps): ReactNode {
  const t = useT();
  const [answer, setAnswer] = useState(() => answerIn(location.search));
  useDocumentTitle(t('SignOnTitle'));
  return (
    <div className={styles['screen']}>
      <div className={styles['head']}>
        <h1 className={styles['title']}>{t('SignOnTitle')}</h1>
        {answer === null && <p className={styles['lead']}>{t('SignOnLead')}</p>}
      </div>
      {answer === null ? (
        <AddressForm leave={props.leave ?? ((url) => location.assign(url))} />
      ) : (
        <Finish {...props} answer={answer} onAgain={() => setAnswer(null)} />
      )}
    </div>
  );
}

function AddressForm({ leave }: { leave: (url: string) => void }): ReactNode {
  const t = useT();
  const send = useSend();
  const { brand } = usePublicConfig();
  const [address, setAddress] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const input = useRef<HTMLInputElement>(null);
  const isWaiting = useRetryWait(failure) > 0;

  const go = async (): Promise<void> => {
    if (isBusy || isWaiting) return;
    setBusy(true);
    setFailure(null);
    try {
      const typed = address.trim();
      const { url, flow } = await call(send, 'single-sign-on.begin', { body: { address: typed, subsiteid: brand.subsiteId } });
      leftFor.write({ flow, address: typed });
      leave(url);
    } catch (error) {
      setFailure(error);
      setBusy(false);
      input.current?.focus();
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (address.trim()) void go();
    else input.current?.focus();
  };
  const refused = useRefusals(failure, { address });
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('SignOnTitle')}>
      <TextField
        ref={input}
        label={t('SignOnAddress')}
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        data-first
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        error={refused['address'] ?? (isTried && !address.trim() ? t('SignOnSpecifyAddress') : null)}
      />
      <FailureBanner failure={failure} ownFields={['address']} onRetry="submit" />
      <div className={styles['ends']}>
        <Button type="submit" look="primary" isBusy={isBusy} disabled={isWaiting}>
          {t('SignOnContinue')}
        </Button>
        <Button look="quiet" onClick={() => navigateTo(ADDRESSES.start)}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}

function Finish(props: SignOnProps & { answer: string; onAgain: () => void }): ReactNode {
  const { answer, onSignedIn, onPending, onAgain } = props;
  const t = useT();
  const send = useSend();
  const [left] = useState(() => leftFor.read());
  const [failure, setFailure] = useState<unknown>(null);
  const isBegun = useRef(false);
  useEffect(() => {
    // An answer is good for one call, and is nothing to be kept in the history.
    if (isBegun.current) return;
    isBegun.current = true;
    history.replaceState(null, '', ADDRESSES.singleSignOn);
    leftFor.clear();
    if (left === null) return;
    call(send, 'single-sign-on.finish', { body: { flow: left.flow, answer } }).then((outcome) => {
      if (outcome.pending)
        return onPending({ userId: outcome.user.ID, token: outcome.user.token, factors: outcome.factors }, left.address);
      const { token, ...user } = outcome.user;
      return onSignedIn({ token, user });
    }, setFailure);
  }, [answer, left, onPending, onSignedIn, send]);
  if (left !== null && failure === null) return <p className={styles['lead']}>{t('SignOnFinishing')}</p>;
  return (
    <div className={styles['form']}>
      {left === null ? <Banner tone="danger">{t('SignOnOver')}</Banner> : <FailureBanner failure={failure} />}
      <div className={styles['ends']}>
        <Button look="primary" onClick={onAgain}>
          {t('SignOnAgain')}
        </Button>
        <Button look="quiet" onClick={() => navigateTo(ADDRESSES.start)}>
          {t('ToSignIn')}
        </Button>
      </div>
    </div>
  );
}
