import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { day, imei } from '../fields.ts';
import { BOOKING_KINDS, BOOKING_PURPOSE_MAX, CLOSED_REASONS } from './limits.ts';

/** DEC-30: what the account's clocks show, `YYYY-MM-DD HH:mm:ss`; seconds are not booked. */
export const localTime = z
  .string(msg('InvalidTime'))
  .regex(/^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:00$/, msg('InvalidTime'))
  .refine((text) => day.safeParse(text.slice(0, 10)).success, { error: msg('InvalidTime') });
/** The same in answers. */
export const told = z.string();

const purpose = z
  .string(msg('SpecifyPurpose'))
  .trim()
  .min(1, msg('SpecifyPurpose'))
  .max(BOOKING_PURPOSE_MAX, msg('PurposeLength'));
export const vehicle = z.string(msg('SelectImei')).min(1, msg('SelectImei')).pipe(imei);
export const driver = z.number(msg('SelectDriver')).int(msg('SelectDriver')).positive(msg('SelectDriver'));
export const kind = z.enum(BOOKING_KINDS);

/** BOOK-022. */
export const bookingFields = {
  imei: vehicle,
  start_date: localTime,
  end_date: localTime,
  purpose,
  /** Null of a time when nobody can drive. */
  driver_id: driver.nullable(),
  kind: kind.default('drive'),
};

interface Span {
  readonly start_date: string;
  readonly end_date: string;
}
/** BOOK-029, BOOK-030, as far as the wall clock tells; over a clock change the server judges instants. */
export const isOrdered = { error: msg('EndDateMustBeAfterStart'), path: ['end_date'] };
export const isSame = { error: msg('StartTimeAndEndTimeCannotBeSame'), path: ['end_date'] };
/** BOOK-030. */
export const differs = ({ start_date, end_date }: Span): boolean => start_date !== end_date;
/** BOOK-029. */
export const ordered = ({ start_date, end_date }: Span): boolean => end_date >= start_date;

export const needsDriver = { error: msg('SelectDriver'), path: ['driver_id'] };
/** BOOK-033: nobody drives during service, inspection and blocks. */
export const hasDriver = ({ kind: of, driver_id }: { readonly kind: string; readonly driver_id: number | null }): boolean =>
  of !== 'drive' || driver_id !== null;

/** Why a time is not booked. */
export const REFUSALS = [
  ...(['BookingIsOff', 'UnitNotFound', 'FeatureOff', 'BasicSubscription', 'AlreadyBooked', 'DriverNotAllowed'] as const),
  ...(['EndDateMustBeAfterStart', 'BookingMinimumTenMinutes', 'BookingTooLong', 'BookingTooFarAhead', 'Forbidden'] as const),
  ...(['BookingOutsideHours', 'BookingInspectionOverdue'] as const),
];

export const span = z.object({ start_date: told, end_date: told });
export const takenBy = span.extend({
  driver_name: z.string(),
  /** The one who asks drives it. */
  is_own: z.boolean(),
  kind,
  state: z.enum(['requested', 'booked']),
});
/** A booking of another vehicle. */
export const elsewhere = span.extend({ unit_name: z.string() });
/** A time that is asked about, with who has the vehicle then; none: it is free. `closed`: why nobody drives it then by the account's settings. */
export const occurrence = span.extend({
  closed: z.enum(CLOSED_REASONS).nullable(),
  taken_by: z.array(takenBy),
});
