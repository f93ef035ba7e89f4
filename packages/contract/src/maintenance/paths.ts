import type { Path } from '../path.ts';

export const PATHS = {
  'service.odometer': ['GET', '/user/terminal/{imei}/odometer'],
  'service.save-odometer': ['POST', '/user/terminal/{imei}/odometer'],
  'service.preview-odometer': ['POST', '/user/terminal/{imei}/odometer/preview', 'reads'],
  'service.remove-odometer': ['DELETE', '/user/terminal/{imei}/odometer/{id}'],
  'service.set-distance-factor': ['PUT', '/administration/terminal/{imei}/odometer/factor'],
  'service.operating-time': ['GET', '/user/terminal/{imei}/operating-time'],
  'service.save-operating-time': ['PUT', '/user/terminal/{imei}/operating-time'],
  'service.remove-operating-time': ['DELETE', '/user/terminal/{imei}/operating-time/{id}'],
  'service.plans': ['GET', '/user/terminal/{imei}/service-interval'],
  'service.save-plan': ['PUT', '/user/terminal/{imei}/service-interval'],
  'service.remove-plan': ['DELETE', '/user/terminal/{imei}/service-interval/{id}'],
  'service.restore-plan': ['POST', '/user/terminal/{imei}/service-interval/{id}/restore'],
  'service.history': ['GET', '/user/terminal/{imei}/service-history'],
  'service.record': ['POST', '/user/terminal/{imei}/service-history'],
  'service.take-back': ['DELETE', '/user/terminal/{imei}/service-history/{id}'],
  'service.overview': ['GET', '/user/service'],
  'service.open-calendar': ['POST', '/user/service/calendar'],
  'service.close-calendar': ['DELETE', '/user/service/calendar'],
  'service.calendar': ['GET', '/service-calendar/{token}'],
} as const satisfies Record<string, Path>;
