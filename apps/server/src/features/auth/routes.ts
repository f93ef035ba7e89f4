import { me, signIn, signOut } from '@spora/contract/auth';
import type { Mount } from '../../platform/mount.ts';
import * as service from './service.ts';

export function registerAuthRoutes(mount: Mount): void {
  mount(signIn, (ctx, { body }, facts) => service.signIn(ctx, body, facts), {
    transaction: 'none',
    rate: { burst: 20, perSecond: 0.2 },
  });
  mount(signOut, (ctx) => service.signOut(ctx));
  mount(me, (ctx) => service.me(ctx));
}
