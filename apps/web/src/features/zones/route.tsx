import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';
import { readZonesSearch } from './search.ts';

export const zonesPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.geofences,
    validateSearch: readZonesSearch,
    staticData: { title: (t) => t('Geofences'), menu: { group: 'manage', icon: 'target', label: (t) => t('Geofences') } },
    component: lazyRouteComponent(() => import('./list-screen.tsx'), 'ZonesPage'),
  }),
  createRoute({
    getParentRoute,
    path: ADDRESSES.newGeofence,
    staticData: { title: (t) => t('NewGeofence') },
    component: lazyRouteComponent(() => import('./editor-page.tsx'), 'NewZonePage'),
  }),
  createRoute({
    getParentRoute,
    path: ADDRESSES.geofence,
    staticData: { title: (t) => t('EditGeofence') },
    component: lazyRouteComponent(() => import('./editor-page.tsx'), 'ZonePage'),
  }),
] as const;
