import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';
import { loadEngine } from '../../map/load-engine.ts';
import { readTrackingSearch } from './model.ts';

export const trackingPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.map,
    validateSearch: readTrackingSearch,
    staticData: {
      title: (t) => t('MenuMap'),
      access: (user) => (user.RealTimeMap ? 'open' : 'elsewhere'),
      menu: { icon: 'map', label: (t) => t('MenuMap') },
    },
    component: lazyRouteComponent(() => {
      // The map is most of what this page loads: it comes beside the page, not after it.
      void loadEngine().catch(() => undefined);
      return import('./page.tsx');
    }, 'TrackingPage'),
  }),
] as const;
