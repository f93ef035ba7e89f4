import type { BrowserSession } from '@spora/contract/auth/endpoints';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { AfterAWhile, Skeleton } from '../../../ui/skeleton.tsx';
import { sessionsQuery } from '../queries.ts';
import { authStore, type AuthStore } from '../store.ts';
import styles from '../components/sessions-panel.module.css';

/** Where one is signed in and which browsers are trusted, each to be ended alone or all together (TFA-020). */
export function SessionsPanel(props: { store?: AuthStore }): ReactNode {
  const t = useT();
  const send = useSend();
  const user = useUser();
  const query = sessionsQuery(send, user.ID, props.store ?? authStore);
  const { data, isError, refetch } = useQuery(query);
  const { end, failure, told, isBusy } = useEndings(query.queryKey);
  if (isError && !data)
    return (
      <EmptyState
        icon="alert"
        title={t('SessionsMissing')}
        action={<Button onClick={() => void refetch()}>{t('Retry')}</Button>}
      />
    );
  if (!data)
    return (
      <AfterAWhile>
        <Skeleton width="100%" height={120} />
      </AfterAWhile>
    );
  const others = data.sessions.filter((each) => !each.is_this);
  return (
    <div className={styles['panel']}>
      <section aria-labelledby="sessions-title" className={styles['part']}>
        <h3 id="sessions-title">{t('SessionsTitle')}</h3>
        <ul className={styles['list']}>
          {data.sessions.map((each) => (
            <Line key={each.id} browser={each} when={(format) => t('SessionLastUsed', { time: format(each.last_used_at) })}>
              {!each.is_this && (
                <Button
                  isSmall
                  disabled={isBusy}
                  aria-label={t('SessionEndNamed', { browser: each.browser })}
                  onClick={() => end(() => call(send, 'auth.end-session', { params: { id: each.id } }))}
                >
                  {t('SessionEnd')}
                </Button>
              )}
            </Line>
          ))}
        </ul>
        {others.length > 0 && (
          <Button
            disabled={isBusy}
            onClick={() =>
              end(async () => {
                const { ended } = await call(send, 'auth.end-other-sessions', {});
                return t('SessionsEnded', { count: ended });
              })
            }
          >
            {t('SessionsEndOthers')}
          </Button>
        )}
      </section>
      <section aria-labelledby="trusted-title" className={styles['part']}>
        <h3 id="trusted-title">{t('TrustedTitle')}</h3>
        <p className={styles['soft']}>{data.trusted_browsers.length > 0 ? t('TrustedIntro') : t('TrustedNone')}</p>
        <ul className={styles['list']}>
          {data.trusted_browsers.map((each) => (
            <Line key={each.id} browser={each} when={(format) => t('TrustedUntil', { time: format(each.expires_at) })}>
              <Button
                isSmall
                disabled={isBusy}
                aria-label={t('TrustedForgetNamed', { browser: each.browser })}
                onClick={() => end(() => call(send, 'auth.forget-browser', { params: { id: each.id } }))}
              >
                {t('TrustedForget')}
              </Button>
            </Line>
          ))}
        </ul>
        {data.trusted_browsers.length > 1 && (
          <Button disabled={isBusy} onClick={() => end(() => call(send, 'auth.forget-browsers', {}))}>
            {t('TrustedForgetAll')}
          </Button>
        )}
      </section>
      <div aria-live="polite" className={styles['told']}>
        {told !== null && <Banner tone="success">{told}</Banner>}
        {failure !== null && <Banner tone="danger">{failure}</Banner>}
      </div>
    </div>
  );
}

function Line(props: {
  browser: BrowserSession;
  when: (format: (instant: string) => string) => string;
  children: ReactNode;
}): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <li className={styles['line']}>
      <div className={styles['text']}>
        <span className={styles['name']}>
          {props.browser.browser}
          {props.browser.is_this && <span className={styles['this']}>{t('SessionThis')}</span>}
        </span>
        <span className={styles['soft']}>{props.when((instant) => format.dateTime(instant))}</span>
      </div>
      {props.children}
    </li>
  );
}

/** One ending at a time; the lists are read again after each, also after one that another tab was quicker with. */
function useEndings(queryKey: readonly unknown[]) {
  const errors = useErrorText();
  const client = useQueryClient();
  const [told, setTold] = useState<string | null>(null);
  const work = useMutation({
    mutationFn: (ending: () => Promise<unknown>) => ending(),
    onSuccess: (answer) => setTold(typeof answer === 'string' ? answer : null),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return {
    told: work.isError ? null : told,
    failure: work.isError ? errors.text(work.error) : null,
    isBusy: work.isPending,
    end: (ending: () => Promise<unknown>) => work.mutate(ending),
  };
}
