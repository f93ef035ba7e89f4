import type { SignedInUser } from '@spora/contract/auth/endpoints';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../lib/i18n.tsx';
import { useLeaveVisit } from '../lib/use-leave-visit.ts';
import { useMedia } from '../lib/use-media.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import styles from './visit-banner.module.css';

/** There the words have a line each: a banner of four lines on every page leaves little of it. */
const NARROW = '(max-width: 767px)';

/** ROLE-011: says all the time whose account support staff look at, and that they only look. It cannot be closed, only left. */
export function VisitBanner(props: { user: SignedInUser; until: string }): ReactNode {
  const { user, until } = props;
  const t = useT();
  const format = useFormat();
  const { isLeaving, leave } = useLeaveVisit();
  const isNarrow = useMedia(NARROW);
  const time = format.time(Date.parse(until));
  return (
    <Banner
      tone="warning"
      isFlush
      action={
        <Button isSmall icon={isNarrow ? undefined : 'sign-out'} isBusy={isLeaving} onClick={leave}>
          {t('VisitLeave')}
        </Button>
      }
    >
      {isNarrow ? (
        <>
          <strong className={styles['line']}>{user.AccountName}</strong>
          <span className={styles['line']}>{t('VisitReadOnlyUntil', { time })}</span>
        </>
      ) : (
        <>
          <strong>{t('VisitAccount', { account: user.AccountName })}</strong> {t('VisitReadOnly', { name: user.FullName, time })}
        </>
      )}
    </Banner>
  );
}
