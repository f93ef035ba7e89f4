import {
  changePassword,
  endOtherSessions,
  endSession,
  forgetBrowser,
  forgetBrowsers,
  forgotPassword,
  listSessions,
  me,
  passkeyOptions,
  passkeySignIn,
  passkeyStep,
  requestCode,
  readResetLink,
  resetPassword,
  signIn,
  signOut,
  verifyCode,
  verifyFactor,
  verifyPasskey,
} from '@spora/contract/auth/endpoints';
import type { StrangerCtx } from '../../platform/ctx.ts';
import type { Mount, MountOptions } from '../../platform/http/mount.ts';
import * as codes from './code/service.ts';
import * as secondStep from './second-step.ts';
import * as newPassword from './new-password/service.ts';
import * as passkeys from './passkey-sign-in.ts';
import { type ParentAccounts, withParentRights } from '../../core/people/parent-rights.ts';
import * as service from './service.ts';
import * as sessions from './sessions/service.ts';
import { me as meStored } from '../../core/people/signed-in-user.ts';

/** What could be tried in bulk. Failures stay counted although the call is refused, so there is no transaction around it. */
const GUARDED: MountOptions = { transaction: 'none', rate: { burst: 20, perSecond: 0.2 } };

/** The same, of what is written only when it is answered. */
const GUARDED_IN_ONE: MountOptions = { rate: { burst: 20, perSecond: 0.2 } };

/** An office signs in behind one address in the morning; failures have caps of their own, by name and by address. */
const SIGN_IN: MountOptions = { transaction: 'none', rate: { burst: 40, perSecond: 0.5 } };

export interface AuthOptions {
  readonly parents: ParentAccounts;
}

export function registerAuthRoutes(mount: Mount, { parents }: AuthOptions): void {
  const complete = <User extends { readonly ParentID: string }>({ db }: Pick<StrangerCtx, 'db'>, user: User) =>
    withParentRights(db, user, parents);

  mount(
    signIn,
    async (ctx, { body }, facts) => {
      const answer = await service.signIn(ctx, body, facts);
      return answer.pending ? answer : { ...answer, user: await complete(ctx, answer.user) };
    },
    SIGN_IN,
  );
  mount(signOut, (ctx) => service.signOut(ctx));
  mount(me, async (ctx) => ({ user: await complete(ctx, (await meStored(ctx)).user) }));

  mount(requestCode, (ctx, { body }, facts) => codes.requestCode(ctx, body, facts), GUARDED);
  mount(
    verifyCode,
    async (ctx, { body }, facts) => {
      const answer = await codes.verifyCode(ctx, body, facts);
      return { ...answer, user: await complete(ctx, answer.user) };
    },
    GUARDED,
  );

  mount(
    verifyFactor,
    async (ctx, input, facts) => {
      const answer = await secondStep.verifyFactor(ctx, input, facts);
      return { ...answer, user: await complete(ctx, answer.user) };
    },
    GUARDED,
  );
  mount(passkeyStep, (ctx, input, facts) => secondStep.passkeyStep(ctx, input, facts), GUARDED_IN_ONE);
  mount(
    verifyPasskey,
    async (ctx, input, facts) => {
      const answer = await secondStep.verifyPasskey(ctx, input, facts);
      return { ...answer, user: await complete(ctx, answer.user) };
    },
    GUARDED,
  );
  mount(passkeyOptions, (ctx, _input, facts) => passkeys.passkeyOptions(ctx, facts), SIGN_IN);
  mount(
    passkeySignIn,
    async (ctx, input, facts) => {
      const { user } = await passkeys.passkeySignIn(ctx, input, facts);
      return { user: await complete(ctx, user) };
    },
    SIGN_IN,
  );

  mount(forgotPassword, (ctx, { body }, facts) => newPassword.forgotPassword(ctx, body, facts), GUARDED);
  mount(readResetLink, (ctx, { body }) => newPassword.readResetLink(ctx, body.code), GUARDED_IN_ONE);
  mount(resetPassword, (ctx, { body }, facts) => newPassword.resetPassword(ctx, body, facts), GUARDED);
  mount(changePassword, (ctx, { body }) => newPassword.changePassword(ctx, body), { transaction: 'none' });

  mount(listSessions, (ctx, _input, { deviceHash }) => sessions.listSessions(ctx, deviceHash));
  mount(endSession, (ctx, { params }) => sessions.endSession(ctx, params.id));
  mount(endOtherSessions, (ctx) => sessions.endOtherSessions(ctx));
  mount(forgetBrowser, (ctx, { params }) => sessions.forgetBrowser(ctx, params.id));
  mount(forgetBrowsers, (ctx) => sessions.forgetBrowsers(ctx));
}
