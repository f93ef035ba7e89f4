import type { HandlerData } from '@spora/contract/endpoint';
import type { signIn as signInEndpoint } from '@spora/contract/auth/endpoints';
import type { Ctx } from '../../platform/ctx.ts';
import type { SignInCandidate } from '../../core/people/sign-in-candidate.ts';
import { openPending, openSession } from './service.ts';

/**
 * Opens what follows when somebody else has said who this is: a session, or one that waits for the code. `asksSecondFactor`: they
 * asked for the second factor too, so that no code is needed here. The session is not a remembered one: who leaves the organisation is
 * out within its life.
 */
export async function signInByProvider(
  ctx: Ctx,
  { memberId, accountId, hasTwoFactor }: SignInCandidate,
  { asksSecondFactor, userAgent }: { readonly asksSecondFactor: boolean; readonly userAgent: string },
): Promise<HandlerData<typeof signInEndpoint>> {
  if (hasTwoFactor && !asksSecondFactor) return openPending(ctx, { memberId, accountId, judgedHash: null }, false, { userAgent });
  const user = await openSession(ctx, {
    memberId,
    isRemembered: false,
    userAgent,
    browserId: null,
    judgedHash: null,
    secondFactor: 'provider',
  });
  return { pending: false, user };
}
