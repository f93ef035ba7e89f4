import type { Path } from '../path.ts';

export const PATHS = {
  'bookings.week': ['GET', '/user/car-schedule/getCarScheduleListByWeek'],
  'bookings.month': ['GET', '/user/car-schedule/getCarScheduleListByMonth'],
  'bookings.drivers': ['POST', '/user/car-schedule/getDriverList', 'reads'],
  'bookings.save': ['POST', '/user/car-schedule/saveCarSchedule'],
  'bookings.update': ['POST', '/user/car-schedule/updateCarSchedule'],
  'bookings.delete': ['POST', '/user/car-schedule/deleteCarBookSchedule'],
  'bookings.get': ['GET', '/user/car-schedule/bookings/{id}'],
  'bookings.return': ['POST', '/user/car-schedule/bookings/{id}/return'],
  'bookings.save-hand-over': ['PUT', '/user/car-schedule/bookings/{id}/hand-over'],
  'bookings.decide': ['POST', '/user/car-schedule/bookings/{id}/decide'],
  'bookings.requests': ['GET', '/user/car-schedule/requests'],
  'bookings.check': ['POST', '/user/car-schedule/check', 'reads'],
  'bookings.find': ['POST', '/user/car-schedule/find', 'reads'],
  'bookings.export': ['GET', '/user/car-schedule/export'],
  'bookings.calendars': ['GET', '/user/car-schedule/calendars'],
  'bookings.open-calendar': ['POST', '/user/car-schedule/calendars'],
  'bookings.close-calendar': ['DELETE', '/user/car-schedule/calendars/{id}'],
  'bookings.calendar': ['GET', '/booking-calendar/{token}'],
  'bookings.settings': ['GET', '/administration/car-schedule/settings'],
  'bookings.save-settings': ['PUT', '/administration/car-schedule/settings'],
} as const satisfies Record<string, Path>;
