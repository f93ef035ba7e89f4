import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';
import { notWithBasicOnly } from '../../lib/rights.ts';
import { readEcoSearch } from './model.ts';

export const ecoPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.greenDriving,
    validateSearch: readEcoSearch,
    staticData: {
      title: (t) => t('EcoReport'),
      // TRIP-033: a plain log has no reports; the server refuses them.
      access: notWithBasicOnly,
      menu: { icon: 'target', label: (t) => t('MenuEco') },
    },
    component: lazyRouteComponent(() => import('./screen.tsx'), 'EcoPage'),
  }),
] as const;
