import { createRoute } from '@tanstack/react-router';
import { ADDRESSES } from '../lib/addresses.ts';
import { getParentRoute, type PageText } from '../lib/page.ts';
import type { PageAccess, Rights } from '../lib/rights.ts';
import { FlaggedPage } from './flagged-page.tsx';
import { PlannedPage } from './planned-page.tsx';

const planned = <const Path extends string>(path: Path, title: PageText, access: (user: Rights) => PageAccess = () => 'open') =>
  createRoute({ getParentRoute, path, staticData: { title, access }, component: () => <PlannedPage title={title} /> });

/** Pages of later issues: address, guard and title are in force already; a page moves to its feature with the issue that builds it. */
export const plannedPages = [
  planned(ADDRESSES.congestionReport, (t) => t('CongestionReport')),
  planned(ADDRESSES.geofences, (t) => t('Geofences')),
  planned(ADDRESSES.newGeofence, (t) => t('NewGeofence')),
  planned(ADDRESSES.geofence, (t) => t('EditGeofence')),
  createRoute({
    getParentRoute,
    path: ADDRESSES.carSchedule,
    staticData: { title: (t) => t('CarSchedule') },
    component: () => (
      <FlaggedPage flag="car-schedule">
        <PlannedPage title={(t) => t('CarSchedule')} />
      </FlaggedPage>
    ),
  }),
  createRoute({
    getParentRoute,
    path: ADDRESSES.safeReturnHome,
    staticData: { title: (t) => t('SafeReturnHome') },
    component: () => (
      <FlaggedPage flag="safe-home">
        <PlannedPage title={(t) => t('SafeReturnHome')} />
      </FlaggedPage>
    ),
  }),
  planned(ADDRESSES.alarmReceivers, (t) => t('AlarmReceiver')),
  planned(
    ADDRESSES.alertNumbers,
    (t) => t('AlertNumbers'),
    (user) => (user.HasAlertNumbers ? 'open' : 'missing'),
  ),
] as const;
