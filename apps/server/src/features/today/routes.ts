import { getToday } from '@spora/contract/today/endpoints';
import type { Feature } from '../../core/face.ts';
import type { Mount } from '../../platform/http/mount.ts';
import * as service from './service.ts';

/** Binds what waits for an administrator today. */
export function registerTodayRoutes(mount: Mount, features: readonly Feature[]): void {
  mount(getToday, (ctx) => service.readToday(ctx, features));
}
