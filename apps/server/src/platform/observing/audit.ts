import type { AuditAction } from '@spora/contract/accounts/audit-actions';
import type { AuditChange, AuditDetails, AuditValue } from '@spora/contract/accounts/audit-details';
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

/** Longer texts than this are cut: the log tells what was changed, it does not keep it. Lists of names are whole: which of many they were is what is asked. */
const VALUE_MAX = 200;

/**
 * What differs from `before` in `after`, for the details of a change: `fields` names all of it, `changes` tells what it was and became.
 * Of those in `unsaid` (secrets, positions, what is told of a person in confidence) only the name is kept. Null where nothing differs.
 */
export function changesFor(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  unsaid: readonly string[] = [],
): Pick<AuditDetails, 'fields' | 'changes'> | null {
  const differing = Object.keys(after)
    .map((field): AuditChange => ({ field, before: valueOf(before[field]), after: valueOf(after[field]) }))
    .filter((change) => change.before !== change.after);
  if (differing.length === 0) return null;
  const changes = differing
    .filter(({ field }) => !unsaid.includes(field))
    .map(({ field }) => ({ field, before: kept(before[field]), after: kept(after[field]) }));
  return { fields: differing.map(({ field }) => field).join(', '), ...(changes.length > 0 ? { changes } : {}) };
}

function valueOf(value: unknown): AuditValue {
  if (Array.isArray(value)) return value.join(', ') || null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' && value !== '' ? value : null;
}

function kept(value: unknown): AuditValue {
  const told = valueOf(value);
  return typeof told === 'string' && !Array.isArray(value) && told.length > VALUE_MAX ? `${told.slice(0, VALUE_MAX)}…` : told;
}
