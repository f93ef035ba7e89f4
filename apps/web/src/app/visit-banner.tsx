import type { SignedInUser } from '@spora/contract/auth/endpoints';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../lib/addresses.ts';
import { call } from '../lib/call.ts';
import { useFormat, useT } from '../lib/i18n.tsx';
import { navigateTo } from '../lib/navigate.ts';
import { useSend } from '../lib/send-context.tsx';
import { useSessionStore } from '../lib/session-context.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

/** ROLE-011: says all the time whose account support staff look at, and that they only look. It cannot be closed, only left. */
export function VisitBanner(props: { user: SignedInUser; until: string }): ReactNode {
  const { user, until } = props;
  const t = useT();
  const format = useFormat();
  const send = useSend();
  const session = useSessionStore();
  const [isLeaving, setLeaving] = useState(false);
  const leave = (): void => {
    setLeaving(true);
    // Also when nobody answers: the visit ends by itself, and this browser forgets it now.
    void call(send, 'auth.sign-out', {})
      .catch(() => undefined)
      .then(() => {
        navigateTo(ADDRESSES.support);
        session.end('signed-out');
      });
  };
  return (
    <Banner
      tone="warning"
      isFlush
      action={
        <Button isSmall icon="sign-out" isBusy={isLeaving} onClick={leave}>
          {t('VisitLeave')}
        </Button>
      }
    >
      <strong>{t('VisitAccount', { account: user.AccountName })}</strong>{' '}
      {t('VisitReadOnly', { name: user.FullName, time: format.time(Date.parse(until)) })}
    </Banner>
  );
}
