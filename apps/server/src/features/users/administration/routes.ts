import {
  accessMatrix,
  changeAccess,
  endUserSessions,
  getUser,
  importUsers,
  inviteUser,
  listUsers,
  removeUser,
  resendInvitation,
  updateUser,
  userDependents,
} from '@spora/contract/users/endpoints';
import { resendUserEmail, withdrawUserEmail } from '@spora/contract/users/address';
import type { Feature } from '../../../core/face.ts';
import type { Mount } from '../../../platform/http/mount.ts';
import * as access from '../access/service.ts';
import * as imports from '../import/service.ts';
import * as service from './service.ts';

/** Binds what administrators do with the members of their account. */
export function registerUserAdministrationRoutes(mount: Mount, features: readonly Feature[]): void {
  mount(listUsers, (ctx, input) => service.listUsers(ctx, input));
  mount(getUser, (ctx, { params }) => service.getUser(ctx, params.id));
  // Each sends a mail to an address of the caller's choice.
  mount(inviteUser, (ctx, input) => service.inviteUser(ctx, input), { rate: { burst: 60, perSecond: 0.5 } });
  mount(updateUser, (ctx, input) => service.updateUser(ctx, input));
  mount(userDependents, (ctx, { params }) => service.dependents(ctx, params.id, features));
  mount(removeUser, (ctx, { params }) => service.removeUser(ctx, params.id));
  mount(withdrawUserEmail, (ctx, { params }) => service.withdrawEmail(ctx, params.id));
  mount(resendUserEmail, (ctx, { params }) => service.resendEmail(ctx, params.id));
  mount(endUserSessions, (ctx, { params }) => service.endSessions(ctx, params.id));
  mount(resendInvitation, (ctx, { params }) => service.resendInvitation(ctx, params.id));
  mount(accessMatrix, (ctx) => access.readMatrix(ctx));
  mount(changeAccess, (ctx, input) => access.changeAccess(ctx, input, features));
  mount(importUsers, (ctx, input) => imports.importUsers(ctx, input), { rate: { burst: 10, perSecond: 1 / 30 } });
}
