import type { Path } from '../path.ts';

export const PATHS = {
  'trips.download': ['GET', '/user/triplog/download/{format}', 'writes'],
  'trips.schedules': ['GET', '/user/triplog/schedules'],
  'trips.add-schedule': ['POST', '/user/triplog/schedules'],
  'trips.update-schedule': ['PUT', '/user/triplog/schedules/{id}'],
  'trips.remove-schedule': ['DELETE', '/user/triplog/schedules/{id}'],
  'trips.test-schedule': ['POST', '/user/triplog/schedules/{id}/test'],
  'trips.calendar-since': ['GET', '/user/triplog/calendar'],
  'trips.open-calendar': ['POST', '/user/triplog/calendar'],
  'trips.close-calendar': ['DELETE', '/user/triplog/calendar'],
  'trips.calendar': ['GET', '/triplog-calendar/{token}'],
  'trips.verify-keys': ['GET', '/verify/keys'],
  'trips.verify-file': ['POST', '/verify', 'reads'],
} as const satisfies Record<string, Path>;
