import type { SignedInUser } from '@spora/contract/auth';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  useLocation,
  type AnyRouter,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readTrackingSearch } from '../features/tracking/model.ts';
import { readTripSearch } from '../features/trips/public.ts';
import { useT } from '../lib/i18n.tsx';
import { useUser } from '../lib/session-context.tsx';
import { ADDRESSES } from '../lib/addresses.ts';
import { Crashed } from './error-catcher.tsx';
import { homeOf, landingOf, rememberPage } from './landing.ts';
import { NotFound } from './not-found.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { Shell } from './shell.tsx';

interface RouterContext {
  readonly user: SignedInUser;
}

const root = createRootRouteWithContext<RouterContext>()({ component: Shell, notFoundComponent: UnknownPage });

const start = createRoute({
  getParentRoute: () => root,
  path: ADDRESSES.start,
  beforeLoad: ({ context }) => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to redirect
    throw redirect({ href: landingOf(context.user), replace: true });
  },
});

const map = createRoute({
  getParentRoute: () => root,
  path: ADDRESSES.map,
  validateSearch: readTrackingSearch,
  beforeLoad: ({ context }) => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to redirect
    if (!context.user.RealTimeMap) throw redirect({ to: ADDRESSES.tripLog, replace: true });
  },
  component: lazyRouteComponent(() => import('./map-page.tsx'), 'MapPage'),
});

const tripLog = createRoute({
  getParentRoute: () => root,
  path: ADDRESSES.tripLog,
  validateSearch: readTripSearch,
  component: lazyRouteComponent(() => import('./trip-log-page.tsx'), 'TripLogPage'),
});

function UnknownPage(): ReactNode {
  const t = useT();
  const user = useUser();
  const address = useLocation({ select: (location) => location.pathname });
  return <NotFound address={address} way={{ href: homeOf(user), label: user.RealTimeMap ? t('ToMap') : t('ToTripLog') }} />;
}

/** Values in the address are texts: an IMEI with a leading zero is not a number. */
const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));
function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value as string | number | boolean)])).toString();
  return text ? `?${text}` : '';
}

const routeTree = root.addChildren([start, map, tripLog]);

const makeRouter = (context: RouterContext) =>
  createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ({ reset }) => <Crashed onIgnore={reset} />,
    scrollRestoration: false,
  });
export type AppRouter = ReturnType<typeof makeRouter>;

export function createAppRouter(context: RouterContext): AppRouter {
  const router = makeRouter(context);
  (router as AnyRouter).subscribe('onResolved', ({ toLocation }) => rememberPage(toLocation.href));
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
