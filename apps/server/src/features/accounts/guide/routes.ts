import { getGuide, setGuide } from '@spora/contract/accounts/settings';
import type { Mount } from '../../../platform/http/mount.ts';
import * as service from './service.ts';

export function registerGuideRoutes(mount: Mount): void {
  mount(getGuide, (ctx) => service.getGuide(ctx));
  mount(setGuide, (ctx, { body }) => service.setGuide(ctx, body.is_open));
}
