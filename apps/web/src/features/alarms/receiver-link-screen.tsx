import type { DataOf } from '@spora/contract/endpoint-map';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useErrorText, useFormat, useLanguage, useT } from '../../lib/i18n.tsx';
import { storedLanguage } from '../../lib/language.ts';
import { usePublicConfig } from '../../lib/public-config.tsx';
import { PublicLink } from '../../lib/public-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './opt-out-screen.module.css';

type Receiver = DataOf<'alarms.look-at-link'>;

/** ALARM-039: who does not sign in stops alarms by the link of a message, and begins again. To open it changes nothing: scanners of mail do. */
export function ReceiverLinkScreen({ token }: { token: string }): ReactNode {
  const t = useT();
  const send = useSend();
  const errors = useErrorText();
  const { brand } = usePublicConfig();
  useDocumentTitle(t('OptOutTitle'));
  const query = useQuery({ ...endpointQuery(send, 'alarms.look-at-link', { body: { token } }), retry: false });
  const write = useMutation({ mutationFn: (stops: boolean) => call(send, 'alarms.stop-by-link', { body: { token, stops } }) });
  const receiver = write.data ?? query.data;
  useLanguageOf(receiver);
  const isUnknown = query.error instanceof ApiError && query.error.status < 500 && query.error.status >= 400;
  return (
    <div className={styles['form']}>
      <div className={styles['head']}>
        <PublicLink href={ADDRESSES.start} className={styles['brand']}>
          <Mark size={30} />
          <span>{brand.name}</span>
        </PublicLink>
        <h1 className={styles['title']}>{t('OptOutTitle')}</h1>
      </div>
      {receiver ? (
        <Answer receiver={receiver} hasResumed={write.data?.stopped_at === null} write={write} />
      ) : isUnknown ? (
        <Banner tone="danger">{errors.text(query.error)}</Banner>
      ) : query.isError ? (
        <FailureBanner failure={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={120} />
      )}
    </div>
  );
}

/** The page speaks as the message did, unless a language was chosen in this browser. */
function useLanguageOf(receiver: Receiver | undefined): void {
  const { setLanguage } = useLanguage();
  const language = receiver?.language;
  useEffect(() => {
    if (language !== undefined && storedLanguage.read() === null) setLanguage(language);
  }, [language, setLanguage]);
}

interface Writing {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly mutate: (stops: boolean) => void;
}

function Answer(props: { receiver: Receiver; hasResumed: boolean; write: Writing }): ReactNode {
  const { receiver, write } = props;
  const { account, stopped_at: stoppedAt } = receiver;
  const t = useT();
  const format = useFormat();
  const { brand } = usePublicConfig();
  const isStopped = stoppedAt !== null;
  const ways = receiver.ways.length > 1 ? 'both' : receiver.ways[0] === 'sms' ? 'sms' : 'email';
  return (
    <>
      <div aria-live="polite" className={styles['failure']}>
        {isStopped && <Banner tone="success">{t('OptOutLinkStopped', { time: format.dateTime(stoppedAt), account })}</Banner>}
        {props.hasResumed && <Banner tone="success">{t('OptOutLinkResumed')}</Banner>}
      </div>
      {!isStopped && (
        <p className={styles['lead']}>
          {t('OptOutLinkLead', { account, brand: brand.name })} {t('OptOutLinkWays', { ways })}
        </p>
      )}
      <FailureBanner failure={write.error} />
      <div className={styles['act']}>
        <p className={styles['effect']}>{isStopped ? t('OptOutLinkAgain') : t('OptOutLinkEffect', { account })}</p>
        <Button look={isStopped ? 'plain' : 'primary'} isBusy={write.isPending} onClick={() => write.mutate(!isStopped)}>
          {t(isStopped ? 'OptOutLinkResume' : 'OptOutLinkStop')}
        </Button>
      </div>
    </>
  );
}
