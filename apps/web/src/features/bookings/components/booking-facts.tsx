import type { Booking } from '@spora/contract/bookings/endpoints';
import { useEffect, useRef, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { dayOf, fromCall, type Local, minutesBetween, spanOf, timeOf } from '../time-model.ts';
import { useBookingTexts } from '../use-booking-texts.ts';
import { Settled } from './booking-fields.tsx';
import styles from './booking.module.css';
import { HandOverBefore } from './hand-over-before.tsx';
import { HandOver, useHandOver } from './hand-over.tsx';
import { Repeated } from './repeated.tsx';
import { ReturnQuestion } from './return-question.tsx';
import { StandsAt } from './stands-at.tsx';

/** DEC-22, DEC-27: a booking that cannot be changed, why, and what can be done with it all the same. */
export function BookingFacts(props: {
  booking: Booking;
  now: Local;
  onDirty: (isDirty: boolean) => void;
  onBookOn: () => void;
  onDelete: () => void;
  /** It was given back, and how it was left is saved. */
  onAllDone: () => void;
  onClose: () => void;
}): ReactNode {
  const { booking, onDirty, onClose } = props;
  const t = useT();
  const texts = useBookingTexts();
  const user = useUser();
  const handOver = useHandOver(booking, props.onAllDone);
  const { hasNews } = handOver;
  useEffect(() => {
    onDirty(hasNews);
    return () => onDirty(false);
  }, [onDirty, hasNews]);
  const isOthers = booking.driver_id !== user.ID && booking.booked_by !== user.ID;
  // What came of it is told of what was to be driven, and of a vehicle that was away all the same.
  const isOver =
    booking.phase === 'past' && booking.state === 'booked' && (booking.kind === 'drive' || (booking.driven?.trips ?? 0) > 0);
  return (
    <div className={styles['form']}>
      {isOver && <WhatCame booking={booking} now={props.now} />}
      {!isOver && (
        <Banner tone="information">
          {booking.state === 'refused' || booking.state === 'released'
            ? t(`BookingState-${booking.state}`)
            : booking.phase === 'ongoing'
              ? t(booking.can.return ? 'BookingOngoingYours' : 'BookingOngoing')
              : booking.phase === 'past'
                ? t('BookingOver')
                : t(isOthers ? 'CannotEditOthersBooking' : 'ErrEditPastDateMsg')}{' '}
          {booking.reason !== null && booking.reason !== '' && t('BookingRefusedBecause', { reason: booking.reason })}
        </Banner>
      )}
      <Settled label={t('BookingVehicle')} value={[booking.unit_name, booking.registration_number].filter(Boolean).join(' · ')} />
      <StandsAt booking={booking} />
      {booking.kind === 'drive' ? (
        <Settled label={t('BookingDriver')} value={booking.driver_name} />
      ) : (
        <Settled label={t('BookingKind')} value={t(`BookingKind-${booking.kind}`)} />
      )}
      {booking.purpose !== null && <Settled label={t('BookingPurpose')} value={booking.purpose} />}
      <Settled label={t('BookingFrom')} value={fromCall(booking.start_date).replace('T', ' ')} />
      <Settled label={t('BookingTo')} value={fromCall(booking.end_date).replace('T', ' ')} />
      {booking.is_repeated && <Repeated text={t('BookingRepeats')} />}
      {booking.phase !== 'past' && <HandOverBefore before={booking.hand_over_before} unitName={booking.unit_name} />}
      {booking.can.return && booking.kind === 'drive' && (
        <p className={styles['line']}>
          <span className={styles['soft']}>{t('BookingLonger')}</span>
          <Button isSmall onClick={props.onBookOn}>
            {t('BookingBookOn')}
          </Button>
        </p>
      )}
      {booking.booked_by_name !== booking.driver_name && (
        <p className={styles['soft']}>{t('BookingBookedBy', { name: booking.booked_by_name })}</p>
      )}
      {booking.returned_date !== null && !isOver && (
        <p className={styles['soft']}>{t('BookingReturned', { time: fromCall(booking.returned_date).replace('T', ' ') })}</p>
      )}
      {!isOver && <Driven booking={booking} />}
      {(booking.can.hand_over || booking.hand_over || booking.has_picture) && <HandOver booking={booking} handOver={handOver} />}
      <FailureBanner failure={handOver.returnFailure} />
      <div className={styles['foot']}>
        {booking.can.delete && (
          <Button look="quiet" className={styles['remove']} onClick={props.onDelete}>
            {t('BookingDelete')}
          </Button>
        )}
        {booking.can.return && (
          <Button look="primary" isBusy={handOver.isReturning} title={texts.span(spanOf(booking))} onClick={handOver.askReturn}>
            {t(hasNews ? 'BookingReturnAndSave' : 'BookingReturnNow')}
          </Button>
        )}
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
      {handOver.isAsked && booking.can.return && (
        <ReturnQuestion
          booking={booking}
          now={props.now}
          withHandOver={hasNews}
          onReturn={handOver.giveBack}
          onClose={handOver.forgetReturn}
        />
      )}
    </div>
  );
}

/** Of a booking that is over, what came of it: when the vehicle was driven, how late it was back, by whom if it was somebody else, and how far. */
function WhatCame({ booking, now }: { booking: Booking; now: Local }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { driven, driven_until: late, returned_date: returned } = booking;
  const place = useRef<HTMLElement>(null);
  // Whoever has given it back at the foot of the form reads here that it is.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const clock = (told: string): string => {
    const local = fromCall(told);
    return dayOf(local) === booking.start_date.slice(0, 10) ? timeOf(local) : local.replace('T', ' ');
  };
  // That nothing was driven is told of days that are over: of today it would tell of somebody's private trip.
  const isToday = booking.end_date.slice(0, 10) >= dayOf(now);
  const until = late ?? driven?.until ?? null;
  // Whoever has just given it back expects no driving any more.
  const returnedToday = isToday && !driven?.from ? returned : null;
  const { fetched } = booking;
  const fetchedLateS = fetched === null ? null : minutesBetween(fromCall(booking.start_date), fromCall(fetched)) * 60;
  return (
    <section ref={place} className={styles['came']} data-late={late !== null}>
      <strong>
        {driven?.from
          ? until === null
            ? t('BookingCameSince', { from: clock(driven.from) })
            : t('BookingCameDriven', { from: clock(driven.from), until: clock(until) })
          : returnedToday !== null
            ? t('BookingReturned', { time: clock(returnedToday) })
            : t(booking.was_driven === false ? 'BookingCameUndriven' : isToday ? 'BookingCameToday' : 'BookingCameUntold')}
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
      {returned !== null && returnedToday === null && <span>{t('BookingReturned', { time: clock(returned) })}</span>}
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
