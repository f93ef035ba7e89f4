import type { VisitPage } from '@spora/contract/support/values';
import { ADDRESSES } from './addresses.ts';

/** What a page is about, by how its address begins; the longer ones first. */
const PAGES: readonly (readonly [address: string, page: VisitPage])[] = [
  [ADDRESSES.congestionReport, 'tolls'],
  [ADDRESSES.greenDriving, 'eco'],
  [ADDRESSES.tripLog, 'trips'],
  [ADDRESSES.today, 'today'],
  [ADDRESSES.map, 'tracking'],
  [ADDRESSES.attest, 'attestation'],
  [ADDRESSES.drivers, 'drivers'],
  [ADDRESSES.checkIn, 'drivers'],
  [ADDRESSES.geofences, 'zones'],
  [ADDRESSES.places, 'places'],
  [ADDRESSES.sensors, 'sensors'],
  [ADDRESSES.editUnit, 'units'],
  [ADDRESSES.lowBattery, 'units'],
  [ADDRESSES.addUnit, 'units'],
  [ADDRESSES.service, 'maintenance'],
  ['/user/reports/', 'reports'],
  [ADDRESSES.carSchedule, 'bookings'],
  [ADDRESSES.profile, 'users'],
  [ADDRESSES.account, 'accounts'],
  [ADDRESSES.guide, 'accounts'],
  [ADDRESSES.safeReturnHome, 'safe-return'],
  [ADDRESSES.alarms, 'alarms'],
  [ADDRESSES.alarmReceivers, 'alarms'],
  [ADDRESSES.alertNumbers, 'alarms'],
];

/** ROLE-011: what the page at a path is about, as the account's log names it; undefined of one that shows nothing of an account. */
export const visitPageOf = (path: string): VisitPage | undefined => PAGES.find(([address]) => path.startsWith(address))?.[1];
