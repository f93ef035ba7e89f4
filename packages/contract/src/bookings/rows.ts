import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { id, was } from '../fields.ts';
import {
  bookingFields,
  differs,
  driver,
  elsewhere,
  hasDriver,
  isOrdered,
  isSame,
  kind,
  localTime,
  needsDriver,
  occurrence,
  ordered,
  REFUSALS,
  span,
  vehicle,
} from './fields.ts';
import { BOOKING_WEEKS_MAX } from './limits.ts';

/** As many as a row has at most. */
const some = <Each extends z.ZodType>(each: Each) =>
  z.array(each).min(1, msg('InvalidInput')).max(BOOKING_WEEKS_MAX, msg('BookingWeeksMax'));

const rowBooking = span.extend({
  id: z.number().int(),
  imei: z.string(),
  unit_name: z.string(),
  purpose: z.string(),
  driver_id: z.number().int().nullable(),
  driver_name: z.string(),
  kind,
  state: z.enum(['requested', 'booked']),
});
export type RowBooking = z.output<typeof rowBooking>;

/** BOOK-050: what a change or a cancellation of the coming ones would be about. */
export const listRow = defineEndpoint({
  id: 'bookings.row',
  kind: 'json',
  access: 'user',
  summary: 'A booking that has not begun and those of its row that come after it, as far as the caller may change them',
  params: z.object({ id }),
  data: z.array(rowBooking),
  errors: ['BookingIsOff', 'BookingNotFound', 'CannotEditOthersBooking', 'ErrEditPastDateMsg'],
});

/** BOOK-050. */
export const updateRow = defineEndpoint({
  id: 'bookings.update-row',
  kind: 'json',
  access: 'user',
  summary: 'Change several bookings of a row that have not begun, all at once',
  params: z.object({ id }),
  body: z.object({
    bookings: some(
      z
        .object({ id, ...bookingFields })
        .refine(differs, isSame)
        .refine(ordered, isOrdered)
        .refine(hasDriver, needsDriver),
    ),
    /** Those whose new time is not to be had stay as they are; otherwise none is changed where one is not. */
    skip_taken: z.boolean().default(false),
    /** Of the booking in the address. */
    was,
  }),
  data: z.object({
    /** Their numbers. */
    changed: z.array(z.number().int()),
    kept: z.array(z.number().int()),
    /** `requested`: one of them waits for an approver. */
    state: z.enum(['requested', 'booked']),
  }),
  errors: [
    ...REFUSALS,
    'BookingNotFound',
    'ErrEditPastDateMsg',
    'ErrSavePastDateMsg',
    'CannotEditOthersBooking',
    'ChangedMeanwhile',
  ],
});

/** BOOK-050: who has the vehicles at times that bookings would be moved to, or booked anew. */
export const checkRow = defineEndpoint({
  id: 'bookings.check-row',
  kind: 'json',
  access: 'user',
  summary: 'What stands in the way of several bookings at once',
  body: z.object({
    bookings: some(
      z
        .object({
          /** A booking that is being changed stands in nobody's way; null: a new one. */
          id: id.nullable().default(null),
          imei: vehicle,
          start_date: localTime,
          end_date: localTime,
          driver_id: driver.nullable().default(null),
          kind: kind.default('drive'),
        })
        .refine(differs, isSame)
        .refine(ordered, isOrdered),
    ),
  }),
  /** One for each, in their order. */
  data: z.array(
    occurrence.extend({
      /** DEC-26: other vehicles that the driver has then, and that are not asked about; only warned about. */
      driver_elsewhere: z.array(elsewhere),
    }),
  ),
  errors: ['BookingIsOff', 'UnitNotFound', 'FeatureOff', 'BasicSubscription', 'EndDateMustBeAfterStart'],
});

/** BOOK-050: several times that one chooses oneself, as those of a row that was cancelled by mistake. */
export const saveRow = defineEndpoint({
  id: 'bookings.save-row',
  kind: 'json',
  access: 'user',
  summary: 'Book several times at once, as one row: all of them or none',
  body: z.object({
    bookings: some(z.object(bookingFields).refine(differs, isSame).refine(ordered, isOrdered).refine(hasDriver, needsDriver)),
    /** A booking of the row that they belong to; null: they are a row of their own. */
    in_row_with: id.nullable().default(null),
  }),
  data: z.object({ ids: z.array(z.number().int()), state: z.enum(['requested', 'booked']) }),
  errors: [...REFUSALS, 'ErrSavePastDateMsg', 'BookingNotFound', 'CannotEditOthersBooking', 'BookingWeeksMax'],
});
