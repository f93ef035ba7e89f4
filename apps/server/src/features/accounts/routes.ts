import {
  contactSupport,
  createGroup,
  exportAudit,
  getCompany,
  listGroups,
  readAudit,
  removeGroup,
  updateCompany,
  updateGroup,
  usualPurpose,
  announcement,
  carScheduleStatus,
  contact,
  mapConfig,
  publicConfig,
  safeHomeConfig,
  terms,
} from '@spora/contract/accounts/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as audit from './audit/service.ts';
import * as company from './company/service.ts';
import * as groups from './groups/service.ts';
import type { InstallationOptions } from './service.ts';
import * as support from './support/service.ts';
import * as service from './service.ts';

export function registerAccountsRoutes(mount: Mount, options: InstallationOptions): void {
  mount(publicConfig, (_ctx, { query }, facts) => service.readPublicConfig(options, facts, query.subsite), {
    transaction: 'none',
  });
  mount(mapConfig, () => service.readMapConfig(options), { transaction: 'none' });
  mount(getCompany, (ctx) => company.getCompany(ctx));
  mount(updateCompany, (ctx, input) => company.updateCompany(ctx, input));
  mount(listGroups, (ctx, { params }) => groups.listGroups(ctx, params.kind));
  mount(createGroup, (ctx, input) => groups.createGroup(ctx, input));
  mount(updateGroup, (ctx, input) => groups.updateGroup(ctx, input));
  mount(usualPurpose, (ctx, { params }) => groups.usualPurpose(ctx, params.id));
  mount(removeGroup, (ctx, { params }) => groups.removeGroup(ctx, params));
  mount(readAudit, (ctx, input, facts) => audit.readAudit(ctx, input, facts));
  mount(exportAudit, (ctx, input, facts) => audit.exportAudit(ctx, input, facts));
  mount(contactSupport, (ctx, input, { language }) => support.contactSupport(ctx, input, language), {
    rate: { burst: 5, perSecond: 1 / 60 },
  });
  mount(announcement, (ctx, { body }) => service.readAnnouncement(ctx, { subsiteId: body.subsiteID, language: body.lang }));
  mount(contact, (_ctx, { query }) => service.readContact(query.SubsiteID), { transaction: 'none' });
  mount(terms, (ctx, { query }) => service.readTerms(ctx, { subsiteId: query.subsiteID, language: query.lang }));
  mount(carScheduleStatus, (ctx) => service.readCarScheduleStatus(ctx));
  mount(safeHomeConfig, (ctx) => service.readSafeHomeConfig(ctx));
}
