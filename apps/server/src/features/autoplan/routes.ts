import {
  autoplanSettings,
  autoplanStatus,
  reportToAutoplan,
  saveAutoplanSettings,
  testAutoplan,
} from '@spora/contract/autoplan/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as service from './service.ts';
import * as settings from './settings.ts';

export function registerAutoplanRoutes(mount: Mount): void {
  mount(autoplanSettings, (ctx) => settings.readSettings(ctx));
  mount(saveAutoplanSettings, (ctx, input) => settings.saveSettings(ctx, input));
  mount(testAutoplan, (ctx) => settings.testSettings(ctx), { transaction: 'none', rate: { burst: 10, perSecond: 0.1 } });
  mount(autoplanStatus, (ctx) => service.readStatus(ctx));
  mount(reportToAutoplan, (ctx, input) => service.report(ctx, input));
}
