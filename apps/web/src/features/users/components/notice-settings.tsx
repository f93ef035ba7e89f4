import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ExportOwnButton } from '../public/export-data.tsx';
import { noticeQuery } from '../queries.ts';
import frame from '../../../ui/section.module.css';
import styles from '../screen.module.css';
import { NoticeText } from './notice-text.tsx';

/** SEC-016: the notice to read again. */
export function NoticeSettings(): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const { IsAdmin: isAdmin, IsPrivatePerson: isPrivate = false } = useUser();
  const { data, error } = useQuery(noticeQuery(useSend()));
  const [isOpen, setOpen] = useState(false);
  const failure = data ? null : error;
  return (
    <div className={styles['lines']}>
      <div className={styles['line']}>
        <p className={frame['soft']}>{t('NoticeSectionText')}</p>
        <Button disabled={!data} onClick={() => setOpen(true)}>
          {t('NoticeOpen')}
        </Button>
      </div>
      {/* Who keeps their own account lets nobody read it first. */}
      {isAdmin && !isPrivate && (
        <p className={frame['soft']}>
          {t('NoticeRequireWhere')}{' '}
          <PageLink to={ADDRESSES.account} search={{ tab: 'options' }}>
            {t('NoticeRequireOpen')}
          </PageLink>
        </p>
      )}
      {failure !== null && <Banner tone="danger">{errors.text(failure)}</Banner>}
      {isOpen && data && (
        <Dialog title={t('NoticeTitle')} closeLabel={t('Close')} isOpen onClose={() => setOpen(false)}>
          <NoticeText notice={data} under={2} fetchOwn={<ExportOwnButton />} />
        </Dialog>
      )}
    </div>
  );
}
