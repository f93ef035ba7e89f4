import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useT } from '../../lib/i18n.tsx';
import { hasOthers } from '../../lib/rights.ts';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { viewOf, type AttestParts } from './model.ts';
import { proposalsQuery } from './queries.ts';
import { AttestHistory } from './components/attest-history.tsx';
import { AttestPeriod } from './components/attest-period.tsx';
import { AttestProposals } from './components/attest-proposals.tsx';
import { AttestStatus } from './components/attest-status.tsx';
import styles from './components/attest.module.css';

/** ATT-001 to ATT-015: a driver's own month, and for administrators everybody's. */
export function AttestScreen(props: AttestParts): ReactNode {
  const t = useT();
  const user = useUser();
  const { IsAdmin } = user;
  const isAlone = !hasOthers(user);
  const view = viewOf(props.search, IsAdmin, isAlone);
  const proposals = useQuery({ ...proposalsQuery(useSend()), enabled: IsAdmin });
  const waiting = proposals.data?.proposals.length ?? 0;
  const select = (next: string): void => props.onSearch({ view: next });
  const tabs = [
    { id: 'mine', label: t('AttestTabMine'), panel: <AttestPeriod {...props} /> },
    // A driver's own row is what the months of their own trips say already; an address that asks for it is answered.
    ...(IsAdmin || view === 'status' ? [{ id: 'status', label: t('AttestTabStatus'), panel: <AttestStatus {...props} /> }] : []),
    { id: 'history', label: t('AttestTabHistory'), panel: <AttestHistory {...props} /> },
    // Whoever has no colleagues is not shown where their corrections would be, while there are none.
    ...(IsAdmin && (!isAlone || waiting > 0 || view === 'proposals')
      ? [
          {
            id: 'proposals',
            label: waiting > 0 ? t('AttestTabProposalsCount', { count: waiting }) : t('AttestTabProposals'),
            panel: <AttestProposals query={proposals} />,
          },
        ]
      : []),
  ];
  return (
    <div className={styles['screen']}>
      <Tabs label={t('MenuAttest')} selected={view} onSelect={select} tabs={tabs} />
    </div>
  );
}

/** ATT-005: a driver's own month, and everybody's for administrators. */
export function AttestPage(): ReactNode {
  return <AttestScreen search={usePageSearch(ADDRESSES.attest)} onSearch={useSearchPatch(ADDRESSES.attest)} />;
}
