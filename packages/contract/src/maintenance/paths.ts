import type { Path } from '../path.ts';

export const PATHS = {
  'maintenance.odometer': ['GET', '/user/terminal/{imei}/odometer'],
  'maintenance.save-odometer': ['POST', '/user/terminal/{imei}/odometer'],
  'maintenance.preview-odometer': ['POST', '/user/terminal/{imei}/odometer/preview', 'reads'],
  'maintenance.remove-odometer': ['DELETE', '/user/terminal/{imei}/odometer/{id}'],
  'maintenance.set-distance-factor': ['PUT', '/administration/terminal/{imei}/odometer/factor'],
  'maintenance.operating-time': ['GET', '/user/terminal/{imei}/operating-time'],
  'maintenance.save-operating-time': ['PUT', '/user/terminal/{imei}/operating-time'],
  'maintenance.remove-operating-time': ['DELETE', '/user/terminal/{imei}/operating-time/{id}'],
  'maintenance.plans': ['GET', '/user/terminal/{imei}/service-interval'],
  'maintenance.save-plan': ['PUT', '/user/terminal/{imei}/service-interval'],
  'maintenance.remove-plan': ['DELETE', '/user/terminal/{imei}/service-interval/{id}'],
  'maintenance.restore-plan': ['POST', '/user/terminal/{imei}/service-interval/{id}/restore'],
  'maintenance.history': ['GET', '/user/terminal/{imei}/service-history'],
  'maintenance.record': ['POST', '/user/terminal/{imei}/service-history'],
  'maintenance.take-back': ['DELETE', '/user/terminal/{imei}/service-history/{id}'],
  'maintenance.overview': ['GET', '/user/service'],
  'maintenance.open-calendar': ['POST', '/user/service/calendar'],
  'maintenance.close-calendar': ['DELETE', '/user/service/calendar'],
  'maintenance.calendar': ['GET', '/service-calendar/{token}'],
} as const satisfies Record<string, Path>;
