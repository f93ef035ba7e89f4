import { type AuditAction, auditActorOf, type AuditDetails, writeAudit } from '../../platform/observing/audit.ts';
import type { MemberCtx } from '../../platform/ctx.ts';

export const audit = (
  { db, actor, now }: MemberCtx,
  action: AuditAction,
  subject: string,
  details: AuditDetails = {},
): Promise<void> =>
  writeAudit(db, {
    accountId: actor.accountId,
    at: now(),
    actor: auditActorOf(actor),
    action,
    subject,
    details,
  });
