import {
  addDomain,
  beginSignOn,
  finishSignOn,
  proveDomain,
  removeDomain,
  saveSignOn,
  signOnSettings,
  testSignOn,
  unlinkSignOn,
} from '@spora/contract/single-sign-on/endpoints';
import { withParentRights } from '../../core/people/parent-rights.ts';
import type { RouteDeps } from '../../core/face.ts';
import type { Mount, MountOptions } from '../../platform/http/mount.ts';
import { createPublicFetch } from '../../platform/network/public-network.ts';
import { createProviders } from './provider.ts';
import * as service from './service.ts';
import * as settings from './settings.ts';

/** The page of the web application that providers send people back to. */
const RETURN_PATH = '/user/single-sign-on';

/** An office signs in behind one address in the morning. */
const SIGN_ON: MountOptions = { transaction: 'none', rate: { burst: 40, perSecond: 0.5 } };
/** Calls out of the house. */
const OUTWARD: MountOptions = { transaction: 'none', rate: { burst: 20, perSecond: 0.2 } };

export function registerSingleSignOnRoutes(mount: Mount, { config, linkTo }: Pick<RouteDeps, 'config' | 'linkTo'>): void {
  const mayCallPrivate = config.signOnMayCallPrivate;
  const providers = createProviders({ fetch: createPublicFetch({ mayCallPrivate }), mayCallPrivate });
  // As it is entered at the provider, which compares it to the letter: nothing in it depends on the call.
  const redirectUriOf = (subsiteId: number): string => {
    const page = new URL(linkTo(subsiteId, RETURN_PATH));
    return `${page.origin}${page.pathname}`;
  };
  const outward = { providers, redirectUriOf };

  mount(beginSignOn, (ctx, input) => service.beginSignOn(ctx, input, outward), SIGN_ON);
  mount(
    finishSignOn,
    async (ctx, input, { userAgent }) => {
      const answer = await service.finishSignOn(ctx, input, { providers, userAgent });
      return answer.pending ? answer : { ...answer, user: await withParentRights(ctx.db, answer.user, config.parents) };
    },
    SIGN_ON,
  );
  mount(signOnSettings, (ctx) => settings.readSettings(ctx, redirectUriOf));
  mount(saveSignOn, (ctx, input) => settings.saveSettings(ctx, input, mayCallPrivate), { transaction: 'none' });
  mount(testSignOn, (ctx) => settings.testSettings(ctx, outward), OUTWARD);
  mount(addDomain, (ctx, input) => settings.addDomain(ctx, input));
  mount(proveDomain, (ctx, input) => settings.proveDomain(ctx, input), OUTWARD);
  mount(removeDomain, (ctx, input) => settings.removeDomain(ctx, input), { transaction: 'none' });
  mount(unlinkSignOn, (ctx, input) => settings.unlink(ctx, input), { transaction: 'none' });
}
