import { type Language, LANGUAGES } from '@spora/messages/languages';
import type { Kysely } from 'kysely';
import type { Ctx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { orderMail } from '../../platform/mail/order.ts';
import { deleteApp, type FactorOwner } from './authenticator-app.ts';
import { factorsOf, isStrong } from './factors.ts';
import { deletePasskeys } from './passkeys.ts';
import { deleteRecoveryCodes } from './recovery-codes.ts';
import { endLinks } from './reset-links.ts';
import { deleteBrowsers, deleteSessions } from './sessions.ts';
import { profileOf } from './signed-in-user.ts';
import { hasMailbox } from './sign-in-code.ts';

/**
 * Takes every factor of a member who lost them away, inside the caller's transaction with the account in force. It opens nothing: the
 * password stays what it is, every session ends, and a code by mail is asked for from now on where mail can be sent, so that a password
 * that somebody else knows is not enough. After an administrator's reset no mailed link sets a new password until another app or passkey
 * is set up: who reads the member's mail would be in by it. The member is told. Who calls has judged that they may, and writes the audit log. Answers the
 * member's name.
 */
export async function resetFactorsOf(
  { db, now, ports }: Pick<Ctx, 'db' | 'now' | 'ports'>,
  owner: FactorOwner,
  { byName, reason, by }: { readonly byName: string; readonly reason: string; readonly by: 'administrator' | 'support' },
): Promise<string> {
  const { accountId, memberId } = owner;
  const at = now();
  const profile = await profileOf(db, accountId, memberId);
  const hasMail = ports.mail.isAvailable && hasMailbox(profile.email);
  const hadStrong = isStrong(await factorsOf(db, memberId));
  for (const isProven of [true, false]) await deleteApp(db, owner, isProven);
  await deletePasskeys(db, owner);
  await deleteRecoveryCodes(db, owner);
  // Support has made sure who asks, also of who forgot the password too; what an administrator began waits for that or a new factor.
  const isHeld = by === 'administrator' && hadStrong;
  await db
    .updateTable('member')
    .set({
      ...(hasMail ? { two_factor: true } : {}),
      ...(by === 'support' ? { factor_reset_at: null } : isHeld ? { factor_reset_at: at } : {}),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', memberId)
    .execute();
  await deleteSessions(db, accountId, memberId, {});
  await deleteBrowsers(db, accountId, memberId);
  await endLinks(db, memberId, at);
  await orderMail(db, {
    template: 'factor-reset',
    params: { fullName: profile.full_name, byName, reason, hasMail, isHeld },
    to: profile.email,
    language: LANGUAGES.find((each) => each === profile.language) ?? ('en' satisfies Language),
    subsiteId: profile.subsite_id,
    accountId,
    at,
  });
  return profile.full_name;
}

/** Another app or passkey is there: the mailbox alone is no way in again. */
export async function noteNewFactor(db: Kysely<Db>, { accountId, memberId }: FactorOwner): Promise<void> {
  await db
    .updateTable('member')
    .set({ factor_reset_at: null })
    .where('account_id', '=', accountId)
    .where('id', '=', memberId)
    .where('factor_reset_at', 'is not', null)
    .execute();
}
