import type { AuditAction } from '@spora/contract/accounts/audit-actions';
import type { AuditDetails } from '@spora/contract/accounts/audit-details';
import { type Kysely, sql } from 'kysely';
import type { Db } from '../database/db.generated.ts';

export type { AuditAction, AuditDetails };

export interface AuditEntry {
  readonly accountId: number;
  readonly at: Date;
  readonly actor:
    | { readonly kind: 'member'; readonly memberId: number }
    | { readonly kind: 'support'; readonly name: string }
    | { readonly kind: 'stranger' | 'system' };
  readonly action: AuditAction;
  /** What it was done to, as people name it: a unit's name, another member's. */
  readonly subject?: string;
  readonly details?: AuditDetails;
}

/**
 * Writes one line of the account's audit log in the caller's transaction, also where no account is in force. What a member does is written
 * by `audit` (core/people); this is for strangers, support staff and the program itself.
 */
export async function writeAudit(
  db: Kysely<Db>,
  { accountId, at, actor, action, subject = '', details = {} }: AuditEntry,
): Promise<void> {
  if (actor.kind === 'support') {
    await sql`SELECT write_support_audit(${accountId}, ${at}, ${actor.name}, ${action}, ${subject}, ${JSON.stringify(details)}::jsonb)`.execute(
      db,
    );
    return;
  }
  const memberId = 'memberId' in actor ? actor.memberId : null;
  await sql`SELECT write_audit(${accountId}, ${at}, ${actor.kind}, ${memberId}, ${action}, ${subject}, ${JSON.stringify(details)}::jsonb)`.execute(
    db,
  );
}
