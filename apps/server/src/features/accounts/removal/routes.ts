import { askRemoval, exportOwnData, exportPersonData, getRemoval, undoRemoval } from '@spora/contract/accounts/settings';
import type { Mount, MountOptions } from '../../../platform/http/mount.ts';
import type { Feature } from '../../../core/face.ts';
import * as personalData from '../personal-data/service.ts';
import * as service from './service.ts';

/** Much is read and packed for one call, which is on record: nobody needs it many times. */
const EXPORT: MountOptions = { transaction: 'none', rate: { burst: 10, perSecond: 1 / 30 } };

/** What is handed out of a person, and the end of an account. */
export function registerRemovalRoutes(mount: Mount, features: readonly Feature[]): void {
  mount(exportOwnData, (ctx, _, facts) => personalData.exportPerson(ctx, ctx.actor.memberId, features, facts), EXPORT);
  mount(exportPersonData, (ctx, { params }, facts) => personalData.exportPerson(ctx, params.id, features, facts), EXPORT);
  mount(getRemoval, (ctx) => service.getRemoval(ctx));
  mount(askRemoval, (ctx, input) => service.askRemoval(ctx, input), { transaction: 'none' });
  mount(undoRemoval, (ctx) => service.undoRemoval(ctx));
}
