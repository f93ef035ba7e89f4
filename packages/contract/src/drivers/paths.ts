import type { Path } from '../path.ts';

export const PATHS = {
  'drivers.check-ins': ['GET', '/user/driver/check-in'],
  'drivers.preview-check-in': ['POST', '/user/driver/check-in/preview', 'reads'],
  'drivers.check-in': ['POST', '/user/driver/check-in'],
  'drivers.check-out': ['POST', '/user/driver/check-out'],
  'drivers.read-code': ['POST', '/user/driver/code', 'reads'],
  'drivers.check-in-by-code': ['POST', '/user/driver/check-in/code'],
  'drivers.check-in-codes': ['GET', '/administration/driver/codes'],
  'drivers.renew-code': ['POST', '/administration/driver/codes/{imei}'],
  'drivers.suggest': ['POST', '/administration/driver/suggestions', 'reads'],
  'drivers.list': ['GET', '/administration/driver/drivers'],
  'drivers.tags': ['GET', '/administration/driver-identification/tags'],
  'drivers.add-tag': ['POST', '/administration/driver-identification/tags'],
  'drivers.update-tag': ['PUT', '/administration/driver-identification/tags/{id}'],
  'drivers.remove-tag': ['DELETE', '/administration/driver-identification/tags/{id}'],
  'drivers.link-tag': ['PUT', '/administration/driver-identification/tags/{id}/link'],
  'drivers.tag-history': ['GET', '/administration/driver-identification/tags/{id}/history'],
  'drivers.location-in-car': ['PUT', '/administration/driver-identification/location-in-car'],
} as const satisfies Record<string, Path>;
