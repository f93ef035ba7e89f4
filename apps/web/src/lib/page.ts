import type { SignedInUser } from '@spora/contract/auth/endpoints';
import type { Translate } from '@spora/messages/translate';
import { createRootRouteWithContext } from '@tanstack/react-router';

export interface RouterContext {
  readonly user: SignedInUser;
  /** Throws the redirect where somebody is sent elsewhere. */
  readonly guard: (pathname: string, user: SignedInUser) => void;
}

export type PageText = (t: Translate, user: SignedInUser) => string;

/** Above every page. The application gives it the shell. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, location }) => context.guard(location.pathname, context.user),
});
export const getParentRoute = (): typeof rootRoute => rootRoute;
