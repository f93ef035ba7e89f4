import type { SupportAccount } from '@spora/contract/support/endpoints';
import { useState, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { navigateTo } from '../../../lib/navigate.ts';
import { useSessionState } from '../../../lib/session-context.tsx';
import { useLeaveVisit } from '../../../lib/use-leave-visit.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { brandText } from '../model.ts';
import { useSupport } from '../queries.ts';
import { useSearch } from '../use-search.ts';
import { AccountCredits } from './account-credits.tsx';
import { AccountEmail } from './account-email.tsx';
import { AccountFactor } from './account-factor.tsx';
import { AccountFlags } from './account-flags.tsx';
import { AccountMails } from './account-mails.tsx';
import { AccountUnits } from './account-units.tsx';
import { OpenDialog } from './open-dialog.tsx';
import styles from '../support.module.css';

/** An account that is open: what support may change of it, and the way to the customer's own pages. */
export function AccountPage(props: { id: number }): ReactNode {
  const { id } = props;
  const t = useT();
  const account = useSupport('support.account', { params: { id } });
  const [wantsOpening, setOpening] = useState<boolean | null>(null);
  const isShut = account.error instanceof ApiError && account.error.errors === 'OpenAccountFirst';
  // Whoever comes by a link wants it open; under somebody who was at work in it nothing pops up.
  const isOpening = wantsOpening ?? (isShut && account.data === undefined);
  return (
    <div className={styles['screen']}>
      {isShut ? (
        <EmptyState
          icon="lock"
          title={t('AccountShutTitle')}
          level={1}
          action={
            <Button look="primary" onClick={() => setOpening(true)}>
              {t('OpenAccountDo')}
            </Button>
          }
        >
          {t('AccountShutText')}
        </EmptyState>
      ) : (
        <Loaded query={account} heights={rowsOf(44)} className={styles['rows']}>
          {(data) => <Opened account={data} onReopen={() => setOpening(true)} />}
        </Loaded>
      )}
      {isOpening && <OpenDialog id={id} name={account.data?.name ?? null} onClose={() => setOpening(false)} />}
    </div>
  );
}

/** DEC-77: how long the visit may last yet. No time of the clock: the account's pages tell theirs, which may be others. */
function Left({ until }: { until: string }): ReactNode {
  const t = useT();
  const format = useFormat();
  // The shared clock may stand since before the account was opened.
  const leftS = Math.max(0, Date.parse(until) - Math.max(useNow(), Date.now())) / 1000;
  return ` ${t('VisitLeft', { left: format.duration(Math.ceil(leftS / 60) * 60) })}`;
}

/** Ends the visit from the staff's own page, as its banner does on the customer's pages. */
function Leave(): ReactNode {
  const t = useT();
  const { isLeaving, leave } = useLeaveVisit();
  return (
    <Button isSmall icon="sign-out" isBusy={isLeaving} onClick={leave}>
      {t('VisitLeave')}
    </Button>
  );
}

function Opened(props: { account: SupportAccount; onReopen: () => void }): ReactNode {
  const { account, onReopen } = props;
  const t = useT();
  const session = useSessionState();
  const [search, change] = useSearch();
  // The visit is this tab's session; somebody may have signed in as themselves since.
  const visit = session.kind === 'signed-in' && session.session.user.Support ? session.session : null;
  const isVisiting = visit !== null;
  const tabs = [
    { id: 'flags', label: t('AccountFlagsTab'), panel: <AccountFlags key={account.id} account={account} /> },
    { id: 'factor', label: t('RequirementTitle'), panel: <AccountFactor account={account} /> },
    { id: 'units', label: t('AccountUnits'), panel: <AccountUnits account={account} /> },
    { id: 'email', label: t('SupportEmailTitle'), panel: <AccountEmail account={account} /> },
    { id: 'sms', label: t('AccountCreditsTab'), panel: <AccountCredits account={account} /> },
    { id: 'mail', label: t('AccountMailTab'), panel: <AccountMails id={account.id} /> },
  ];
  return (
    <>
      <Banner tone="warning" action={visit && <Leave />}>
        {t('AccountOpenBanner', { account: account.name })}
        {visit?.user.Support && <Left until={visit.user.Support.Until} />}
      </Banner>
      <div className={styles['head']}>
        <div>
          <h1>{account.name}</h1>
          <p className={styles['soft']}>
            {brandText(account.subsite_id, t)} · {t('AccountNumber', { id: String(account.id) })} ·{' '}
            {t('AccountSize', { units: account.units.length, users: account.users })}
          </p>
          {account.is_closed && <Badge tone="warning">{t('AccountClosed')}</Badge>}
        </div>
        <Button
          look="primary"
          icon="eye"
          onClick={() => (isVisiting ? navigateTo(account.real_time_map ? ADDRESSES.map : ADDRESSES.tripLog) : onReopen())}
        >
          {t('SeeCustomerPages')}
        </Button>
      </div>
      <Tabs
        label={account.name}
        selected={tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'flags'}
        onSelect={(id) => change({ tab: id === 'flags' ? '' : id })}
        tabs={tabs}
      />
    </>
  );
}
