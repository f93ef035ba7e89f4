import type { Language } from '@spora/messages/languages';
import { accountOf, recipients } from '../../../core/people/members.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { orderMail } from '../../../platform/mail/order.ts';

/**
 * TRIP-032: what is driven of the unit from now on is somebody else's, private trips too, unless somebody checks in. Who usually drove it must
 * know, as who had a driver tag does.
 */
export async function tellFormerDriver(
  { db, actor, now }: MemberCtx,
  { formerId, unitName, newName }: { readonly formerId: number; readonly unitName: string; readonly newName: string },
): Promise<void> {
  const found = await recipients(db, actor.accountId, [formerId, actor.memberId]);
  const former = found.find(({ id }) => id === formerId);
  if (!former) return;
  const account = await accountOf(db, actor.accountId);
  await orderMail(db, {
    template: 'usual-driver-changed',
    params: {
      fullName: former.full_name,
      byName: found.find(({ id }) => id === actor.memberId)?.full_name ?? account.name,
      unitName,
      newName,
    },
    to: former.email,
    language: former.language as Language,
    subsiteId: account.subsite_id,
    accountId: actor.accountId,
    at: now(),
  });
}
