import { ecoEvents, getEcoSettings, greenDriving, saveEcoSettings } from '@spora/contract/eco/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as service from './service.ts';
import * as settings from './settings.ts';

export function registerEcoRoutes(mount: Mount): void {
  mount(greenDriving, (ctx, input) => service.greenDriving(ctx, input));
  mount(ecoEvents, (ctx, input) => service.ecoEvents(ctx, input));
  mount(getEcoSettings, (ctx) => settings.readEcoSettings(ctx));
  mount(saveEcoSettings, (ctx, input) => settings.saveEcoSettings(ctx, input));
}
