import type { Ctx, MemberActor } from '../../platform/ctx.ts';
import { type AuditAction, type AuditDetails, type AuditEntry, writeAudit } from '../../platform/observing/audit.ts';

/** A call in a member's name; also one that is not signed in yet. */
interface Call extends Pick<Ctx, 'db' | 'now'> {
  readonly actor: { readonly accountId: number } & Pick<MemberActor, 'memberId' | 'visit'>;
}

/** A line of the account's audit log about what the member of this call does, or the support staff who looks at the account. */
export const audit = ({ db, actor, now }: Call, action: AuditAction, subject = '', details: AuditDetails = {}): Promise<void> =>
  writeAudit(db, { accountId: actor.accountId, at: now(), actor: underName(actor), action, subject, details });

const underName = ({ memberId, visit }: Call['actor']): AuditEntry['actor'] =>
  visit ? { kind: 'support', name: visit.staffName } : { kind: 'member', memberId };
