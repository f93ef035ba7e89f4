import type { Booking } from '@spora/contract/bookings/endpoints';
import type { FormEvent, ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { dayOf, fromCall, type Local, timeOf } from '../time-model.ts';
import styles from './booking.module.css';

/** DEC-22: what is left of the time is gone once somebody else has booked it, so that it is asked about first. */
export function ReturnQuestion(props: {
  booking: Booking;
  now: Local;
  onReturn: (event: FormEvent) => void;
  onClose: () => void;
}): ReactNode {
  const { booking, now, onReturn, onClose } = props;
  const t = useT();
  const end = fromCall(booking.end_date);
  const time = dayOf(end) === dayOf(now) ? timeOf(end) : `${dayOf(end)} ${timeOf(end)}`;
  return (
    <Dialog title={t('BookingReturnAsk', { vehicle: booking.unit_name })} closeLabel={t('Close')} isOpen onClose={onClose}>
      <form className={styles['form']} onSubmit={onReturn}>
        <p>
          <Unbroken>{t('BookingReturnWhat', { time })}</Unbroken>
        </p>
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" type="submit">
            {t('BookingReturnIt')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
