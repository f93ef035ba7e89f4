import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { SUPPORT_PAGE_MAX } from '@spora/contract/limits';
import type { answerCase as answerEndpoint, listCases as listEndpoint } from '@spora/contract/support/endpoints';
import type { Language } from '@spora/messages/languages';
import { AppError } from '../../../platform/app-error.ts';
import { writeAudit } from '../../../platform/observing/audit.ts';
import type { SupportCtx } from '../../../platform/ctx.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { enterAccountOfCase } from '../../../platform/http/session-gate.ts';
import { requireSupport } from '../policy.ts';
import { caseNumberOf } from '../rules.ts';
import * as repository from './repository.ts';

/** ADM-022, ADM-023: what customers wrote, with what their dialog attached. */
export async function listCases(
  ctx: SupportCtx,
  { query }: HandlerInput<typeof listEndpoint>,
): Promise<CallData<typeof listEndpoint>> {
  const rows = await repository.casesBefore(ctx.db, query.state === 'open', query.before, SUPPORT_PAGE_MAX + 1);
  return {
    rows: rows.slice(0, SUPPORT_PAGE_MAX).map(({ context, at, answered_at, ...row }) => ({
      ...row,
      case: caseNumberOf(row.id),
      at: at.toISOString(),
      answered_at: answered_at?.toISOString() ?? null,
      page: context['page'] ?? '',
      imei: context['imei'] ?? '',
      version: context['version'] ?? '',
      language: context['language'] ?? '',
    })),
    has_more: rows.length > SUPPORT_PAGE_MAX,
  };
}

/** Once: of two who answer at the same time, the second is told. */
export async function answerCase(
  ctx: SupportCtx,
  { params, body }: HandlerInput<typeof answerEndpoint>,
): Promise<Record<string, never>> {
  requireSupport(ctx.actor);
  const { db, now, actor } = ctx;
  const accountId = await enterAccountOfCase(db, params.id);
  const found = accountId && (await repository.caseToAnswer(db, accountId, params.id));
  if (!accountId || !found) throw new AppError('NotFound');
  if (found.answered_at) throw new AppError('AlreadyAnswered');
  const at = now();
  const caseNumber = caseNumberOf(params.id);
  await repository.keepAnswer(db, accountId, params.id, { at, text: body.answer, by: actor.staffName });
  await orderMail(db, {
    template: 'support-answer',
    params: { caseNumber, fullName: found.full_name, message: found.message, answer: body.answer },
    to: found.email,
    language: found.language as Language,
    subsiteId: found.subsite_id,
    accountId,
    at,
    dedupKey: `support-answer:${params.id}`,
  });
  await writeAudit(db, {
    accountId,
    at,
    actor: { kind: 'support', name: actor.staffName },
    action: 'support-answered',
    subject: caseNumber,
  });
  return {};
}
