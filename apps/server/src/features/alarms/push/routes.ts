import { listPushBrowsers, subscribePush, testPush, unsubscribePush } from '@spora/contract/alarms/push';
import type { Config } from '../../../platform/configuration/config.ts';
import type { Mount } from '../../../platform/http/mount.ts';
import * as service from './service.ts';

export function registerPushRoutes(mount: Mount, { pushMayCallPrivate }: Pick<Config, 'pushMayCallPrivate'>): void {
  mount(listPushBrowsers, (ctx) => service.listBrowsers(ctx));
  mount(
    subscribePush,
    (ctx, { body }, { userAgent }) => service.subscribe(ctx, body, { userAgent, mayBePrivate: pushMayCallPrivate }),
    { rate: { burst: 60, perSecond: 0.2 } },
  );
  mount(unsubscribePush, (ctx, { params }) => service.unsubscribe(ctx, params));
  mount(testPush, (ctx) => service.sendTest(ctx), { rate: { burst: 10, perSecond: 0.1 } });
}
