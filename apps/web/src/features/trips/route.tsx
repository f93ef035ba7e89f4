import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';
import { readTripSearch } from './public/trip-search.ts';

export const tripsPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.tripLog,
    validateSearch: readTripSearch,
    staticData: {
      // NAV-010: members who see nothing but basic subscriptions have a plain log.
      title: (t, user) => (user.userHasOnlyBasSubscription ? t('MenuLog') : t('TripLog')),
      menu: { icon: 'log', label: (t, user) => (user.userHasOnlyBasSubscription ? t('MenuLog') : t('MenuTripLog')) },
    },
    component: lazyRouteComponent(() => import('./page.tsx'), 'TripLogPage'),
  }),
] as const;
