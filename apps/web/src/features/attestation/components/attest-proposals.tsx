import type { DataOf } from '@spora/contract/endpoint-map';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useAttestWrite } from '../queries.ts';
import { ReasonDialog } from './attest-dialogs.tsx';
import { useUnitGone } from '../use-gone.ts';
import styles from './attest.module.css';

type Proposal = DataOf<'attestation.proposals'>['proposals'][number];

/** TRIP-029: late positions would make something else of attested trips; an administrator decides. */
export function AttestProposals(props: { query: UseQueryResult<DataOf<'attestation.proposals'>> }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const [opened, setOpened] = useState<Proposal | null>(null);
  const dismiss = useAttestWrite('attestation.dismiss-proposal');
  const reopen = useAttestWrite('attestation.reopen-for-proposal');
  const keep = (proposal: Proposal): void =>
    dismiss.mutate(
      { params: { id: proposal.id } },
      {
        onSuccess: () => toasts.show({ text: t('ProposalKept') }),
        onError: (error) => toasts.show({ text: errors.text(error), tone: 'danger' }),
      },
    );
  return (
    <Loaded query={props.query} heights={rowsOf(52)} className={styles['stack']}>
      {({ proposals }) => (
        <div className={styles['stack']}>
          <p className={styles['soft']}>{t('ProposalsLead')}</p>
          {proposals.length === 0 && <EmptyState icon="check" title={t('ProposalsNone')} />}
          <ul className={styles['lines']}>
            {proposals.map((proposal) => (
              <li key={proposal.id} className={styles['line']}>
                <ProposalText proposal={proposal} />
                <span className={styles['acts']}>
                  <Button
                    isBusy={dismiss.isPending && dismiss.variables.params.id === proposal.id}
                    onClick={() => keep(proposal)}
                  >
                    {t('ProposalKeep')}
                  </Button>
                  {proposal.attestation_id !== null && (
                    <Button icon="undo" onClick={() => setOpened(proposal)}>
                      {t('ProposalReopen')}
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
          {opened && (
            <ReasonDialog
              title={t('ReopenTitle')}
              lead={t('ProposalReopenLead')}
              isBusy={reopen.isPending}
              error={reopen.error}
              onClose={() => {
                reopen.reset();
                setOpened(null);
              }}
              onReason={(reason) =>
                reopen.mutate(
                  { params: { id: opened.id }, body: { reason } },
                  {
                    onSuccess: () => {
                      setOpened(null);
                      toasts.show({ text: t('ReopenSaved') });
                    },
                  },
                )
              }
            />
          )}
        </div>
      )}
    </Loaded>
  );
}

function ProposalText(props: { proposal: Proposal }): ReactNode {
  const { proposal } = props;
  const t = useT();
  const format = useFormat();
  const distance = useUnitGone(proposal.unit_id);
  const clock = (start: string | null, stop: string | null): string =>
    start && stop ? `${format.time(start)}–${format.time(stop)}, ` : '';
  return (
    <span className={styles['grow']}>
      {[proposal.day, proposal.unit_name, proposal.user_name].filter(Boolean).join(' · ')}
      <span className={styles['under']}>
        {proposal.attested_distance_m === null
          ? t('ProposalNew', { proposed: distance(proposal.distance_m) })
          : t('ProposalChange', {
              attested: clock(proposal.attested_start, proposal.attested_stop) + distance(proposal.attested_distance_m),
              proposed: clock(proposal.start, proposal.stop) + distance(proposal.distance_m),
            })}
      </span>
    </span>
  );
}
