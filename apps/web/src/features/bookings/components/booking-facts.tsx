import type { Booking } from '@spora/contract/bookings/endpoints';
import { HAND_OVER_NOTE_MAX } from '@spora/contract/bookings/limits';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { call } from '../../../lib/call.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useBookingWrite } from '../queries.ts';
import { dayOf, fromCall, minutesBetween, spanOf, timeOf } from '../time-model.ts';
import { useBookingTexts } from '../use-booking-texts.ts';
import { Settled } from './booking-fields.tsx';
import styles from './booking.module.css';
import { ReturnPicture } from './return-picture.tsx';

/** DEC-22, DEC-27: a booking that cannot be changed, why, and what can be done with it all the same. */
export function BookingFacts(props: { booking: Booking; onDelete: () => void; onClose: () => void }): ReactNode {
  const { booking, onClose } = props;
  const t = useT();
  const texts = useBookingTexts();
  const toasts = useToasts();
  const user = useUser();
  const giveBack = useBookingWrite((send, id: number) => call(send, 'bookings.return', { params: { id: String(id) } }));
  const isOthers = booking.driver_id !== user.ID && booking.booked_by !== user.ID;
  // What came of it is told of what was to be driven, and of a vehicle that was away all the same.
  const isOver =
    booking.phase === 'past' && booking.state === 'booked' && (booking.kind === 'drive' || (booking.driven?.trips ?? 0) > 0);
  return (
    <div className={styles['form']}>
      {isOver && <WhatCame booking={booking} />}
      {!isOver && (
        <Banner tone="information">
          {booking.state === 'refused' || booking.state === 'released'
            ? t(`BookingState-${booking.state}`)
            : booking.phase === 'ongoing'
              ? t('BookingOngoing')
              : booking.phase === 'past'
                ? t('BookingOver')
                : t(isOthers ? 'CannotEditOthersBooking' : 'ErrEditPastDateMsg')}{' '}
          {booking.reason !== null && booking.reason !== '' && t('BookingRefusedBecause', { reason: booking.reason })}
        </Banner>
      )}
      <Settled label={t('BookingVehicle')} value={[booking.unit_name, booking.registration_number].filter(Boolean).join(' · ')} />
      {booking.kind === 'drive' ? (
        <Settled label={t('BookingDriver')} value={booking.driver_name} />
      ) : (
        <Settled label={t('BookingKind')} value={t(`BookingKind-${booking.kind}`)} />
      )}
      {booking.purpose !== null && <Settled label={t('BookingPurpose')} value={booking.purpose} />}
      <Settled label={t('BookingFrom')} value={fromCall(booking.start_date).replace('T', ' ')} />
      <Settled label={t('BookingTo')} value={fromCall(booking.end_date).replace('T', ' ')} />
      {booking.booked_by_name !== booking.driver_name && (
        <p className={styles['soft']}>{t('BookingBookedBy', { name: booking.booked_by_name })}</p>
      )}
      {booking.returned_date !== null && !isOver && (
        <p className={styles['soft']}>{t('BookingReturned', { time: fromCall(booking.returned_date).replace('T', ' ') })}</p>
      )}
      {!isOver && <Driven booking={booking} />}
      {(booking.can.hand_over || booking.hand_over || booking.has_picture) && <HandOver booking={booking} />}
      <FailureBanner failure={giveBack.error} />
      <div className={styles['foot']}>
        {booking.can.delete && (
          <Button look="quiet" className={styles['remove']} onClick={props.onDelete}>
            {t('BookingDelete')}
          </Button>
        )}
        {booking.can.return && (
          <Button
            look="primary"
            isBusy={giveBack.isPending}
            title={texts.span(spanOf(booking))}
            onClick={() => giveBack.mutate(booking.id, { onSuccess: () => void toasts.show({ text: t('BookingReturnedNow') }) })}
          >
            {t('BookingReturnNow')}
          </Button>
        )}
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </div>
  );
}

/** Of a booking that is over, what came of it: when the vehicle was driven, how late it was back, by whom if it was somebody else, and how far. */
function WhatCame({ booking }: { booking: Booking }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { driven, driven_until: late, returned_date: returned } = booking;
  const clock = (told: string): string => {
    const local = fromCall(told);
    return dayOf(local) === booking.start_date.slice(0, 10) ? timeOf(local) : local.replace('T', ' ');
  };
  const until = late ?? driven?.until ?? null;
  const { fetched } = booking;
  const fetchedLateS = fetched === null ? null : minutesBetween(fromCall(booking.start_date), fromCall(fetched)) * 60;
  return (
    <section className={styles['came']} data-late={late !== null}>
      <strong>
        {driven?.from
          ? until === null
            ? t('BookingCameSince', { from: clock(driven.from) })
            : t('BookingCameDriven', { from: clock(driven.from), until: clock(until) })
          : t(booking.was_driven === false ? 'BookingCameUndriven' : 'BookingCameUntold')}
      </strong>
      {late !== null && (
        <span className={styles['late']}>
          <Icon name="history" size={16} />
          {t('BookingCameLate', {
            time: format.duration(minutesBetween(fromCall(booking.end_date), fromCall(late)) * 60),
          })}
        </span>
      )}
      {fetchedLateS !== null && (
        <span className={styles['soft']}>{t('BookingCameFetched', { time: format.duration(fetchedLateS) })}</span>
      )}
      {driven && driven.log_drivers.length > 0 && <span>{t('BookingCameLog', { names: driven.log_drivers.join(', ') })}</span>}
      {driven && driven.drivers.length > 0 && <span>{t('BookingCameBy', { names: driven.drivers.join(', ') })}</span>}
      {returned !== null && <span>{t('BookingReturned', { time: clock(returned) })}</span>}
      {driven && driven.trips > 0 && <Driven booking={booking} />}
    </section>
  );
}

/** What was driven in it, with the way to the log. */
function Driven({ booking }: { booking: Booking }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { driven } = booking;
  if (!driven || driven.trips === 0) return null;
  return (
    <p className={styles['line']}>
      {t('BookingDriven', { trips: driven.trips })}
      <span>{format.km(driven.distance_m)}</span>
      <PageLink
        to={ADDRESSES.tripLog}
        search={{
          period: 'custom',
          from: booking.start_date.slice(0, 10),
          to: booking.end_date.slice(0, 10),
          unit: booking.imei,
          ...(driven.log_driver_ids.length > 0 && { drivers: driven.log_driver_ids.join(',') }),
        }}
      >
        {t('BookingDrivenLink')}
      </PageLink>
    </p>
  );
}

interface HandOverForm {
  readonly note: string;
  readonly odometer: string;
  readonly fuel: string;
}
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')));
const isWrong = (text: string, max: number): boolean => {
  const number = numberOf(text);
  return number !== null && (Number.isNaN(number) || number < 0 || number > max);
};

/** How the vehicle was left, for whoever drives next. */
function HandOver({ booking }: { booking: Booking }): ReactNode {
  const t = useT();
  const format = useFormat();
  const toasts = useToasts();
  const told = booking.hand_over;
  // Days after it is over hardly anybody has come to write one: what is asked for then is what came of it.
  const [isOpen, setOpen] = useState(booking.phase === 'ongoing' || told !== null || booking.has_picture);
  const write = useBookingWrite((send, form: HandOverForm) =>
    call(send, 'bookings.save-hand-over', {
      params: { id: String(booking.id) },
      body: { note: form.note.trim(), odometer_km: numberOf(form.odometer), fuel_pct: numberOf(form.fuel) },
    }),
  );
  const draft = useDraftForm<HandOverForm>({
    first: { note: told?.note ?? '', odometer: String(told?.odometer_km ?? ''), fuel: String(told?.fuel_pct ?? '') },
    faultsOf: ({ note, odometer, fuel }) => ({
      note: note.length > HAND_OVER_NOTE_MAX ? 'NoteLength' : null,
      odometer_km: isWrong(odometer, 9_999_999) ? 'OutOfLimits' : null,
      fuel_pct: isWrong(fuel, 100) || !Number.isInteger(numberOf(fuel) ?? 0) ? 'OutOfLimits' : null,
    }),
    write,
    send: (form) => write.mutate(form, { onSuccess: () => void toasts.show({ text: t('BookingHandOverSaved') }) }),
  });
  const { form, set, errorOf } = draft;
  if (!isOpen)
    return (
      <div>
        <Button icon="plus" onClick={() => setOpen(true)}>
          {t('BookingHandOverWrite')}
        </Button>
      </div>
    );
  return (
    <section className={styles['handOver']} aria-labelledby="hand-over">
      <h3 id="hand-over">{t('BookingHandOver')}</h3>
      {told && <p className={styles['soft']}>{t('BookingHandOverBy', { name: told.by_name, time: format.dateTime(told.at) })}</p>}
      {booking.can.hand_over ? (
        <form ref={draft.place} className={styles['form']} noValidate onSubmit={draft.submit}>
          <p className={styles['soft']}>{t('BookingHandOverText')}</p>
          <TextArea
            label={t('BookingHandOverNote')}
            value={form.note}
            error={errorOf('note')}
            onChange={({ target }) => set('note', target.value)}
          />
          <div className={styles['pair']}>
            <TextField
              label={t('BookingHandOverOdometer')}
              inputMode="decimal"
              value={form.odometer}
              error={errorOf('odometer_km')}
              onChange={({ target }) => set('odometer', target.value)}
            />
            <TextField
              label={t('BookingHandOverFuel')}
              inputMode="numeric"
              value={form.fuel}
              error={errorOf('fuel_pct')}
              onChange={({ target }) => set('fuel', target.value)}
            />
          </div>
          <FailureBanner failure={write.error} ownFields={['note', 'odometer_km', 'fuel_pct']} />
          <Button type="submit" isBusy={write.isPending}>
            {t('BookingHandOverSave')}
          </Button>
        </form>
      ) : (
        told && (
          <>
            {told.note !== '' && <p>{told.note}</p>}
            {told.odometer_km !== null && (
              <Settled label={t('BookingHandOverOdometer')} value={format.number(told.odometer_km)} />
            )}
            {told.fuel_pct !== null && <Settled label={t('BookingHandOverFuel')} value={format.number(told.fuel_pct)} />}
          </>
        )
      )}
      <ReturnPicture booking={booking} />
    </section>
  );
}
