import type { Path } from '../path.ts';

export const PATHS = {
  'trips.check-ins': ['GET', '/user/driver/check-in'],
  'trips.preview-check-in': ['POST', '/user/driver/check-in/preview', 'reads'],
  'trips.check-in': ['POST', '/user/driver/check-in'],
  'trips.check-out': ['POST', '/user/driver/check-out'],
  'trips.read-code': ['POST', '/user/driver/code', 'reads'],
  'trips.check-in-by-code': ['POST', '/user/driver/check-in/code'],
  'trips.check-in-codes': ['GET', '/administration/driver/codes'],
  'trips.renew-code': ['POST', '/administration/driver/codes/{imei}'],
  'trips.suggest-drivers': ['POST', '/administration/driver/suggestions', 'reads'],
  'trips.tags': ['GET', '/administration/driver-identification/tags'],
  'trips.add-tag': ['POST', '/administration/driver-identification/tags'],
  'trips.update-tag': ['PUT', '/administration/driver-identification/tags/{id}'],
  'trips.remove-tag': ['DELETE', '/administration/driver-identification/tags/{id}'],
  'trips.link-tag': ['PUT', '/administration/driver-identification/tags/{id}/link'],
  'trips.tag-history': ['GET', '/administration/driver-identification/tags/{id}/history'],
  'trips.location-in-car': ['PUT', '/administration/driver-identification/location-in-car'],
} as const satisfies Record<string, Path>;
