import type { Booking, ScheduleItem, ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { bodyOfBooking, wasOf } from './booking-form.ts';
import { queriesOf } from '../../lib/endpoint-query.ts';
import { againstIt, type Place, type Shift, shifted } from './move-model.ts';
import { bookingQuery, useBookingWrite } from './queries.ts';
import { dayOf, type Local, type Span, spanOf, toCall } from './time-model.ts';
import { useBookingTexts } from './use-booking-texts.ts';
import { type NoAccess, useNoAccess } from './use-no-access.ts';
import { whyFixed, wholeOf } from './week-model.ts';

interface Draft {
  readonly bookingId: number;
  readonly to: Place;
}
export interface Moves {
  /** Moved by keyboard, and not saved. */
  readonly draft: Draft | null;
  /** The same, or what is being saved. */
  readonly held: Draft | null;
  /** Where the booking that is held cannot be put, as its driver may not have the vehicle. */
  readonly noAccess: NoAccess;
  /** The pointer holds a booking, or lets go of it. */
  readonly hold: (bookingId: number | null) => void;
  /** What speaks against a place for a booking. */
  readonly against: (bookingId: number, place: Place) => ReturnType<typeof againstIt>;
  /** Says why a booking cannot be moved. */
  readonly refuse: (item: ScheduleItem, vehicle: ScheduleVehicle) => void;
  readonly nudge: (item: ScheduleItem, vehicle: ScheduleVehicle, shift: Shift) => void;
  /** Moved at once, as by dragging. */
  readonly drop: (item: ScheduleItem, vehicle: ScheduleVehicle, shift: Shift) => void;
  readonly save: () => void;
  readonly cancel: () => void;
}

/** A booking whose beginning stays where it was is longer or shorter by now. */
function toldAs(was: Span, is: Span, isSameVehicle: boolean): 'BookingMoved' | 'BookingLengthened' | 'BookingShortened' {
  if (!isSameVehicle || was.start !== is.start) return 'BookingMoved';
  return is.end > was.end ? 'BookingLengthened' : 'BookingShortened';
}

/** BOOK-044: a booking is moved or lengthened, by dragging or by keyboard, and back again. */
export function useMoves(parts: {
  vehicles: readonly ScheduleVehicle[];
  now: Local;
  /** Somebody else has it then, or its driver may not have the vehicle: the booking opens with what was wanted. */
  onRefused: (bookingId: number, wanted: Place) => void;
}): Moves {
  const { vehicles, now } = parts;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const user = useUser();
  const texts = useBookingTexts();
  const client = useQueryClient();
  const send = useSend();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [saving, setSaving] = useState<Draft | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const noAccess = useNoAccess(vehicles, dragged ?? (draft ?? saving)?.bookingId ?? null);
  const write = useBookingWrite((to, { booking, place }: { booking: Booking; place: Place }) =>
    call(to, 'bookings.update', {
      body: {
        ...bodyOfBooking(booking),
        id: String(booking.id),
        imei: place.imei,
        start_date: toCall(place.span.start),
        end_date: toCall(place.span.end),
        was: wasOf(booking),
      },
    }),
  );
  const fail = (failure: unknown): void => void toasts.show({ text: errors.text(failure), tone: 'danger' });
  const nameOf = (imei: string): string => vehicles.find(({ Imei }) => Imei === imei)?.Name ?? '';

  const store = async (bookingId: number, place: Place): Promise<void> => {
    const mine = { bookingId, to: place };
    setSaving(mine);
    const settle = (): void => setSaving((other) => (other === mine ? null : other));
    let booking: Booking | undefined;
    try {
      booking = await client.fetchQuery(bookingQuery(send, bookingId));
      await write.mutateAsync({ booking, place });
      // It stays where it was put until the schedule that is asked for anew has it there.
      void client.invalidateQueries(queriesOf('bookings'), { cancelRefetch: false }).then(settle, settle);
    } catch (failure) {
      settle();
      const why = failure instanceof ApiError ? failure.errors : null;
      const names = booking && { name: booking.driver_name, vehicle: nameOf(place.imei) };
      if (why === 'DriverNotAllowed' && names) toasts.show({ text: t('BookingNoAccess', names), tone: 'danger' });
      else fail(failure);
      // Another driver is theirs to choose alone who administer.
      if (why === 'AlreadyBooked' || (why === 'DriverNotAllowed' && user.IsAdmin)) parts.onRefused(bookingId, place);
      return;
    }
    const moved = { ...booking, imei: place.imei, start_date: toCall(place.span.start), end_date: toCall(place.span.end) };
    // It outlives the week.
    const undo = (): void =>
      void write
        .mutateAsync({ booking: moved, place: { imei: booking.imei, span: spanOf(booking) } })
        .then(() => toasts.show({ text: t('BookingMovedBack'), topic: 'booking-change' }), fail);
    toasts.show({
      text: t(toldAs(spanOf(booking), place.span, booking.imei === place.imei), {
        vehicle: nameOf(place.imei),
        time: texts.span(place.span),
        was: texts.clock(spanOf(booking), dayOf(place.span.start)),
      }),
      topic: 'booking-change',
      action: { label: t('Undo'), run: undo },
    });
  };
  /** DEC-29: where part of it lies outside the week, it is asked for. */
  const placeOf = async (item: ScheduleItem, vehicle: ScheduleVehicle): Promise<Place> => {
    const whole = wholeOf(vehicle.Schedule, item.booking_id);
    if (whole) return { imei: vehicle.Imei, span: whole };
    const booking = await client.fetchQuery(bookingQuery(send, item.booking_id));
    return { imei: booking.imei, span: spanOf(booking) };
  };
  const shiftFrom = (place: Place, shift: Shift): Place | null =>
    shifted(
      place,
      shift,
      vehicles.map(({ Imei }) => Imei),
      now,
    );
  const withPlace = (item: ScheduleItem, vehicle: ScheduleVehicle, then: (place: Place) => void): void =>
    void placeOf(item, vehicle).then(then, fail);
  return {
    draft,
    held: draft ?? saving,
    noAccess,
    hold: setDragged,
    against: (bookingId, place) => againstIt(place, bookingId, vehicles, now, noAccess.imeis),
    refuse: (item, vehicle) => {
      const why = whyFixed(item, vehicle.Schedule, now);
      if (why) toasts.show({ text: t(why), tone: 'danger' });
    },
    nudge: (item, vehicle, shift) => {
      const go = (from: Place): void => {
        const to = shiftFrom(from, shift);
        if (to) setDraft({ bookingId: item.booking_id, to });
      };
      if (draft?.bookingId === item.booking_id) go(draft.to);
      else withPlace(item, vehicle, go);
    },
    drop: (item, vehicle, shift) =>
      withPlace(item, vehicle, (from) => {
        const to = shiftFrom(from, shift);
        if (to) void store(item.booking_id, to).catch(fail);
        else toasts.show({ text: t('ErrPastDateMsg'), tone: 'danger' });
      }),
    save: () => {
      if (!draft) return;
      setDraft(null);
      void store(draft.bookingId, draft.to).catch(fail);
    },
    cancel: () => {
      setDraft(null);
      toasts.show({ text: t('BookingMoveCancelled'), topic: 'booking-change' });
    },
  };
}
