import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';

export const usersPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.profile,
    staticData: { title: (t) => t('MyProfile') },
    component: lazyRouteComponent(() => import('./profile-screen.tsx'), 'ProfileScreen'),
  }),
] as const;
