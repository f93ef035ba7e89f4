import type { Path } from '../path.ts';

export const PATHS = {
  'object-description.get': ['GET', '/user/terminal/{imei}/object-description'],
  'object-description.save': ['PUT', '/user/terminal/{imei}/object-description'],
  'object-description.add-picture': ['POST', '/user/terminal/{imei}/object-description/pictures'],
  'object-description.arrange-pictures': ['PUT', '/user/terminal/{imei}/object-description/pictures'],
  'object-description.remove-picture': ['DELETE', '/user/terminal/{imei}/object-description/pictures/{id}'],
  'object-description.picture': ['GET', '/user/terminal/{imei}/object-description/pictures/{id}'],
  'object-description.theft-report': ['GET', '/user/terminal/{imei}/theft-report'],
  'object-description.make-theft-report': ['POST', '/user/terminal/{imei}/theft-report'],
  'object-description.theft-report-pdf': ['GET', '/user/terminal/{imei}/theft-report/pdf'],
  'object-description.share-theft-report': ['POST', '/user/terminal/{imei}/theft-report/shares'],
  'object-description.revoke-share': ['DELETE', '/user/terminal/{imei}/theft-report/shares/{id}'],
  'object-description.shared-report': ['POST', '/shared/theft-report'],
  'object-description.shared-pdf': ['POST', '/shared/theft-report/pdf'],
  'object-description.shared-picture': ['POST', '/shared/theft-report/picture'],
} as const satisfies Record<string, Path>;
