import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { passkeyOptions as optionsEndpoint, passkeySignIn as signInEndpoint } from '@spora/contract/auth/endpoints';
import { AppError } from '../../platform/app-error.ts';
import type { StrangerCtx } from '../../platform/ctx.ts';
import { rateKeyOf } from '../../platform/http/rate.ts';
import * as attempts from '../../core/people/attempts.ts';
import { ownKeyOf } from '../../core/people/attempt-limits.ts';
import {
  judgeAnswer,
  noteUse,
  passkeyCandidate,
  passkeyHostOf,
  type PasskeyPlace,
  requestOptions,
} from '../../core/people/passkeys.ts';
import { requireOpenDoor, requireOwnWayIn } from '../../core/people/password.ts';
import { noteRefusal } from '../../core/people/sign-in-candidate.ts';
import { signedInUser } from '../../core/people/signed-in-user.ts';
import { enter } from './service.ts';

const SIGN_IN = { purpose: 'sign-in', sessionId: null } as const;

/** The same for everybody: which passkeys there are is the browser's to know. */
export async function passkeyOptions(ctx: StrangerCtx, place: PasskeyPlace): Promise<HandlerData<typeof optionsEndpoint>> {
  const options = await requestOptions(ctx, { ...SIGN_IN, host: passkeyHostOf(ctx, place) });
  return { options: { ...options } };
}

/**
 * Signs in whose passkey it is, without a password: to have it and to have unlocked it are two factors. An unknown passkey and a wrong
 * answer are refused alike.
 */
export async function passkeySignIn(
  ctx: StrangerCtx,
  { body }: HandlerInput<typeof signInEndpoint>,
  { address, userAgent }: { readonly address: string; readonly userAgent: string },
): Promise<HandlerData<typeof signInEndpoint>> {
  const candidate = await passkeyCandidate(ctx.db, body.passkey.id);
  if (!candidate) throw new AppError('PasskeyRefused', { status: 422 });
  const counter = await judgeAnswer(ctx, body.passkey, candidate, SIGN_IN).catch(async (error: unknown) => {
    if (error instanceof AppError) await noteRefusal(ctx.db, candidate.memberId, ctx.now(), 'passkey');
    throw error;
  });
  await requireOpenDoor(ctx, { candidate }, body.subsiteid);
  await requireOwnWayIn(ctx, { candidate });
  return ctx.db.transaction().execute(async (db) => {
    const tx = { ...ctx, db };
    const { actor, token } = await enter(tx, {
      memberId: candidate.memberId,
      isRemembered: body.remember_me,
      userAgent,
      browserId: null,
      judgedHash: null,
      secondFactor: 'passkey',
    });
    if (!(await noteUse(db, actor.accountId, candidate.id, counter, ctx.now())))
      throw new AppError('PasskeyRefused', { status: 422 });
    await attempts.rememberKnown(db, ownKeyOf(candidate.email, rateKeyOf(address)), ctx.now());
    return { user: { ...(await signedInUser({ ...tx, actor })), token } };
  });
}
