import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';
import { drivesOnRoads, notWithBasicOnly } from '../../lib/rights.ts';
import { readEcoSearch } from './search.ts';

export const ecoPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.greenDriving,
    validateSearch: readEcoSearch,
    staticData: {
      title: (t) => t('EcoReport'),
      // TRIP-033: a plain log has no reports; the server refuses them.
      access: notWithBasicOnly,
      menu: { group: 'reports', icon: 'leaf', label: (t) => t('MenuEco'), isShown: drivesOnRoads },
    },
    component: lazyRouteComponent(() => import('./screen.tsx'), 'EcoPage'),
  }),
] as const;
