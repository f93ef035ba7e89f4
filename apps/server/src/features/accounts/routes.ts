import {
  announcement,
  carScheduleStatus,
  contact,
  mapConfig,
  publicConfig,
  safeHomeConfig,
  terms,
} from '@spora/contract/accounts';
import type { Mount } from '../../platform/mount.ts';
import type { InstallationOptions } from './service.ts';
import * as service from './service.ts';

export function registerAccountsRoutes(mount: Mount, options: InstallationOptions): void {
  mount(publicConfig, (_ctx, { query }, facts) => service.readPublicConfig(options, facts, query.subsite), {
    transaction: 'none',
  });
  mount(mapConfig, () => service.readMapConfig(options), { transaction: 'none' });
  mount(announcement, (ctx, { body }) => service.readAnnouncement(ctx, { subsiteId: body.subsiteID, language: body.lang }), {
    transaction: 'read',
  });
  mount(contact, (_ctx, { query }) => service.readContact(query.SubsiteID), { transaction: 'none' });
  mount(terms, (ctx, { query }) => service.readTerms(ctx, { subsiteId: query.subsiteID, language: query.lang }));
  mount(carScheduleStatus, (ctx) => service.readCarScheduleStatus(ctx));
  mount(safeHomeConfig, (ctx) => service.readSafeHomeConfig(ctx));
}
