import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';
import { notWithBasicOnly } from '../../lib/rights.ts';
import { readNewPlaceSearch, readPlaceSearch } from './model.ts';

export const placesPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.places,
    validateSearch: readPlaceSearch,
    staticData: {
      title: (t) => t('Places'),
      access: notWithBasicOnly,
      menu: { group: 'manage', icon: 'pin', label: (t) => t('MenuPlaces') },
    },
    component: lazyRouteComponent(() => import('./list-screen.tsx'), 'PlacesPage'),
  }),
  createRoute({
    getParentRoute,
    path: ADDRESSES.newPlace,
    validateSearch: readNewPlaceSearch,
    staticData: { title: (t) => t('NewPlace'), access: notWithBasicOnly },
    component: lazyRouteComponent(() => import('./editor-page.tsx'), 'NewPlacePage'),
  }),
  createRoute({
    getParentRoute,
    path: ADDRESSES.place,
    staticData: { title: (t) => t('EditPlace'), access: notWithBasicOnly },
    component: lazyRouteComponent(() => import('./editor-page.tsx'), 'PlacePage'),
  }),
] as const;
