import type { PrintedCode } from '@spora/contract/drivers/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { EmptyOrBegin } from '../../ui/begin-unit.tsx';
import { Panel } from './panel.tsx';
import { codesQuery, useDriverWrite } from './queries.ts';
import styles from './drivers.module.css';

/** Where a scanned code leads: this installation's own address. */
const addressOf = (code: string): string => `${window.location.origin}${ADDRESSES.checkIn}?code=${code}`;

/** DRV-009: codes to print, several on a sheet. */
export function CodesTab(): ReactNode {
  const t = useT();
  const answer = useQuery(codesQuery(useSend()));
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [renewing, setRenewing] = useState<PrintedCode | null>(null);
  const toggle = (id: number): void => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  return (
    <Panel query={answer}>
      {({ codes }) =>
        codes.length === 0 ? (
          <EmptyOrBegin text={t('NoCodesText')}>
            <EmptyState icon="truck" title={t('NoCodesTitle')}>
              {t('NoCodesText')}
            </EmptyState>
          </EmptyOrBegin>
        ) : (
          <>
            <p className={`${styles['soft']} ${styles['noPrint']}`}>{t('CodesLead')}</p>
            <div className={styles['bar']}>
              <Button look="primary" disabled={left.size >= codes.length} onClick={() => window.print()}>
                {t('PrintCodes', { count: codes.filter((code) => !left.has(code.unit_id)).length })}
              </Button>
            </div>
            <ul className={styles['codes']}>
              {codes.map((code) => (
                <li key={code.unit_id} className={styles['code']} data-chosen={!left.has(code.unit_id)}>
                  <CheckBox label={code.unit_name} checked={!left.has(code.unit_id)} onChange={() => toggle(code.unit_id)} />
                  <QrCode text={addressOf(code.code)} label={t('CodeOf', { unit: code.unit_name })} />
                  <strong>{[code.unit_name, code.registration_number].filter(Boolean).join(' · ')}</strong>
                  <span className={styles['soft']}>{t('ScanToCheckIn')}</span>
                  <Button isSmall look="quiet" icon="refresh" onClick={() => setRenewing(code)}>
                    {t('RenewCode')}
                  </Button>
                </li>
              ))}
            </ul>
            {renewing && <RenewDialog code={renewing} onClose={() => setRenewing(null)} />}
          </>
        )
      }
    </Panel>
  );
}

function RenewDialog(props: { code: PrintedCode; onClose: () => void }): ReactNode {
  const { code, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const save = useDriverWrite((send, imei: string) => call(send, 'drivers.renew-code', { params: { imei } }));
  const run = (): void =>
    save.mutate(code.imei, {
      onSuccess: () => {
        toasts.show({ text: t('CodeRenewed', { unit: code.unit_name }) });
        onClose();
      },
    });
  return (
    <Dialog title={t('RenewCode')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['dialog']}>
        <p>{t('RenewCodeText', { unit: code.unit_name })}</p>
        <FailureBanner failure={save.error} onRetry={run} />
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="danger" isBusy={save.isPending} onClick={run}>
            {t('RenewCodeConfirm')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
