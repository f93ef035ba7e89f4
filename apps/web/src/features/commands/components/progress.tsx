import type { Command } from '@spora/contract/commands/endpoints';
import type { ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { clockText, useCountdown } from '../../../lib/use-countdown.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { isPending, TONES } from '../model.ts';
import { useCommand } from '../queries.ts';
import styles from './commands.module.css';

/** UNIT-030, OUT-002, OUT-003, OUT-010: how the last change fares. */
export function Progress(props: { imei: string; command: Command; wished: string }): ReactNode {
  const { command } = props;
  const t = useT();
  const format = useFormat();
  switch (command.state) {
    case 'waiting':
    case 'sent':
      return <Pending {...props} />;
    case 'queued':
      return <Banner tone="information">{t('CommandQueuedText')}</Banner>;
    case 'failed':
      return <Banner tone="danger">{t('CommandRefused', { answer: command.answer || '?' })}</Banner>;
    case 'timed-out':
      return <Banner tone="warning">{t('CommandTimedOut')}</Banner>;
    case 'expired':
      return <Banner tone="warning">{t('CommandNotSent')}</Banner>;
    case 'acknowledged':
      return (
        <p className={styles['small']}>{t('CommandDone', { time: command.ended_at ? format.dateTime(command.ended_at) : '' })}</p>
      );
    case 'withdrawn':
      return <p className={styles['small']}>{t('CommandWithdrawn')}</p>;
  }
}

function Pending({ imei, command, wished }: { imei: string; command: Command; wished: string }): ReactNode {
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const toasts = useToasts();
  const left = useCountdown(command.confirm_by && isPending(command) ? Date.parse(command.confirm_by) : null);
  const withdraw = useCommand((send, id: number) => call(send, 'commands.withdraw', { params: { imei, id } }));
  const text =
    command.state === 'sent'
      ? t('CommandSentText')
      : command.confirm_by
        ? t('CommandWaiting')
        : t('CommandWaitingLong', { time: format.dateTime(command.expires_at) });
  return (
    <div className={styles['progress']}>
      <Badge tone="information">{wished}</Badge>
      <span role="status">{text}</span>
      {left > 0 && <span>{t('CommandTimeLeft', { time: clockText(left) })}</span>}
      {command.can.withdraw && (
        <Button
          isSmall
          isBusy={withdraw.isPending}
          onClick={() =>
            withdraw.mutate(command.id, { onError: (error) => toasts.show({ text: errors.text(error), tone: 'danger' }) })
          }
        >
          {t('CommandWithdraw')}
        </Button>
      )}
    </div>
  );
}

/** A state in a word. */
export function StateBadge(props: { state: Command['state'] }): ReactNode {
  const t = useT();
  return <Badge tone={TONES[props.state]}>{t(`CommandState-${props.state}`)}</Badge>;
}
