import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { NotLoaded } from '../../ui/loaded.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useSessionStore, useUser } from '../../lib/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { NoticeText } from './components/notice-text.tsx';
import styles from './components/notice.module.css';
import { noticeQuery, useNoticeRead } from './queries.ts';

/** SEC-016: read before anything else of the account is shown. The only ways on are the button and signing out. */
export function NoticeScreen(props: { onSignOut: () => void }): ReactNode {
  const t = useT();
  const query = useQuery(noticeQuery(useSend()));
  const { data } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(t('NoticeTitle'));
  useEffect(() => heading.current?.focus(), []);
  return (
    <article className={styles['page']}>
      <h1 ref={heading} tabIndex={-1} className={styles['title']}>
        {t('NoticeTitle')}
      </h1>
      {data ? <NoticeText notice={data} under={1} /> : <NotLoaded query={query} heights={[420]} />}
      <Ends isThere={data !== undefined} onSignOut={props.onSignOut} />
    </article>
  );
}

/** Nobody says of a text that has not come that they read it. */
function Ends(props: { isThere: boolean; onSignOut: () => void }): ReactNode {
  const t = useT();
  const session = useSessionStore();
  const user = useUser();
  const read = useNoticeRead();
  const acknowledge = (): void =>
    read.mutate(undefined, { onSuccess: () => session.update({ ...user, MustAcknowledgeNotice: false }) });
  return (
    <>
      <FailureBanner failure={read.error} onRetry={acknowledge} />
      <div className={styles['ends']}>
        {props.isThere && (
          <Button look="primary" isBusy={read.isPending} onClick={acknowledge}>
            {t('NoticeRead')}
          </Button>
        )}
        <Button onClick={props.onSignOut}>{t('SignOut')}</Button>
      </div>
    </>
  );
}
