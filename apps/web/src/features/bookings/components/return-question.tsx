import type { Booking } from '@spora/contract/bookings/endpoints';
import type { ReactNode } from 'react';
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
  /** How it was left is written, and saved with it. */
  withHandOver: boolean;
  onReturn: () => void;
  onClose: () => void;
}): ReactNode {
  const { booking, now, onReturn, onClose } = props;
  const t = useT();
  const end = fromCall(booking.end_date);
  const time = dayOf(end) === dayOf(now) ? timeOf(end) : `${dayOf(end)} ${timeOf(end)}`;
  return (
    <Dialog title={t('BookingReturnAsk', { vehicle: booking.unit_name })} closeLabel={t('Close')} isOpen onClose={onClose}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          onReturn();
        }}
      >
        <p>
          <Unbroken>{t('BookingReturnWhat', { time })}</Unbroken>
        </p>
        {props.withHandOver && <p>{t('BookingReturnSaves')}</p>}
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" type="submit">
            {t(props.withHandOver ? 'BookingReturnAndSave' : 'BookingReturnIt')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
