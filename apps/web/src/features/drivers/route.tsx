import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { hasOthers } from '../../lib/rights.ts';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';
import { readCodeSearch, readDriversSearch } from './search.ts';

export const driversPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.drivers,
    validateSearch: readDriversSearch,
    staticData: {
      title: (t) => t('MenuDrivers'),
      menu: { group: 'manage', icon: 'user', label: (t) => t('MenuDrivers'), isShown: hasOthers },
    },
    component: lazyRouteComponent(() => import('./screen.tsx'), 'DriversPage'),
  }),
  createRoute({
    getParentRoute,
    path: ADDRESSES.checkIn,
    validateSearch: readCodeSearch,
    staticData: { title: (t) => t('CodePageTitle') },
    component: lazyRouteComponent(() => import('./code-screen.tsx'), 'CheckInPage'),
  }),
] as const;
