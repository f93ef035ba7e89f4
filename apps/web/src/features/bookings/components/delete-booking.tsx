import type { Booking } from '@spora/contract/bookings/endpoints';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import type { useAndThen } from '../use-and-then.ts';
import { useCancel, useRow, useTellCancelled } from '../use-row.ts';
import { Settled } from './booking-fields.tsx';
import styles from './booking.module.css';
import { RowChoice } from './row-choice.tsx';

/** BOOK-018: what is deleted, of a row also those that follow. Both can be had back. */
export function DeleteBooking(props: {
  booking: Booking;
  /** Those that follow it were chosen before. */
  beginsWhole: boolean;
  /** Of the booking's own sheet, which closes with it where the question is gone. */
  andThen: ReturnType<typeof useAndThen>;
  onClose: () => void;
  onDeleted: () => void;
}): ReactNode {
  const { booking, onClose, onDeleted } = props;
  const t = useT();
  const user = useUser();
  const row = useRow(booking);
  const [isWhole, setWhole] = useState(props.beginsWhole);
  const cancel = useCancel();
  const tell = useTellCancelled();
  const andThen = props.andThen;
  const gone = [booking, ...(isWhole && row ? row : [])].filter(({ kind, driver_id: id }) => kind === 'drive' && id !== user.ID);
  /** Whose they are, each once: who cancels knows. */
  const others = [...new Map(gone.map((each) => [each.driver_id, each])).values()];
  const go = (): void => andThen(cancel, { booking, isWhole }, { tell, close: onDeleted });
  return (
    <Dialog title={t('BookingDeleteTitle')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['form']}>
        <Settled label={t('BookingVehicle')} value={booking.unit_name} />
        {booking.registration_number !== '' && <Settled label={t('BookingPlate')} value={booking.registration_number} />}
        {booking.kind === 'drive' && <Settled label={t('BookingDriver')} value={booking.driver_name} />}
        {booking.purpose !== null && <Settled label={t('BookingPurpose')} value={booking.purpose} />}
        <Settled label={t('BookingFrom')} value={booking.start_date.slice(0, 16)} />
        <Settled label={t('BookingTo')} value={booking.end_date.slice(0, 16)} />
        <RowChoice legend={t('BookingRowCancelled')} row={row} isWhole={isWhole} onChoose={setWhole} />
        {others.length > 0 && (
          <p className={styles['soft']}>
            {others.length > 1 ? t('BookingDeleteToldAll') : t('BookingDeleteTold', { name: others[0]?.driver_name ?? '' })}
          </p>
        )}
        <FailureBanner failure={cancel.error} onRetry={go} />
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('BookingKeep')}</Button>
          <Button look="danger" isBusy={cancel.isPending} onClick={go}>
            {isWhole && row ? t('BookingDeleteCount', { count: row.length }) : t('BookingDeleteIt')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
