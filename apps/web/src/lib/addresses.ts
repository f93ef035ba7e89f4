/** Reachable whether or not somebody is signed in (DEC-19). */
const ALWAYS_PUBLIC = {
  resetPassword: '/user/reset-password',
  confirmEmail: '/user/confirm-email',
  deletion: '/account/deletion',
  alerts: '/user/alerts',
  terms: '/terms',
  sharedTheftReport: '/shared/theft-report',
  sharedPosition: '/shared/position',
  sharedAlarm: '/shared/alarm',
  verify: '/verify',
} as const;
/** For signed-out people; the start page is the sign-in page or the way to the last page. */
const PUBLIC = {
  start: '/',
  register: '/user/register',
  forgotPassword: '/user/forgot-password',
  singleSignOn: '/user/single-sign-on',
  support: '/support',
} as const;
/** Behind the sign-in. `$name` stands for an id. */
const SIGNED_IN = {
  today: '/user/today',
  map: '/user/realtime-tracking',
  tripLog: '/user/create-triplog',
  attest: '/user/attest',
  drivers: '/user/drivers',
  checkIn: '/user/check-in',
  congestionReport: '/user/create-triplog/congestionreportnew',
  geofences: '/user/geofences',
  newGeofence: '/user/geofences/add-edit-geofences',
  geofence: '/user/geofences/add-edit-geofences/$geofenceID',
  places: '/user/places',
  newPlace: '/user/places/add-edit-places',
  place: '/user/places/add-edit-places/$placeID',
  sensors: '/user/sensors',
  sensor: '/user/sensors/$sensorID',
  units: '/user/edit-terminal-list',
  lowBattery: '/user/low-battery',
  editUnit: '/user/edit-terminal',
  service: '/user/service',
  summary: '/user/reports/summary',
  greenDriving: '/user/create-triplog/green-driving',
  benefitValue: '/user/reports/benefit-value',
  fuelReport: '/user/reports/fuel',
  carSchedule: '/user/car-schedule',
  profile: '/user/profile',
  account: '/administration/user-accounts',
  guide: '/administration/first-steps',
  addUnit: '/administration/add-terminal',
  safeReturnHome: '/administration/safe-return-home',
  alarms: '/user/alarms',
  alarmReceivers: '/administration/configure-alarm-receiver',
  alertNumbers: '/administration/configure-alert-numbers',
} as const;

/** The addresses that exist, once. The sign-in page knows them without loading the router. */
export const ADDRESSES = { ...ALWAYS_PUBLIC, ...PUBLIC, ...SIGNED_IN } as const;

const alwaysPublicAddresses: readonly string[] = Object.values(ALWAYS_PUBLIC);
const publicAddresses: readonly string[] = [...alwaysPublicAddresses, ...Object.values(PUBLIC)];
/** The addresses of the pages behind the sign-in. */
export const SIGNED_IN_ADDRESSES: readonly string[] = Object.values(SIGNED_IN);
/** The support staff's own pages, all in one place (ROLE-011). */
export const isSupportAddress = (pathname: string): boolean =>
  pathname === ADDRESSES.support || pathname.startsWith(`${ADDRESSES.support}/`);
export const withoutSlash = (pathname: string): string => (pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname);

/** Whether a path is of an address; a part of the address that begins with `$` stands for anything. */
export function isAddress(address: string, pathname: string): boolean {
  const parts = withoutSlash(pathname).split('/');
  const wanted = address.split('/');
  return parts.length === wanted.length && wanted.every((part, index) => part === parts[index] || part.startsWith('$'));
}

/** Whether a path belongs to a page for signed-in people (NAV-002). */
export const isSignedInAddress = (pathname: string): boolean =>
  SIGNED_IN_ADDRESSES.some((address) => isAddress(address, pathname));

export const isPublicAddress = (pathname: string): boolean =>
  publicAddresses.includes(withoutSlash(pathname)) || isSupportAddress(pathname);
export const isAlwaysPublicAddress = (pathname: string): boolean =>
  alwaysPublicAddresses.includes(withoutSlash(pathname)) || isSupportAddress(pathname);

/** The page to return to, or null for anything that is not one of ours: never another site, never a public page. */
export function asReturnAddress(href: unknown): string | null {
  if (typeof href !== 'string' || !href.startsWith('/') || href.startsWith('//') || href.includes('\\')) return null;
  const pathname = href.split(/[?#]/)[0] ?? '';
  return isSignedInAddress(pathname) ? href : null;
}
