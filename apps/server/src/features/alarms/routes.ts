import { optOut } from '@spora/contract/alarms/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as service from './service.ts';

export function registerAlarmsRoutes(mount: Mount): void {
  mount(optOut, (ctx, { body }, facts) => service.optOut(ctx, body, facts), {
    transaction: 'none',
    rate: { burst: 20, perSecond: 0.2 },
  });
}
