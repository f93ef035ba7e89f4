import type { Booking } from '@spora/contract/bookings/endpoints';
import { DECISION_REASON_MAX } from '@spora/contract/bookings/limits';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { requestsQuery, useBookingWrite } from '../queries.ts';
import { spanOf } from '../time-model.ts';
import { useBookingTexts } from '../use-booking-texts.ts';
import styles from './booking.module.css';

/** That bookings wait for the one who looks. */
export function RequestsBanner(props: { onShow: () => void }): ReactNode {
  const t = useT();
  const { data } = useQuery(requestsQuery(useSend()));
  if (!data || data.length === 0) return null;
  return (
    <Banner
      tone="information"
      action={
        <Button isSmall onClick={props.onShow}>
          {t('BookingRequestsShow')}
        </Button>
      }
    >
      {t('BookingRequestsWait', { count: data.length })}
    </Banner>
  );
}

/** Each is approved or refused; a refusal can say why. */
export function RequestsSheet(props: { onClose: () => void }): ReactNode {
  const t = useT();
  const query = useQuery(requestsQuery(useSend()));
  return (
    <Sheet title={t('BookingRequests')} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <Loaded query={query} heights={rowsOf(96, 3)} className={styles['form']}>
        {(requests) =>
          requests.length === 0 ? (
            <EmptyState icon="check" title={t('BookingRequestsNone')} />
          ) : (
            <ul className={styles['found']}>
              {requests.map((request) => (
                <Request key={request.id} request={request} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Sheet>
  );
}

function Request({ request }: { request: Booking }): ReactNode {
  const t = useT();
  const texts = useBookingTexts();
  const toasts = useToasts();
  const [isRefusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
  const decide = useBookingWrite((send, approve: boolean) =>
    call(send, 'bookings.decide', {
      params: { id: String(request.id) },
      body: { approve, reason: approve ? '' : reason.trim() },
    }),
  );
  const answer = (approve: boolean): void =>
    decide.mutate(approve, {
      onSuccess: () => void toasts.show({ text: t(approve ? 'BookingApproved' : 'BookingRefused') }),
    });
  const named = { name: request.driver_name, vehicle: request.unit_name, time: texts.span(spanOf(request)) };
  return (
    <li>
      <div>
        <strong>{request.driver_name}</strong>
        <span>{[request.unit_name, request.registration_number].filter(Boolean).join(' · ')}</span>
        <span>{named.time}</span>
        <span className={styles['soft']}>{request.purpose}</span>
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
      </div>
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
    </li>
  );
}
