import type { SignedInUser } from '@spora/contract/auth/endpoints';
import { createRoute, createRouter, redirect, type AnyRouter, type RouterHistory } from '@tanstack/react-router';
import { ADDRESSES, withoutSlash } from '../lib/addresses.ts';
import { getParentRoute, rootRoute, type RouterContext } from '../lib/page.ts';
import { parseSearch, stringifySearch } from '../lib/search-text.ts';
import { accessTo } from './access.ts';
import { Crashed } from './error-catcher.tsx';
import { homeOf } from './home.ts';
import { landingOf, rememberPage } from './landing.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { PAGES } from './pages.ts';
import { Shell } from './shell.tsx';
import { UnknownPage } from './unknown-page.tsx';

/** Every page passes here first. What does not exist for somebody is shown as "not found" by the shell (DEC-18). */
function guard(pathname: string, user: SignedInUser): void {
  const path = withoutSlash(pathname);
  if (path !== ADDRESSES.start && accessTo(path, user) === 'elsewhere')
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to redirect
    throw redirect({ to: homeOf(user), replace: true });
}

const start = createRoute({
  getParentRoute,
  path: ADDRESSES.start,
  beforeLoad: ({ context }) => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to redirect
    throw redirect({ href: landingOf(context.user), replace: true });
  },
});

const routeTree = rootRoute.update({ component: Shell, notFoundComponent: UnknownPage }).addChildren([start, ...PAGES]);

const makeRouter = (context: RouterContext, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context,
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ({ error, reset }) => <Crashed error={error} onIgnore={reset} />,
    scrollRestoration: false,
  });
export type AppRouter = ReturnType<typeof makeRouter>;

/** `history` is the browser's unless a test brings its own. */
export function createAppRouter({ user }: { user: SignedInUser }, history?: RouterHistory): AppRouter {
  const router = makeRouter({ user, guard }, history);
  (router as AnyRouter).subscribe('onResolved', ({ toLocation }) => rememberPage(toLocation.href));
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
