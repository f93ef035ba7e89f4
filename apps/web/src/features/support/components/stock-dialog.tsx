import type { DataOf } from '@spora/contract/endpoint-map';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { mayAdd, numbersOf, VERDICT_TEXTS } from '../model.ts';
import { useSupportWrite } from '../queries.ts';
import { SUBSCRIPTIONS } from '../subscriptions.ts';
import { BrandSelect } from './brand-select.tsx';
import styles from '../support.module.css';

type Checked = DataOf<'support.check-stock'>['rows'];

/** Numbers are pasted, checked one by one, and those that may be added are added together. */
export function StockDialog(props: { families: readonly string[]; onClose: () => void }): ReactNode {
  const { families, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const send = useSend();
  const [text, setText] = useState('');
  const [family, setFamily] = useState<string | undefined>(families[0]);
  const [subscription, setSubscription] = useState<(typeof SUBSCRIPTIONS)[number]>('Standard');
  const [subsite, setSubsite] = useState<number | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const add = useSupportWrite('support.add-stock');
  const good = (checked ?? []).filter(({ verdict }) => mayAdd(verdict)).map(({ imei }) => imei);
  const check = (): void => {
    setChecking(true);
    setFailure(null);
    call(send, 'support.check-stock', { body: { imeis: numbersOf(text) } })
      .then(({ rows }) => setChecked(rows), setFailure)
      .finally(() => setChecking(false));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isChecking || add.isPending) return;
    if (checked === null) return check();
    add.mutate(
      {
        body: {
          imeis: good,
          ...(family !== undefined && { family }),
          subscription_type: subscription,
          subsite_id: subsite,
        },
      },
      {
        onSuccess: ({ added }) => {
          toasts.show({ text: t('StockIsAdded', { count: added }) });
          onClose();
        },
      },
    );
  };
  const close = useCarefulClose(text !== '', onClose);
  const refused = useRefusals(failure, { imeis: text });
  return (
    <Dialog title={t('AddStockTitle')} closeLabel={t('Close')} isOpen onClose={close}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <TextArea
          label={t('StockNumbers')}
          help={t('StockNumbersHelp')}
          rows={6}
          autoFocus
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChecked(null);
            add.reset();
          }}
          error={refused['imeis'] ?? null}
        />
        <div className={styles['three']}>
          <BrandSelect value={subsite} onChange={setSubsite} />
          <SelectField
            label={t('SubscriptionColumn')}
            value={subscription}
            onChange={(event) => setSubscription(SUBSCRIPTIONS.find((each) => each === event.target.value) ?? 'Standard')}
          >
            {SUBSCRIPTIONS.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </SelectField>
          <SelectField label={t('FamilyColumn')} value={family} onChange={(event) => setFamily(event.target.value)}>
            {families.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </SelectField>
        </div>
        {checked && (
          <ul className={styles['verdicts']} aria-label={t('StockNumbers')}>
            {checked.map(({ imei, verdict }, index) => (
              <li key={index}>
                <span className={styles['number']}>{imei}</span>
                <Badge tone={verdict === 'ok' ? 'success' : verdict === 'odd' ? 'warning' : 'danger'}>
                  {t(VERDICT_TEXTS[verdict])}
                </Badge>
              </li>
            ))}
          </ul>
        )}
        <FailureBanner failure={failure ?? add.error} ownFields={['imeis']} onRetry="submit" />
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            isBusy={isChecking || add.isPending}
            disabled={checked !== null && good.length === 0}
          >
            {checked === null ? t('CheckNumbers') : t('AddNumbers', { count: good.length })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
