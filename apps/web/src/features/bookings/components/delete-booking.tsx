import type { Booking } from '@spora/contract/bookings/endpoints';
import type { ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { bodyOfBooking } from '../booking-form.ts';
import { useBookingWrite } from '../queries.ts';
import { Settled } from './booking-fields.tsx';
import styles from './booking.module.css';

/** BOOK-018: what is deleted, of a row also those that follow. One alone can be had back. */
export function DeleteBooking(props: { booking: Booking; onClose: () => void; onDeleted: () => void }): ReactNode {
  const { booking, onClose, onDeleted } = props;
  const t = useT();
  const user = useUser();
  const errors = useErrorText();
  const toasts = useToasts();
  const remove = useBookingWrite((send, withLater: boolean) =>
    call(send, 'bookings.delete', { body: { id: String(booking.id), with_later: withLater } }),
  );
  const restore = useBookingWrite((send, was: Booking) => call(send, 'bookings.save', { body: bodyOfBooking(was) }));
  // BOOK-037: others than administrators book for themselves alone.
  const isTheirs = user.IsAdmin || booking.driver_id === user.ID;
  // It outlives this dialog.
  const undo = (): void =>
    void restore.mutateAsync(booking).then(
      () => toasts.show({ text: t('BookingRestored'), topic: 'booking-change' }),
      (failure: unknown) => toasts.show({ text: errors.text(failure), tone: 'danger' }),
    );
  const go = (withLater: boolean): void =>
    remove.mutate(withLater, {
      onSuccess: ({ deleted }) => {
        toasts.show({
          // In place of what is offered of the same booking as it was made.
          topic: 'booking-change',
          text: deleted > 1 ? t('BookingDeletedCount', { count: deleted }) : t('DeleteMsg'),
          ...(deleted > 1 || booking.purpose === null || !isTheirs ? {} : { action: { label: t('Undo'), run: undo } }),
        });
        onDeleted();
      },
    });
  const later = booking.in_row - 1;
  return (
    <Dialog title={t('BookingDeleteTitle')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['form']}>
        <Settled label={t('BookingVehicle')} value={booking.unit_name} />
        {booking.registration_number !== '' && <Settled label={t('BookingPlate')} value={booking.registration_number} />}
        {booking.purpose !== null && <Settled label={t('BookingPurpose')} value={booking.purpose} />}
        <Settled label={t('BookingFrom')} value={booking.start_date.slice(0, 16)} />
        <Settled label={t('BookingTo')} value={booking.end_date.slice(0, 16)} />
        <FailureBanner failure={remove.error} onRetry={() => go(remove.variables ?? false)} />
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('BookingKeep')}</Button>
          {later > 0 && (
            <Button look="danger" isBusy={remove.isPending && remove.variables} onClick={() => go(true)}>
              {t('BookingDeleteRow', { count: later })}
            </Button>
          )}
          <Button look="danger" isBusy={remove.isPending && !remove.variables} onClick={() => go(false)}>
            {t(later > 0 ? 'BookingDeleteOne' : 'BookingDeleteIt')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
