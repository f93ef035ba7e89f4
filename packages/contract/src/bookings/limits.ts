/** What the server holds bookings to and the screens show. No zod: a screen loads it without a schema library. */

/** CONST-027. */
export const BOOKING_PURPOSE_MAX = 100;
/** CONST-028, DEC-23. */
export const BOOKING_MIN_MINUTES = 10;
/** CONST-031. */
export const BOOKING_STEP_MINUTES = 15;
/** CONST-029: so many stand in a cell; the rest opens, and scrolls above so many. */
export const BOOKINGS_IN_CELL = 2;
export const BOOKINGS_UNSCROLLED = 4;
/** CONST-030. */
export const MONTH_CELLS = 42;
/** BOOK-050. */
export const BOOKING_WEEKS_MAX = 12;
/** From one of a row to the next: each week, or each so many. */
export const BOOKING_EVERY_WEEKS_MAX = 4;
/** Nobody books further ahead, or for longer (decision 0065). */
export const BOOKING_AHEAD_MAX_DAYS = 730;
export const BOOKING_MAX_DAYS = 92;
/** BOOK-047. */
export const NO_SHOW_AFTER_MINUTES = 30;
/** One tolerance for all: whoever drives off or parks so soon after the time of a booking is in time (decision 0083). */
export const BOOKING_LATE_MINUTES = 5;
/** Who uses a vehicle just now is in the way of a time that begins so soon; before a later one it is likely to be back. */
export const IN_USE_MATTERS_MINUTES = 120;
/** When drivers may be reminded, in minutes before; 0: not at all. */
export const REMINDER_MINUTES = [0, 15, 30, 60, 120, 1440] as const;
export const SEATS_MAX = 99;
export const HAND_OVER_NOTE_MAX = 500;
export const DECISION_REASON_MAX = 200;

/** What a span of a vehicle is taken for: somebody drives, or nobody can. */
export const BOOKING_KINDS = ['drive', 'service', 'inspection', 'other'] as const;
export type BookingKind = (typeof BOOKING_KINDS)[number];
/** `requested` waits for an approver and holds its time all the same; `refused` and `released` hold none. */
export const BOOKING_STATES = ['requested', 'booked', 'refused', 'released'] as const;
export type BookingState = (typeof BOOKING_STATES)[number];
/** Why a vehicle is not driven at a time: what an account may ask for in its settings. As errors: keys. */
export const CLOSED_REASONS = ['BookingOutsideHours', 'BookingInspectionOverdue'] as const;
export type ClosedReason = (typeof CLOSED_REASONS)[number];
/** BOOK-045. `never-reported`: its tracker has not been heard of yet. `no-position`: it is heard of, but has never said where it is. */
export const VEHICLE_STATES = ['free', 'in-use', 'in-service', 'no-position', 'no-contact', 'never-reported'] as const;
export type VehicleState = (typeof VEHICLE_STATES)[number];
/** What people look for when they book: not everybody who wants a car wants the trailer or the excavator. */
export const VEHICLE_KINDS = ['car', 'van', 'truck', 'bus', 'motorcycle', 'trailer', 'machine', 'boat', 'other'] as const;
export type VehicleKind = (typeof VEHICLE_KINDS)[number];
/** What of a vehicle's service plan is overdue. */
export const OVERDUE_PLANS = ['service', 'inspection'] as const;
export type OverduePlan = (typeof OVERDUE_PLANS)[number];
