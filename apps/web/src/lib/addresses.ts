/** The addresses that exist, once. The entry page knows them without loading the router. */
export const ADDRESSES = {
  start: '/',
  register: '/user/register',
  forgotPassword: '/user/forgot-password',
  resetPassword: '/user/reset-password',
  deletion: '/account/deletion',
  alerts: '/user/alerts',
  terms: '/terms',
  sharedTheftReport: '/shared/theft-report',
  verify: '/verify',
  support: '/support',
  map: '/user/realtime-tracking',
  tripLog: '/user/create-triplog',
  attest: '/user/attest',
  drivers: '/user/drivers',
  checkIn: '/user/check-in',
  congestionReport: '/user/create-triplog/congestionreportnew',
  geofences: '/user/geofences',
  editGeofence: '/user/geofences/add-edit-geofences',
  places: '/user/places',
  editPlace: '/user/places/add-edit-places',
  units: '/user/edit-terminal-list',
  lowBattery: '/user/low-battery',
  editUnit: '/user/edit-terminal',
  service: '/user/service',
  summary: '/user/reports/summary',
  carSchedule: '/user/car-schedule',
  profile: '/user/profile',
  account: '/administration/user-accounts',
  guide: '/administration/first-steps',
  addUnit: '/administration/add-terminal',
  safeReturnHome: '/administration/safe-return-home',
  alarmReceivers: '/administration/configure-alarm-receiver',
  alertNumbers: '/administration/configure-alert-numbers',
} as const;

const PUBLIC: readonly string[] = [
  ADDRESSES.start,
  ADDRESSES.register,
  ADDRESSES.forgotPassword,
  ADDRESSES.resetPassword,
  ADDRESSES.deletion,
  ADDRESSES.alerts,
  ADDRESSES.terms,
  ADDRESSES.sharedTheftReport,
  ADDRESSES.verify,
  ADDRESSES.support,
];
/** DEC-19: reachable whether or not somebody is signed in. */
const ALWAYS_PUBLIC: readonly string[] = [
  ADDRESSES.resetPassword,
  ADDRESSES.deletion,
  ADDRESSES.alerts,
  ADDRESSES.terms,
  ADDRESSES.sharedTheftReport,
  ADDRESSES.verify,
];
/** The support staff's own pages, all in one place (ROLE-011). */
export const isSupportAddress = (pathname: string): boolean =>
  pathname === ADDRESSES.support || pathname.startsWith(`${ADDRESSES.support}/`);
/** Pages of one object: what follows is its id. */
const WITH_ID: readonly string[] = [ADDRESSES.editGeofence, ADDRESSES.editPlace];
const SIGNED_IN: readonly string[] = Object.values(ADDRESSES).filter((address) => !PUBLIC.includes(address));

export const withoutSlash = (pathname: string): string => (pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname);

/** Whether a path belongs to a page for signed-in people (NAV-002). */
export function isSignedInAddress(pathname: string): boolean {
  const path = withoutSlash(pathname);
  return (
    SIGNED_IN.includes(path) ||
    WITH_ID.some((parent) => path.startsWith(`${parent}/`) && !path.slice(parent.length + 1).includes('/'))
  );
}

export const isPublicAddress = (pathname: string): boolean =>
  PUBLIC.includes(withoutSlash(pathname)) || isSupportAddress(pathname);
export const isAlwaysPublicAddress = (pathname: string): boolean =>
  ALWAYS_PUBLIC.includes(withoutSlash(pathname)) || isSupportAddress(pathname);

/** The page to return to, or null for anything that is not one of ours: never another site, never a public page. */
export function asReturnAddress(href: unknown): string | null {
  if (typeof href !== 'string' || !href.startsWith('/') || href.startsWith('//') || href.includes('\\')) return null;
  const pathname = href.split(/[?#]/)[0] ?? '';
  return isSignedInAddress(pathname) ? href : null;
}
