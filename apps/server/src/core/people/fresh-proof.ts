import type { FreshProof } from '@spora/contract/auth/proof';
import type { MemberCtx } from '../../platform/ctx.ts';
import { confirmPassword } from './password.ts';

/**
 * Asks who is signed in to prove it again (ASVS 7.5.1): by the password. Throws InputError at `password`, or TooManyAttempts. Mount with
 * `transaction: 'none'`, since a failure is counted although the call is refused, and write in `inTransaction` afterwards.
 */
export async function requireFreshProof(ctx: MemberCtx, proof: FreshProof): Promise<void> {
  await confirmPassword(ctx, ctx.actor.memberId, proof.password);
}
