import { addDays, daysBetween } from '@spora/calendar/days';
import type { Booking } from '@spora/contract/bookings/endpoints';
import type { RowBooking } from '@spora/contract/bookings/rows';
import type { InputOf } from '@spora/contract/endpoint-map';
import { type BookingForm, bodyOf } from './booking-form.ts';
import { at, dayOf, later, minutesBetween, type Span, spanOf, timeOf, toCall } from './time-model.ts';

export type RowChange = InputOf<'bookings.update-row'>['body']['bookings'][number];

/** One of a row as it is: what puts it back. */
export const bodyOfRow = ({ id, imei, start_date, end_date, purpose, driver_id, kind }: RowBooking): RowChange => ({
  id: String(id),
  imei,
  start_date,
  end_date,
  purpose,
  driver_id,
  kind,
});

/** The time of another of the row: moved by as many days, at the new clock time and of the new length where these were changed. */
function timeAfter(own: Span, was: Span, to: Span): Span {
  const day = addDays(dayOf(own.start), daysBetween(dayOf(was.start), dayOf(to.start)));
  const start = at(day, timeOf(timeOf(to.start) === timeOf(was.start) ? own.start : to.start));
  const minutes = minutesBetween(to.start, to.end);
  const isLonger = minutes !== minutesBetween(was.start, was.end);
  return { start, end: later(start, isLonger ? minutes : minutesBetween(own.start, own.end)) };
}

/** BOOK-050: what is changed of one booking is changed of those that follow it in its row; where one of them differs otherwise, it goes on doing so. */
export function rowAfter(began: Booking, form: BookingForm, row: readonly RowBooking[]): RowChange[] {
  const to = bodyOf(form);
  const [was, wanted] = [spanOf(began), spanOf(to)];
  const isOther = {
    imei: to.imei !== began.imei,
    purpose: to.purpose !== began.purpose,
    who: to.kind !== began.kind || to.driver_id !== began.driver_id,
  };
  return row.map((each) => {
    const { start, end } = each.id === began.id ? wanted : timeAfter(spanOf(each), was, wanted);
    return {
      ...bodyOfRow(each),
      start_date: toCall(start),
      end_date: toCall(end),
      ...(isOther.imei && { imei: to.imei }),
      ...(isOther.purpose && { purpose: to.purpose }),
      ...(isOther.who && { kind: to.kind, driver_id: to.driver_id }),
    };
  });
}
