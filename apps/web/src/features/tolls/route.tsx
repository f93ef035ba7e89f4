import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';
import { drivesOnRoads, notWithBasicOnly } from '../../lib/rights.ts';
import { readTollSearch } from './search.ts';

export const tollsPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.congestionReport,
    validateSearch: readTollSearch,
    staticData: {
      title: (t) => t('CongestionReport'),
      // TRIP-033: a plain log has no reports; the server refuses them.
      access: notWithBasicOnly,
      menu: { group: 'reports', icon: 'gantry', label: (t) => t('CongestionReport'), isShown: drivesOnRoads },
    },
    component: lazyRouteComponent(() => import('./tolls-screen.tsx'), 'TollsPage'),
  }),
] as const;
