import type { Booking } from '@spora/contract/bookings/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { requestsQuery } from '../queries.ts';
import { spanOf } from '../time-model.ts';
import { useBookingTexts } from '../use-booking-texts.ts';
import styles from './booking.module.css';
import { Decision } from './decision.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';

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
  const texts = useBookingTexts();
  return (
    <li>
      <div>
        <strong>{request.driver_name}</strong>
        <span>{[request.unit_name, request.registration_number].filter(Boolean).join(' · ')}</span>
        <span>
          <Unbroken>{texts.span(spanOf(request))}</Unbroken>
        </span>
        <span className={styles['soft']}>{request.purpose}</span>
      </div>
      <Decision booking={request} />
    </li>
  );
}
