import {
  acknowledgeNotice,
  changeEmail,
  getNotice,
  getPreferences,
  getProfile,
  reportCrash,
  requireNotice,
  savePreferences,
  setOwnTwoFactor,
  setTwoFactor,
  updateProfile,
} from '@spora/contract/users/endpoints';
import type { Mount, MountOptions } from '../../platform/http/mount.ts';
import {
  agreeToEmail,
  agreeToSignOn,
  answerEmailChange,
  lookAtEmailChange,
  resendEmail,
  withdrawEmail,
} from '@spora/contract/users/address';
import * as byLink from './address/by-link.ts';
import * as notices from './notice/service.ts';
import * as service from './service.ts';

/** Without a session, and a password may be tried. */
const GUARDED: MountOptions = { transaction: 'none', rate: { burst: 20, perSecond: 0.2 } };

export function registerUsersRoutes(mount: Mount): void {
  mount(getProfile, (ctx) => service.readProfile(ctx));
  mount(updateProfile, (ctx, { body }) => service.updateProfile(ctx, body));
  // Wrong passwords are counted although the call is refused.
  mount(changeEmail, (ctx, { body }) => service.changeEmail(ctx, body), { transaction: 'none' });
  mount(withdrawEmail, (ctx) => service.withdrawEmail(ctx));
  mount(resendEmail, (ctx) => service.resendEmail(ctx));
  mount(agreeToEmail, (ctx, { body }) => service.agreeToEmail(ctx, body), { transaction: 'none' });
  mount(agreeToSignOn, (ctx, { body }) => service.agreeToSignOn(ctx, body), { transaction: 'none' });
  mount(lookAtEmailChange, (ctx, input) => byLink.look(ctx, input), GUARDED);
  mount(answerEmailChange, (ctx, input) => byLink.answer(ctx, input), GUARDED);
  mount(setOwnTwoFactor, (ctx, { body }) => service.setOwnTwoFactor(ctx, body), { transaction: 'none' });
  mount(getNotice, (ctx) => notices.readNotice(ctx));
  mount(acknowledgeNotice, (ctx) => notices.acknowledgeNotice(ctx));
  mount(requireNotice, (ctx, { body }) => notices.requireNotice(ctx, body.required));
  mount(getPreferences, (ctx) => service.readPreferences(ctx));
  mount(savePreferences, (ctx, { body }) => service.savePreferences(ctx, body.preferences));
  mount(reportCrash, (ctx, { body }) => service.reportCrash(ctx, body), { rate: { burst: 20, perSecond: 0.2 } });
  mount(setTwoFactor, (ctx, { params, body }) => service.setTwoFactor(ctx, params.id, body.enabled));
}
