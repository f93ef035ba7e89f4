import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { commaList, day, id, imei, instant, lat, lng, nothing, was } from '../fields.ts';
import { PICTURE_MAX_BYTES } from '../limits.ts';
import { FUEL_TYPES } from '../units/values.ts';
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
  takenBy,
  told,
  vehicle,
} from './fields.ts';
import {
  CLOSED_REASONS,
  BOOKING_EVERY_WEEKS_MAX,
  BOOKING_STATES,
  BOOKING_WEEKS_MAX,
  DECISION_REASON_MAX,
  HAND_OVER_NOTE_MAX,
  OVERDUE_PLANS,
  REMINDER_MINUTES,
  SEATS_MAX,
  VEHICLE_KINDS,
  VEHICLE_STATES,
} from './limits.ts';

const month = z.string(msg('InvalidDate')).regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, msg('InvalidDate'));
const imeis = commaList.pipe(z.array(imei));

/** BOOK-050. */
const repeated = {
  /** The same on so many weeks, the first among them. */
  weeks: z
    .number()
    .int(msg('InvalidInput'))
    .min(1, msg('InvalidInput'))
    .max(BOOKING_WEEKS_MAX, msg('BookingWeeksMax'))
    .default(1),
  /** So many weeks lie between two of them: 2 is every second week. */
  every_weeks: z
    .number()
    .int(msg('InvalidInput'))
    .min(1, msg('InvalidInput'))
    .max(BOOKING_EVERY_WEEKS_MAX, msg('InvalidInput'))
    .default(1),
};

/** BOOK-023, DEC-29: what of a booking falls on one day. */
export const scheduleItem = z.object({
  booking_id: z.number().int(),
  imei: z.string(),
  /** `YYYY-MM-DD`. */
  date: z.string(),
  /** `HH:mm:ss`; `00:00:00` where it began on a day before. */
  start_time: z.string(),
  /** `24:00:00` where it goes on the day after. */
  end_time: z.string(),
  continues_before: z.boolean(),
  continues_after: z.boolean(),
  /** BOOK-043: null where it is somebody else's and the viewer is no administrator. */
  purpose: z.string().nullable(),
  /** DEC-32: who made it. */
  booked_by: z.number().int(),
  booked_by_name: z.string(),
  /** Null of a time when nobody can drive. */
  driver_id: z.number().int().nullable(),
  driver_name: z.string(),
  kind,
  /** `released`: nobody came, and the rest of its time was free again; only in weeks, once its time is over. */
  state: z.enum(['requested', 'booked', 'released']),
  /**
   * Whether the vehicle was driven in it; null before it is over, and where one is not told: today while nothing is, on days with somebody
   * else's private trips, and of times when nobody can drive.
   */
  was_driven: z.boolean().nullable(),
  /**
   * When the vehicle was driven off, where that was more than five minutes after its beginning; null where it was not, where it had been out
   * shortly before, and on days with somebody else's private trips.
   */
  fetched: told.nullable(),
  /**
   * Until when it was driven, where that was more than five minutes after its end: its driver's later trips count until the vehicle is back
   * where it was fetched, stands for two hours, somebody else drives it or another booking begins. Null else, as far as one is told.
   */
  driven_until: told.nullable(),
  /** When the vehicle was given back before its time was over. */
  returned_date: told.nullable(),
  /** BOOK-050: others of its row are booked too, as far as the viewer sees their vehicles; released ones are of it all the same. */
  is_repeated: z.boolean(),
  /** BOOK-036, DEC-27: whether the viewer may change it while it has not begun. */
  is_editable: z.boolean(),
});
export type ScheduleItem = z.output<typeof scheduleItem>;

/** BOOK-024. */
export const scheduleVehicle = z.object({
  ID: z.number().int(),
  Imei: z.string(),
  Name: z.string(),
  RegistrationNumber: z.string(),
  Model: z.string(),
  SubscriptionType: z.string(),
  kind: z.enum(VEHICLE_KINDS),
  /** BOOK-045. */
  state: z.enum(VEHICLE_STATES),
  /** Who has one that is in use: who is checked in, otherwise who has booked it now; null where nobody knows. */
  used_by: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** `used_by` has booked it now; whether they drive it is not known. */
  is_used_by_booking: z.boolean(),
  seats: z.number().int().nullable(),
  fuel_type: z.enum(FUEL_TYPES).nullable(),
  department: z.string().nullable(),
  Schedule: z.array(scheduleItem),
});
export type ScheduleVehicle = z.output<typeof scheduleVehicle>;

/** What somebody removed before it began, as the audit log tells. */
const removedBooking = z.object({
  unit_name: z.string(),
  /** Empty where it was not kept. */
  driver_name: z.string(),
  purpose: z.string(),
  start_date: told,
  end_date: told,
  removed_by: z.string(),
  removed_at: told,
});
export type RemovedBooking = z.output<typeof removedBooking>;

const schedule = z.object({
  BookingSchedules: z.array(scheduleVehicle),
  /** Of a week that has begun, for administrators: the bookings that were removed from it, in the order of their times. */
  removed: z.array(removedBooking),
  /** `YYYY-MM-DD`; null before there is a booking. */
  OldestBooking: z.string().nullable(),
  /** Whether a booking of the viewer's waits for an approver first. */
  needs_approval: z.boolean(),
  can: z.object({
    /** BOOK-037. */
    choose_driver: z.boolean(),
    /** Say when a vehicle cannot be driven, decide on requests, change how booking works. */
    administer: z.boolean(),
  }),
  server_time: instant.describe('When the response was made: what is past, now and to come is judged by it'),
});
export type Schedule = z.output<typeof schedule>;

/** API-042. */
export const weekOfBookings = defineEndpoint({
  id: 'bookings.week',
  kind: 'json',
  access: 'user',
  summary: 'The bookings of a week by vehicle and day',
  query: z.object({ Imeis: imeis, week_day: day }),
  data: schedule,
  errors: ['BookingIsOff', 'UnitNotFound'],
});

/** API-043, DEC-28. `only_mine`: what an administrator drives, and not what they booked for others. */
export const monthOfBookings = defineEndpoint({
  id: 'bookings.month',
  kind: 'json',
  access: 'user',
  summary: "The viewer's own bookings in the six weeks of a month's calendar; an administrator's of all",
  query: z.object({ Imeis: imeis, month, only_mine: z.stringbool().default(false) }),
  data: schedule,
  errors: ['BookingIsOff', 'UnitNotFound'],
});

/** API-044, DEC-31. */
export const listBookingDrivers = defineEndpoint({
  id: 'bookings.drivers',
  kind: 'json',
  access: 'user',
  summary: 'Who can be booked as the driver of a vehicle',
  body: z.object({ imei: vehicle }),
  data: z.object({ members: z.array(z.object({ ID: z.number().int(), FirstName: z.string(), full_name: z.string() })) }),
  errors: ['BookingIsOff', 'UnitNotFound', 'FeatureOff', 'BasicSubscription'],
});

/** BOOK-037, BOOK-044: the other way round than `bookings.drivers`. Others than administrators ask about themselves. */
export const listDrivableVehicles = defineEndpoint({
  id: 'bookings.drivable',
  kind: 'json',
  access: 'user',
  summary: 'The vehicles that somebody can be booked as the driver of, as far as the caller sees them',
  params: z.object({ id }),
  data: z.object({ imeis: z.array(z.string()) }),
  errors: ['BookingIsOff', 'UserNotFound'],
});

/** API-045, BOOK-050. */
export const saveBooking = defineEndpoint({
  id: 'bookings.save',
  kind: 'json',
  access: 'user',
  summary: 'Book a vehicle',
  body: z
    .object({
      ...bookingFields,
      ...repeated,
      /** Of several weeks, leave out those that are taken; otherwise none is booked where one is. */
      skip_taken: z.boolean().default(false),
    })
    .refine(differs, isSame)
    .refine(ordered, isOrdered)
    .refine(hasDriver, needsDriver),
  data: z.object({
    id: z.number().int(),
    ids: z.array(z.number().int()),
    state: z.enum(['requested', 'booked']),
    /** Days that were left out, of their start. */
    skipped: z.array(z.string()),
  }),
  errors: [...REFUSALS, 'ErrSavePastDateMsg'],
});

/** API-046, ERR-041. */
export const updateBooking = defineEndpoint({
  id: 'bookings.update',
  kind: 'json',
  access: 'user',
  summary: 'Change a booking that has not begun',
  body: z
    .object({ id, ...bookingFields, was })
    .refine(differs, isSame)
    .refine(ordered, isOrdered)
    .refine(hasDriver, needsDriver),
  data: z.object({ id: z.number().int(), state: z.enum(['requested', 'booked']) }),
  errors: [
    ...REFUSALS,
    'BookingNotFound',
    'ErrEditPastDateMsg',
    'ErrSavePastDateMsg',
    'CannotEditOthersBooking',
    'ChangedMeanwhile',
  ],
});

/** API-047. */
export const deleteBooking = defineEndpoint({
  id: 'bookings.delete',
  kind: 'json',
  access: 'user',
  summary: 'Delete a booking that has not begun, or it and those of its row that come after it',
  body: z.object({ id, with_later: z.boolean().default(false) }),
  data: z.object({
    deleted: z.number().int(),
    /** A booking of its row that stays and is the caller's to change: with it what was deleted is booked in that row again. */
    in_row_with: z.number().int().nullable(),
  }),
  errors: ['BookingIsOff', 'BookingNotFound', 'ErrEditPastDateMsg', 'CannotEditOthersBooking'],
});

const handOver = z.object({
  note: z.string(),
  odometer_km: z.number().nullable(),
  fuel_pct: z.number().int().nullable(),
  by_name: z.string(),
  at: instant,
});

const handOverBefore = handOver.extend({ booking_id: z.number().int(), has_picture: z.boolean() });
export type HandOverBefore = z.output<typeof handOverBefore>;

/** API-122. */
export const booking = z.object({
  id: z.number().int(),
  imei: z.string(),
  unit_name: z.string(),
  registration_number: z.string(),
  start_date: told,
  end_date: told,
  purpose: z.string().nullable(),
  driver_id: z.number().int().nullable(),
  driver_name: z.string(),
  booked_by: z.number().int(),
  booked_by_name: z.string(),
  kind,
  state: z.enum(BOOKING_STATES),
  /** Whether it has begun, and is over. */
  phase: z.enum(['future', 'ongoing', 'past']),
  /** How many of its row are still to come, this among them; 1 of one that stands by itself. */
  in_row: z.number().int(),
  /** As in a week: others of its row are booked too, to come or past. */
  is_repeated: z.boolean(),
  /** When the vehicle was given back before its time was over. */
  returned_date: told.nullable(),
  /** Why an approver said no. */
  reason: z.string().nullable(),
  /** What the driver left to the next one; null before. */
  hand_over: handOver.nullable(),
  /** Where the vehicle is now: the name of the place, else the address; null where that is not known or withheld, and once the booking is over. */
  place: z.string().nullable(),
  /** The address is the nearest place known. */
  place_is_approximate: z.boolean(),
  /** How the vehicle was left last, by a booking before this one; null where nobody has said, and once this one is over but for who writes its hand-over. */
  hand_over_before: handOverBefore.nullable(),
  /**
   * What the vehicle shows now, once the booking is over what it showed then; null where nothing tells, for who writes no hand-over, and of a
   * booking that is over where some of what was driven since it began is not told.
   */
  known_odometer_km: z.number().nullable(),
  /** Of how it was left. */
  has_picture: z.boolean(),
  /** What was driven in it, as far as the viewer may know; null before it begins. */
  driven: z
    .object({
      trips: z.number().int(),
      distance_m: z.number(),
      /** When its first trip began; null without a trip. */
      from: told.nullable(),
      /** It had been driven within the three hours before the booking, so that it may have been fetched before. */
      was_out: z.boolean(),
      /** When its last trip ended; null while one is under way, and without a trip. */
      until: told.nullable(),
      /** Who drove by a check-in, a tag or a correction of the trip, where that was not the booking's driver alone. */
      drivers: z.array(z.string()),
      /** Where nobody checked in: whom the log names as the driver, if the booking's driver is not among them. */
      log_drivers: z.array(z.string()),
      /** Whom the log names as drivers of its trips, to choose them by there; empty where it names nobody of some of them. */
      log_driver_ids: z.array(z.number().int()),
    })
    .nullable(),
  /** As in a week: whether it was driven, once it is over and as far as that is told. */
  was_driven: z.boolean().nullable(),
  /** As in a week: when it was fetched, if late. */
  fetched: told.nullable(),
  /** As in a week: until when it was driven, if longer than booked. */
  driven_until: told.nullable(),
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    /** DEC-22. */
    return: z.boolean(),
    hand_over: z.boolean(),
    decide: z.boolean(),
  }),
});
export type Booking = z.output<typeof booking>;

export const getBooking = defineEndpoint({
  id: 'bookings.get',
  kind: 'json',
  access: 'user',
  summary: 'A booking with its whole time',
  params: z.object({ id }),
  data: booking,
  errors: ['BookingIsOff', 'BookingNotFound'],
});

/** DEC-22. */
export const returnVehicle = defineEndpoint({
  id: 'bookings.return',
  kind: 'json',
  access: 'user',
  summary: 'Give a booked vehicle back now, which frees the rest of its time',
  params: z.object({ id }),
  data: booking,
  errors: ['BookingIsOff', 'BookingNotFound', 'BookingNotOngoing', 'CannotEditOthersBooking'],
});

export const saveHandOver = defineEndpoint({
  id: 'bookings.save-hand-over',
  kind: 'json',
  access: 'user',
  summary: 'Say how a booked vehicle was left',
  params: z.object({ id }),
  body: z.object({
    note: z.string().trim().max(HAND_OVER_NOTE_MAX, msg('NoteLength')),
    odometer_km: z
      .number(msg('InvalidOdometer'))
      .min(0, msg('InvalidOdometer'))
      .max(9_999_999, msg('InvalidOdometer'))
      .nullable(),
    fuel_pct: z
      .number(msg('PercentLimits'))
      .int(msg('PercentLimits'))
      .min(0, msg('PercentLimits'))
      .max(100, msg('PercentLimits'))
      .nullable(),
  }),
  data: booking,
  errors: ['BookingIsOff', 'BookingNotFound', 'BookingNotBegun', 'CannotEditOthersBooking'],
});

export const decideBooking = defineEndpoint({
  id: 'bookings.decide',
  kind: 'json',
  access: 'user',
  summary: 'Approve or refuse a booking that waits for it',
  params: z.object({ id }),
  body: z.object({
    approve: z.boolean(),
    reason: z.string().trim().max(DECISION_REASON_MAX, msg('ReasonLength')).default(''),
  }),
  data: booking,
  errors: ['BookingIsOff', 'BookingNotFound', 'BookingNotRequested', 'Forbidden'],
});

export const listRequests = defineEndpoint({
  id: 'bookings.requests',
  kind: 'json',
  access: 'user',
  summary: 'The bookings that wait for the signed-in approver',
  data: z.array(booking),
  errors: ['BookingIsOff'],
});

/** BOOK-040, BOOK-050, DEC-26. */
export const checkBooking = defineEndpoint({
  id: 'bookings.check',
  kind: 'json',
  access: 'user',
  summary: 'What stands in the way of a booking, and when the vehicle is free instead',
  body: z
    .object({
      imei: vehicle,
      start_date: localTime,
      end_date: localTime,
      driver_id: driver.nullable().default(null),
      kind: kind.default('drive'),
      ...repeated,
      /** A booking that is being changed stands in nobody's way. */
      except_id: id.nullable().default(null),
    })
    .refine(differs, isSame)
    .refine(ordered, isOrdered),
  data: z.object({
    /** One for each of the weeks that are booked. */
    occurrences: z.array(occurrence),
    /**
     * For the first of them, the nearest free times of the same length: at most one before and two after, by day before at night, and as far as
     * may be none in which the driver has another vehicle.
     */
    free: z.array(span),
    /** How the vehicle was left last, by a booking before this time; null where nobody has said. */
    hand_over_before: handOverBefore.nullable(),
    /** It begins within two hours, and somebody else than the driver uses the vehicle just now, without having booked that; as the search tells it. */
    in_use_now: z.boolean(),
    /** DEC-26: other vehicles that the driver has at any of these times; only warned about. */
    driver_elsewhere: z.array(elsewhere),
    /** What of its service plan is overdue, of a time to drive; as the search tells it. */
    overdue: z.array(z.enum(OVERDUE_PLANS)),
  }),
  errors: ['BookingIsOff', 'UnitNotFound', 'FeatureOff', 'BasicSubscription', 'EndDateMustBeAfterStart'],
});

/** The free vehicles for a time, first those of one's own department, then what one drives oneself as a rule, what nobody does and what people book, the least booked first; those that nobody hears from last. */
export const findVehicles = defineEndpoint({
  id: 'bookings.find',
  kind: 'json',
  access: 'user',
  summary:
    'The vehicles that are free at a time, first the one that the caller usually drives, then those without a usual driver, then those that people book, those without contact last; and who has the others',
  body: z
    .object({
      start_date: localTime,
      end_date: localTime,
      seats: z
        .number(msg('SeatsLimits'))
        .int(msg('SeatsLimits'))
        .min(1, msg('SeatsLimits'))
        .max(SEATS_MAX, msg('SeatsLimits'))
        .nullable()
        .default(null),
      fuel_type: z.enum(FUEL_TYPES).nullable().default(null),
      department: z.string().max(100).nullable().default(null),
      /** Where the one who asks is; the nearest are first among those without a usual driver, and then among the others. */
      near: z.object({ lat, lng }).nullable().default(null),
    })
    .refine(differs, isSame)
    .refine(ordered, isOrdered),
  data: z.object({
    vehicles: z.array(
      scheduleVehicle.omit({ Schedule: true }).extend({
        /** Hours booked within the 28 days around it. */
        booked_h: z.number(),
        /** From where the one who asks is; null where that, or the vehicle's place, is not told. */
        distance_m: z.number().nullable(),
        /** Who drives it as a rule, and may need it then; null: nobody. */
        usual_driver: z.object({ id: z.number().int(), name: z.string() }).nullable(),
        /** Where it stands now: the name of the place, else the address; null where it is under way, not known or withheld. */
        place: z.string().nullable(),
        /** The address is the nearest place known. */
        place_is_approximate: z.boolean(),
        overdue: z.array(z.enum(OVERDUE_PLANS)),
      }),
    ),
    /** Those that are not free then, whatever else was wished for: who has them and when, or why nobody drives them then. */
    taken: z.array(z.object({ imei: z.string(), closed: z.enum(CLOSED_REASONS).nullable(), taken_by: z.array(takenBy) })),
    /** DEC-26: other vehicles that the one who asks has then; only warned about. */
    driver_elsewhere: z.array(elsewhere),
    /** The department of the one who asks, whose vehicles come first among those that are alike; null: none. */
    own_department: z.string().nullable(),
    departments: z.array(z.string()),
  }),
  errors: ['BookingIsOff', 'EndDateMustBeAfterStart'],
});

/** BOOK-046: in the language of the call. `only_mine`: the bookings that `bookings.month` answers of the month with it. */
export const exportBookings = defineEndpoint({
  id: 'bookings.export',
  kind: 'file',
  access: 'user',
  summary: 'The bookings of a month as CSV',
  query: z.object({ month, Imeis: imeis, only_mine: z.stringbool().default(false) }),
  data: z.string(),
  errors: ['BookingIsOff', 'UnitNotFound'],
});

/** BOOK-046: a calendar that programs can subscribe to by a secret address. */
const calendar = z.object({
  id: z.number().int(),
  /** Null: the member's own bookings; else those of a vehicle. */
  imei: z.string().nullable(),
  unit_name: z.string().nullable(),
  since: instant,
});

export const listBookingCalendars = defineEndpoint({
  id: 'bookings.calendars',
  kind: 'json',
  access: 'user',
  token: 'shut',
  summary: 'The secret calendar addresses that one has opened',
  data: z.array(calendar),
  errors: ['BookingIsOff'],
});

export const openBookingCalendar = defineEndpoint({
  id: 'bookings.open-calendar',
  kind: 'json',
  access: 'user',
  token: 'shut',
  summary: "A new address of a calendar of your own bookings, or of a vehicle's; an earlier one of the same ends",
  body: z.object({ imei: imei.nullable() }),
  /** Told once: only its hash is kept. Relative to where the interface answers. */
  data: z.object({ id: z.number().int(), path: z.string() }),
  errors: ['BookingIsOff', 'UnitNotFound', 'FeatureOff', 'BasicSubscription'],
});

export const closeBookingCalendar = defineEndpoint({
  id: 'bookings.close-calendar',
  kind: 'json',
  access: 'user',
  token: 'shut',
  summary: 'End the address of a calendar of bookings',
  params: z.object({ id }),
  data: nothing,
  errors: ['BookingIsOff', 'CalendarNotFound'],
});

export const readBookingCalendar = defineEndpoint({
  id: 'bookings.calendar',
  kind: 'file',
  access: 'public',
  summary: 'The bookings behind an address, as iCalendar (RFC 5545)',
  params: z.object({ token: z.string().max(100) }),
  data: z.string(),
  errors: ['NotFound'],
});

const reminder = z.literal([...REMINDER_MINUTES], msg('InvalidInput'));
const settings = z.object({
  /** A booking waits for an approver before it counts, and holds its time meanwhile. */
  needs_approval: z.boolean(),
  /** Null: all administrators. */
  approver_id: z.number().int().positive().nullable(),
  /** BOOK-047: off by default. */
  releases_no_shows: z.boolean(),
  /** No vehicle is booked outside its working hours; of one without, there is no outside. */
  only_working_hours: z.boolean().default(false),
  /** No vehicle is booked whose inspection is overdue. */
  only_inspected: z.boolean().default(false),
  remind_before_start_min: reminder,
  remind_before_end_min: reminder,
});
export type BookingSettings = z.output<typeof settings>;

export const getBookingSettings = defineEndpoint({
  id: 'bookings.settings',
  kind: 'json',
  access: 'admin',
  summary: 'How booking works in the account',
  data: settings,
  errors: ['BookingIsOff'],
});

export const saveBookingSettings = defineEndpoint({
  id: 'bookings.save-settings',
  kind: 'json',
  access: 'admin',
  summary: 'Change how booking works in the account',
  body: settings.extend({ was }),
  data: settings,
  errors: ['BookingIsOff', 'UserNotFound', 'ChangedMeanwhile'],
});

/** As many as access is given and taken of at once. */
const LOSSES_MAX = 20_000;
/** Who would lose a unit: `user_id` null is everybody. */
const loss = z.object({ unit_id: id, user_id: id.nullable() });
export type BookingLoss = z.output<typeof loss>;

export const countLosses = defineEndpoint({
  id: 'bookings.losses',
  kind: 'json',
  access: 'user',
  summary: 'How many bookings to come would be deleted if these users lost these units; none where booking is off',
  body: z.object({
    losses: z.array(loss).min(1, msg('SelectUnit')).max(LOSSES_MAX),
    /** Who asks keeps the units, and so does who was given them. */
    by_lock: z.boolean().default(false),
  }),
  data: z.object({ bookings: z.number().int() }),
});

const byBooking = z.object({ id });
const NOT_THERE = ['BookingIsOff', 'BookingNotFound'] as const;

/** SEC-012: the picture itself is the body; what it is, its bytes say. */
export const setBookingPicture = defineEndpoint({
  id: 'bookings.set-picture',
  kind: 'json',
  access: 'user',
  summary: 'Put a picture of how the vehicle was left to a booking, in place of one that is there',
  params: byBooking,
  upload: {
    types: ['image/png', 'image/jpeg'],
    maxBytes: PICTURE_MAX_BYTES,
    tooLarge: 'ImageTooLarge',
    wrongType: 'ImageWrongType',
  },
  data: nothing,
  errors: [
    ...NOT_THERE,
    'CannotEditOthersBooking',
    'BookingNotBegun',
    'ImageTooLarge',
    'ImageWrongType',
    'ImageTooManyPixels',
    'ImageBroken',
  ],
});

export const removeBookingPicture = defineEndpoint({
  id: 'bookings.remove-picture',
  kind: 'json',
  access: 'user',
  summary: 'Delete the picture of how the vehicle was left',
  params: byBooking,
  data: nothing,
  errors: [...NOT_THERE, 'CannotEditOthersBooking', 'PictureNotFound'],
});

export const getBookingPicture = defineEndpoint({
  id: 'bookings.picture',
  kind: 'file',
  access: 'user',
  summary: 'The picture of how the vehicle was left',
  params: byBooking,
  data: nothing,
  errors: [...NOT_THERE, 'PictureNotFound'],
});
