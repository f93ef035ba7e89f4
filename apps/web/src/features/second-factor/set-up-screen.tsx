import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useT } from '../../lib/i18n.tsx';
import { knowsPasskeys } from '../../lib/passkeys.ts';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { NotLoaded } from '../../ui/loaded.tsx';
import { AppDialog } from './components/app-dialog.tsx';
import { PasskeyDialog } from './components/passkey-dialog.tsx';
import styles from './factors.module.css';
import { factorsQuery } from './queries.ts';

/** For who must have a second factor and has none: nothing else is open until one is set up and `onDone` has asked for the rights. */
export function SetUpScreen(props: { onDone: () => Promise<void>; onSignOut: () => void }): ReactNode {
  const t = useT();
  const send = useSend();
  const user = useUser();
  const query = useQuery(factorsQuery(send));
  const heading = useRef<HTMLHeadingElement>(null);
  const [opened, setOpened] = useState<'app' | 'passkey' | null>(null);
  useDocumentTitle(t('SetUpTitle'));
  useEffect(() => heading.current?.focus(), []);
  const goOn = useMutation({ mutationFn: props.onDone });
  const close = (): void => setOpened(null);
  const done = (): void => {
    close();
    goOn.mutate();
  };
  const { data: factors } = query;
  return (
    <article className={styles['page']}>
      <h1 ref={heading} tabIndex={-1}>
        {t('SetUpTitle')}
      </h1>
      <p>{t('SetUpLead', { account: user.AccountName })}</p>
      {!factors && <NotLoaded query={query} heights={[120]} />}
      {factors && (
        <div className={styles['form']}>
          <Button look="primary" isWide icon="phone" disabled={goOn.isPending} onClick={() => setOpened('app')}>
            {t('FactorAppSetUp')}
          </Button>
          {knowsPasskeys() && (
            <Button isWide icon="lock" disabled={goOn.isPending} onClick={() => setOpened('passkey')}>
              {t('FactorPasskeyAdd')}
            </Button>
          )}
        </div>
      )}
      <FailureBanner failure={goOn.error} onRetry={() => goOn.mutate()} />
      <div className={styles['ends']}>
        {factors?.needs_code && (
          <Button isBusy={goOn.isPending} onClick={() => goOn.mutate()}>
            {t('SetUpDone')}
          </Button>
        )}
        <Button onClick={props.onSignOut}>{t('SignOut')}</Button>
      </div>
      {factors && opened === 'app' && <AppDialog factors={factors} onClose={close} onDone={done} />}
      {factors && opened === 'passkey' && <PasskeyDialog factors={factors} onClose={close} onDone={done} />}
    </article>
  );
}
