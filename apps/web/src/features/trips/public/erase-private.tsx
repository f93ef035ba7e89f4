import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Button } from '../../../ui/button.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Modal } from '../../../ui/modal.tsx';
import frame from '../../../ui/section.module.css';
import { useToasts } from '../../../ui/toast.tsx';

/** SEC-015: where one drove privately goes for good; what that is about is asked first. */
export function ErasePrivate(): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const send = useSend();
  const [days, setDays] = useState({ from: '', to: '' });
  const look = useMutation({ mutationFn: () => call(send, 'trips.erase-private', { body: { ...days, commit: false } }) });
  const erase = useMutation({ mutationFn: () => call(send, 'trips.erase-private', { body: { ...days, commit: true } }) });
  const texts = { previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') };
  const found = look.data;
  const close = (): void => look.reset();
  const confirm = (): void =>
    erase.mutate(undefined, {
      onSuccess: ({ trips }) => {
        close();
        toasts.show({ text: t('ErasePrivateDone', { count: trips }) });
      },
      onError: close,
    });
  const fields = useRefusals(look.error, days);
  return (
    <div className={frame['form']}>
      <p className={frame['soft']}>{t('ErasePrivateText')}</p>
      <DayField label={t('ErasePrivateFrom')} value={days.from} texts={texts} onChange={(from) => setDays({ ...days, from })} />
      <DayField
        label={t('ErasePrivateTo')}
        value={days.to}
        texts={texts}
        error={fields['to'] ?? null}
        onChange={(to) => setDays({ ...days, to })}
      />
      <FailureBanner failure={look.error ?? erase.error} ownFields={['from', 'to']} onRetry={() => look.mutate()} />
      <div>
        <Button look="danger" disabled={days.from === '' || days.to === ''} isBusy={look.isPending} onClick={() => look.mutate()}>
          {t('ErasePrivate')}
        </Button>
      </div>
      {found && (
        <Modal
          title={t(found.trips > 0 ? 'ErasePrivateAsk' : 'ErasePrivateTitle')}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{t(found.trips > 0 ? 'Cancel' : 'Close')}</Button>
              {found.trips > 0 && (
                <Button look="danger" isBusy={erase.isPending} onClick={confirm}>
                  {t('ErasePrivateForGood')}
                </Button>
              )}
            </>
          }
        >
          <p>{t('ErasePrivateCount', { count: found.trips })}</p>
          {found.attested > 0 && <p>{t('ErasePrivateAttested', { count: found.attested })}</p>}
        </Modal>
      )}
    </div>
  );
}
