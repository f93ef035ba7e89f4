import type { Language } from '@spora/messages/languages';
import type { MemberCtx } from '../../platform/ctx.ts';
import { type MailTemplate, type MailTemplates, orderMail } from '../../platform/mail/order.ts';
import { accountOf, recipients } from './members.ts';

/**
 * Orders a mail, in the transaction of the context, to another member about what the actor does; none to the actor, nor to who cannot be
 * written to. `params` gets both names.
 */
export async function writeToMember<T extends MailTemplate>(
  { db, actor, now }: MemberCtx,
  memberId: number,
  letter: {
    readonly template: T;
    readonly params: (names: { readonly fullName: string; readonly byName: string }) => MailTemplates[T];
    /** A second one with the same key is not sent. */
    readonly dedupKey?: string;
  },
): Promise<void> {
  if (memberId === actor.memberId) return;
  const found = await recipients(db, actor.accountId, [memberId, actor.memberId]);
  const to = found.find(({ id }) => id === memberId);
  if (!to) return;
  const account = await accountOf(db, actor.accountId);
  const byName = found.find(({ id }) => id === actor.memberId)?.full_name ?? account.name;
  await orderMail(db, {
    template: letter.template,
    params: letter.params({ fullName: to.full_name, byName }),
    to: to.email,
    language: to.language as Language,
    subsiteId: account.subsite_id,
    accountId: actor.accountId,
    at: now(),
    ...(letter.dedupKey === undefined ? {} : { dedupKey: letter.dedupKey }),
  });
}
