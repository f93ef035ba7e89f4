import type { HandlerData } from '@spora/contract/endpoint';
import type { signIn as signInEndpoint } from '@spora/contract/auth/endpoints';
import { factorsOf, isStrong } from '../../core/people/factors.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { openPending, openSession } from './service.ts';

/**
 * Opens what follows when an organisation's provider has said who this is: a session, or one that waits for the second step.
 * `asksSecondFactor`: it asks for the second factor in the account's stead. An app or a passkey of the member's own is asked for all
 * the same: it is what whoever runs the provider does not have. The session is not a remembered one: who leaves the organisation is out
 * within its life.
 */
export async function signInByProvider(
  ctx: Ctx,
  { memberId, accountId }: { readonly memberId: number; readonly accountId: number },
  { asksSecondFactor, userAgent }: { readonly asksSecondFactor: boolean; readonly userAgent: string },
): Promise<HandlerData<typeof signInEndpoint>> {
  const factors = await factorsOf(ctx.db, memberId);
  if (isStrong(factors) || (factors.mail && !asksSecondFactor))
    return openPending(ctx, { memberId, accountId, judgedHash: null }, false, { userAgent });
  const user = await openSession(ctx, {
    memberId,
    isRemembered: false,
    userAgent,
    browserId: null,
    judgedHash: null,
    secondFactor: asksSecondFactor ? 'provider' : 'none',
    isByOrganisation: true,
  });
  return { pending: false, user };
}
