import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';
import { readCodeSearch, readDriversSearch } from './search.ts';

export const driversPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.drivers,
    validateSearch: readDriversSearch,
    staticData: { title: (t) => t('MenuDrivers'), menu: { icon: 'user', label: (t) => t('MenuDrivers') } },
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
