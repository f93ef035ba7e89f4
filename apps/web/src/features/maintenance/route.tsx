import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';
import { readServiceSearch } from './overview-model.ts';

export const maintenancePages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.service,
    validateSearch: readServiceSearch,
    staticData: { title: (t) => t('MenuService'), menu: { group: 'manage', icon: 'wrench', label: (t) => t('MenuService') } },
    component: lazyRouteComponent(() => import('./overview-screen.tsx'), 'ServicePage'),
  }),
] as const;
