import { createRoute } from '@tanstack/react-router';
import { readSafeReturnSearch } from '../features/safe-return/search.ts';
import { ADDRESSES } from '../lib/addresses.ts';
import { lazyScreen } from '../lib/lazy-screen.tsx';
import { getParentRoute } from '../lib/page.ts';
import { FlaggedPage } from './flagged-page.tsx';

const SafeReturnPage = lazyScreen(() => import('../features/safe-return/screen.tsx').then((module) => module.SafeReturnPage));

/** NAV-020: behind the account's flag, which the application asks for. */
export const safeReturnPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.safeReturnHome,
    validateSearch: readSafeReturnSearch,
    staticData: {
      title: (t) => t('SafeReturnHome'),
      menu: { group: 'administration', icon: 'route', label: (t) => t('SafeReturnHome'), flag: 'safe-home' },
    },
    component: () => (
      <FlaggedPage flag="safe-home">
        <SafeReturnPage />
      </FlaggedPage>
    ),
  }),
] as const;
