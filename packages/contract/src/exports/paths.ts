import type { Path } from '../path.ts';

export const PATHS = {
  'exports.download': ['GET', '/user/triplog/download/{format}', 'writes'],
  'exports.record-list': ['POST', '/user/exported-list'],
  'exports.schedules': ['GET', '/user/triplog/schedules'],
  'exports.add-schedule': ['POST', '/user/triplog/schedules'],
  'exports.update-schedule': ['PUT', '/user/triplog/schedules/{id}'],
  'exports.remove-schedule': ['DELETE', '/user/triplog/schedules/{id}'],
  'exports.test-schedule': ['POST', '/user/triplog/schedules/{id}/test'],
  'exports.calendar-since': ['GET', '/user/triplog/calendar'],
  'exports.open-calendar': ['POST', '/user/triplog/calendar'],
  'exports.close-calendar': ['DELETE', '/user/triplog/calendar'],
  'exports.calendar': ['GET', '/triplog-calendar/{token}'],
  'exports.verify-keys': ['GET', '/verify/keys'],
  'exports.verify-file': ['POST', '/verify', 'reads'],
} as const satisfies Record<string, Path>;
