import type { SupportAccount } from '@spora/contract/support/endpoints';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Table } from '../../../ui/table.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { useOlder, useSupportWrite } from '../queries.ts';
import { Older } from './older.tsx';
import styles from '../support.module.css';

/** ADM-028: text messages bought and used; entries are never changed, a mistake is put right by another. */
export function AccountCredits(props: { account: SupportAccount }): ReactNode {
  const { account } = props;
  const t = useT();
  const format = useFormat();
  const [isEntering, setEntering] = useState(false);
  const credits = useOlder('support.credits', { params: { id: account.id } });
  return (
    <div className={styles['rows']}>
      <div className={styles['head']}>
        <p>
          <strong>{t('SmsBalance', { count: credits.data?.pages[0]?.balance ?? account.sms_balance })}</strong>
        </p>
        <Button icon="plus" onClick={() => setEntering(true)}>
          {t('EnterCredits')}
        </Button>
      </div>
      <Loaded query={credits} heights={rowsOf(44)} className={styles['rows']}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          if (rows.length === 0) return <EmptyState icon="phone" title={t('NoCredits')} />;
          return (
            <Table
              label={t('AccountCreditsTab')}
              head={
                <>
                  <th scope="col">{t('AuditTime')}</th>
                  <th scope="col" data-kind="number">
                    {t('CreditAmount')}
                  </th>
                  <th scope="col">{t('CreditReason')}</th>
                  <th scope="col">{t('AuditActor')}</th>
                </>
              }
            >
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>{format.dateTime(row.at)}</td>
                  <td data-kind="number" data-label={t('CreditAmount')}>
                    {row.amount > 0 ? `+${row.amount}` : `−${-row.amount}`}
                  </td>
                  <td data-label={t('CreditReason')}>{row.reason}</td>
                  <td data-label={t('AuditActor')}>{row.actor || t('AuditBySystem')}</td>
                </tr>
              ))}
            </Table>
          );
        }}
      </Loaded>
      <Older query={credits} />
      {isEntering && <CreditDialog account={account} onClose={() => setEntering(false)} />}
    </div>
  );
}

function CreditDialog(props: { account: SupportAccount; onClose: () => void }): ReactNode {
  const { account, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const enter = useSupportWrite('support.add-credit');
  const fields = useRefusals(enter.error, { amount, reason });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (enter.isPending) return;
    // What is no whole number is refused by the server in words.
    const body = { amount: Number(amount.trim() === '' ? Number.NaN : amount.replace('−', '-')), reason };
    enter.mutate(
      { params: { id: account.id }, body },
      {
        onSuccess: ({ balance }) => {
          toasts.show({ text: t('SmsBalance', { count: balance }) });
          onClose();
        },
      },
    );
  };
  const close = useCarefulClose(amount !== '' || reason !== '', onClose);
  return (
    <Dialog title={t('EnterCreditsTitle', { name: account.name })} closeLabel={t('Close')} isOpen onClose={close}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <TextField
          label={t('CreditAmount')}
          help={t('CreditAmountHelp')}
          inputMode="numeric"
          autoFocus
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          error={fields['amount'] ?? null}
        />
        <TextField
          label={t('CreditReason')}
          help={t('CreditReasonHelp')}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={fields['reason'] ?? null}
        />
        <p className={styles['soft']}>{t('CustomerSeesChange')}</p>
        <FailureBanner failure={enter.error} ownFields={['amount', 'reason']} onRetry="submit" />
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" isBusy={enter.isPending}>
            {t('EnterCredits')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
