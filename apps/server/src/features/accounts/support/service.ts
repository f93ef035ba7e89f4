import type { contactSupport as contactEndpoint } from '@spora/contract/accounts/endpoints';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type { Language } from '@spora/messages/languages';
import { brandOf } from '@spora/contract/brands';
import { audit } from '../../../core/people/audit.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import * as repository from './repository.ts';

/** The number somebody reads to support over the phone: the case's id in a form that is hard to mistake. */
const caseNumberOf = (id: number): string => `S-${String(id).padStart(5, '0')}`;

/** ADM-009, ADM-023: keeps the case, mails it to the brand's support and answers its number. */
export async function contactSupport(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof contactEndpoint>,
  language: Language,
): Promise<CallData<typeof contactEndpoint>> {
  const { db, actor, now } = ctx;
  const { message, ...context } = body;
  const sender = await repository.senderOf(db, actor.accountId, actor.memberId);
  const at = now();
  const id = await repository.insertCase(db, actor.accountId, {
    memberId: actor.memberId,
    at,
    message,
    context: { ...context, language },
  });
  const caseNumber = caseNumberOf(id);
  await orderMail(db, {
    template: 'support-case',
    params: {
      caseNumber,
      fullName: sender.full_name,
      email: sender.email,
      accountName: sender.account_name,
      message,
      page: body.page,
    },
    to: brandOf(sender.subsite_id).supportMail,
    language: 'en',
    subsiteId: sender.subsite_id,
    accountId: actor.accountId,
    at,
    dedupKey: `support-case:${id}`,
  });
  await audit(ctx, 'support-contacted', caseNumber);
  return { case: caseNumber };
}
