import type { Booking, Schedule, ScheduleItem, ScheduleVehicle } from '@spora/contract/bookings/endpoints';

/** Monday of the week that tests look at, and its Tuesday, 09:20 of which it is. */
export const MONDAY = '2026-11-23';
export const TODAY = '2026-11-24';
export const NOW = '2026-11-24T08:20:00Z';

export const item = (over: Partial<ScheduleItem> & { booking_id: number; date: string }): ScheduleItem => ({
  imei: '350000000000017',
  start_time: '10:00:00',
  end_time: '12:00:00',
  continues_before: false,
  continues_after: false,
  purpose: null,
  booked_by: 9,
  booked_by_name: 'Kari Olsen',
  driver_id: 9,
  driver_name: 'Kari Olsen',
  kind: 'drive',
  state: 'booked',
  was_driven: null,
  fetched: null,
  driven_until: null,
  returned_date: null,
  is_repeated: false,
  is_editable: true,
  ...over,
});

export const vehicle = (over: Partial<ScheduleVehicle> & { Imei: string; Name: string }): ScheduleVehicle => ({
  ID: Number(over.Imei.slice(-4)),
  RegistrationNumber: 'ABC 123',
  Model: 'Combi',
  SubscriptionType: 'Plus',
  kind: 'car',
  state: 'free',
  used_by: null,
  is_used_by_booking: false,
  seats: 5,
  fuel_type: 'diesel',
  department: null,
  Schedule: [],
  ...over,
});

export const schedule = (vehicles: readonly ScheduleVehicle[], over: Partial<Schedule> = {}): Schedule => ({
  BookingSchedules: [...vehicles],
  removed: [],
  OldestBooking: '2026-11-10',
  needs_approval: false,
  can: { choose_driver: true, administer: true },
  server_time: NOW,
  ...over,
});

export const booking = (over: Partial<Booking> & { id: number }): Booking => ({
  imei: '350000000000017',
  unit_name: 'Skåpbil Norr',
  registration_number: 'ABC 123',
  start_date: '2026-11-25 10:00:00',
  end_date: '2026-11-25 12:00:00',
  purpose: 'Kundbesök',
  driver_id: 7,
  driver_name: 'Anna Lindqvist',
  booked_by: 7,
  booked_by_name: 'Anna Lindqvist',
  kind: 'drive',
  state: 'booked',
  phase: 'future',
  in_row: 1,
  is_repeated: false,
  returned_date: null,
  reason: null,
  hand_over: null,
  place: null,
  place_is_approximate: false,
  hand_over_before: null,
  known_odometer_km: null,
  has_picture: false,
  driven: null,
  was_driven: null,
  fetched: null,
  driven_until: null,
  can: { edit: true, delete: true, return: false, hand_over: false, decide: false },
  ...over,
});
