import type { Booking } from '@spora/contract/bookings/endpoints';
import { DECISION_REASON_MAX } from '@spora/contract/bookings/limits';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useBookingWrite } from '../queries.ts';
import { spanOf } from '../time-model.ts';
import { useBookingTexts } from '../use-booking-texts.ts';
import styles from './booking.module.css';

/** A booking that waits is approved or refused; a refusal can say why. */
export function Decision(props: { booking: Booking; onDecided?: () => void }): ReactNode {
  const { booking } = props;
  const t = useT();
  const texts = useBookingTexts();
  const toasts = useToasts();
  const [isRefusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
  const decide = useBookingWrite((send, approve: boolean) =>
    call(send, 'bookings.decide', {
      params: { id: String(booking.id) },
      body: { approve, reason: approve ? '' : reason.trim() },
    }),
  );
  const answer = (approve: boolean): void =>
    decide.mutate(approve, {
      onSuccess: () => {
        toasts.show({ text: t(approve ? 'BookingApproved' : 'BookingRefused') });
        props.onDecided?.();
      },
    });
  const named = { name: booking.driver_name, vehicle: booking.unit_name, time: texts.span(spanOf(booking)) };
  return (
    <div className={styles['decision']}>
      {isRefusing && (
        <TextField
          label={t('BookingRefuseReason')}
          help={t('BookingRefuseReasonHelp')}
          maxLength={DECISION_REASON_MAX}
          value={reason}
          autoFocus
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      <FailureBanner failure={decide.error} />
      <div className={styles['acts']}>
        {isRefusing ? (
          <Button onClick={() => setRefusing(false)}>{t('BookingCancel')}</Button>
        ) : (
          <Button look="primary" isBusy={decide.isPending} aria-label={t('BookingApproveOf', named)} onClick={() => answer(true)}>
            {t('BookingApprove')}
          </Button>
        )}
        <Button
          look={isRefusing ? 'danger' : 'plain'}
          isBusy={isRefusing && decide.isPending}
          aria-label={t('BookingRefuseOf', named)}
          onClick={() => (isRefusing ? answer(false) : setRefusing(true))}
        >
          {t('BookingRefuse')}
        </Button>
      </div>
    </div>
  );
}
