import {
  changePassword,
  endOtherSessions,
  endSession,
  forgetBrowser,
  forgetBrowsers,
  forgotPassword,
  listSessions,
  me,
  requestCode,
  resetPassword,
  signIn,
  signOut,
  verifyCode,
} from '@spora/contract/auth';
import type { Mount, MountOptions } from '../../platform/mount.ts';
import * as codes from './code/service.ts';
import * as newPassword from './new-password/service.ts';
import * as service from './service.ts';
import * as sessions from './sessions/service.ts';

/** What could be tried in bulk. Failures stay counted although the call is refused, so there is no transaction around it. */
const GUARDED: MountOptions = { transaction: 'none', rate: { burst: 20, perSecond: 0.2 } };

export function registerAuthRoutes(mount: Mount): void {
  mount(signIn, (ctx, { body }, facts) => service.signIn(ctx, body, facts), GUARDED);
  mount(signOut, (ctx) => service.signOut(ctx));
  mount(me, (ctx) => service.me(ctx));

  mount(requestCode, (ctx, { body }, facts) => codes.requestCode(ctx, body, facts), GUARDED);
  mount(verifyCode, (ctx, { body }, facts) => codes.verifyCode(ctx, body, facts), GUARDED);

  mount(forgotPassword, (ctx, { body }) => newPassword.forgotPassword(ctx, body), GUARDED);
  mount(resetPassword, (ctx, { body }, facts) => newPassword.resetPassword(ctx, body, facts), GUARDED);
  mount(changePassword, (ctx, { body }) => newPassword.changePassword(ctx, body), { transaction: 'none' });

  mount(listSessions, (ctx, _input, { deviceHash }) => sessions.listSessions(ctx, deviceHash));
  mount(endSession, (ctx, { params }) => sessions.endSession(ctx, params.id));
  mount(endOtherSessions, (ctx) => sessions.endOtherSessions(ctx));
  mount(forgetBrowser, (ctx, { params }) => sessions.forgetBrowser(ctx, params.id));
  mount(forgetBrowsers, (ctx) => sessions.forgetBrowsers(ctx));
}
