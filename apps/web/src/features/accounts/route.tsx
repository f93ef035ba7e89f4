import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';
import { readAccountSearch } from './account-search.ts';

export const accountsPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.guide,
    staticData: {
      title: (t) => t('GuideTitle'),
      // ADM-024: until it is closed; after that it is found in the account menu.
      menu: { group: 'administration', icon: 'check', label: (t) => t('GuideTitle'), isShown: (user) => user.GuideIsOpen },
    },
    component: lazyRouteComponent(() => import('./guide-screen.tsx'), 'GuideScreen'),
  }),
  createRoute({
    getParentRoute,
    path: ADDRESSES.account,
    validateSearch: readAccountSearch,
    staticData: {
      title: (t) => t('MenuAccount'),
      menu: { group: 'administration', icon: 'users', label: (t) => t('MenuAccount') },
    },
    component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
  }),
] as const;
