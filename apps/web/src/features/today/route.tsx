import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';

export const todayPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.today,
    staticData: {
      title: (t) => t('MenuToday'),
      // ADM-030: for administrators; others go on to the map.
      access: (user) => (user.IsAdmin ? 'open' : 'elsewhere'),
      menu: { icon: 'sun', label: (t) => t('MenuToday') },
    },
    component: lazyRouteComponent(() => import('./screen.tsx'), 'TodayPage'),
  }),
] as const;
