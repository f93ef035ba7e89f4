import { type Language, LANGUAGES } from '@spora/messages/languages';
import type { Ctx } from '../../platform/ctx.ts';
import { orderMail } from '../../platform/mail/order.ts';
import { deleteApp, type FactorOwner } from './authenticator-app.ts';
import { deletePasskeys } from './passkeys.ts';
import { deleteRecoveryCodes } from './recovery-codes.ts';
import { endLinks } from './reset-links.ts';
import { deleteBrowsers, deleteSessions } from './sessions.ts';
import { profileOf } from './signed-in-user.ts';
import { hasMailbox } from './sign-in-code.ts';

/**
 * Takes every factor of a member who lost them away, inside the caller's transaction with the account in force. It opens nothing: the
 * password stays what it is, every session ends, and a code by mail is asked for from now on where mail can be sent, so that a password
 * that somebody else knows is not enough. The member is told. Who calls has judged that they may, and writes the audit log. Answers the
 * member's name.
 */
export async function resetFactorsOf(
  { db, now, ports }: Pick<Ctx, 'db' | 'now' | 'ports'>,
  owner: FactorOwner,
  { byName, reason }: { readonly byName: string; readonly reason: string },
): Promise<string> {
  const { accountId, memberId } = owner;
  const at = now();
  const profile = await profileOf(db, accountId, memberId);
  const hasMail = ports.mail.isAvailable && hasMailbox(profile.email);
  for (const isProven of [true, false]) await deleteApp(db, owner, isProven);
  await deletePasskeys(db, owner);
  await deleteRecoveryCodes(db, owner);
  if (hasMail)
    await db
      .updateTable('member')
      .set({ two_factor: true })
      .where('account_id', '=', accountId)
      .where('id', '=', memberId)
      .execute();
  await deleteSessions(db, accountId, memberId, {});
  await deleteBrowsers(db, accountId, memberId);
  await endLinks(db, memberId, at);
  await orderMail(db, {
    template: 'factor-reset',
    params: { fullName: profile.full_name, byName, reason, hasMail },
    to: profile.email,
    language: LANGUAGES.find((each) => each === profile.language) ?? ('en' satisfies Language),
    subsiteId: profile.subsite_id,
    accountId,
    at,
  });
  return profile.full_name;
}
