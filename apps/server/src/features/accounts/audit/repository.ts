import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { SearchedWord } from './rules.ts';

/** Particulars that are read as somebody wrote them; what the others hold has words of its own on the screen. */
const TOLD_AS_WRITTEN = [
  'browser',
  'driver',
  'email',
  'name',
  'plan',
  'provider',
  'purpose',
  'reason',
  'recipient',
  'units',
  'user',
  'zone',
];

export interface AuditFilter {
  /** Calendar days of the account's zone, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone: string;
  readonly action?: string | undefined;
  readonly memberId?: number | undefined;
  /** Each is told by the row: by its kind, who did it, to what, or a particular that people wrote. */
  readonly words: readonly SearchedWord[];
  /** Rows older than the one with this id. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/**
 * In SQL: the names of the account's units that have or had a registration number with this in it, spaces aside, or have the tracker with
 * this IMEI. A line names a unit as it was called then, so the names that it had are among them.
 */
const unitsNumbered = (accountId: AccountId, text: string) => {
  const pattern = likePattern(text.replaceAll(' ', ''));
  return sql`SELECT named.name FROM unit u
    CROSS JOIN LATERAL (SELECT u.name UNION
      SELECT unnest(ARRAY[c.old_value, c.new_value]) FROM unit_change c
        WHERE c.account_id = u.account_id AND c.unit_id = u.id AND c.field = 'name') named
    WHERE u.account_id = ${accountId} AND (u.id IN (
        SELECT k.unit_id FROM unit_trackers(ARRAY(SELECT own.id FROM unit own WHERE own.account_id = ${accountId})) k WHERE k.imei = ${text})
      OR replace(folded(u.registration_number), ' ', '') LIKE ${pattern}
      OR EXISTS (SELECT FROM unit_change c WHERE c.account_id = u.account_id AND c.unit_id = u.id AND c.field = 'registration_number'
        AND (replace(folded(c.old_value), ' ', '') LIKE ${pattern} OR replace(folded(c.new_value), ' ', '') LIKE ${pattern})))`;
};

/** In SQL: the ids of the account's members whose names have this in them; as text, as particulars hold them. */
const membersNamed = (accountId: AccountId, text: string, id = sql`m.id::text`) =>
  sql`SELECT ${id} FROM member m WHERE m.account_id = ${accountId} AND folded(m.full_name) LIKE ${likePattern(text)}`;

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** In SQL: whether a value has a folded text in it. What has no letter but those of ASCII, as most has, needs no folding. */
const holds = (value: RawBuilder<unknown>, patterns: readonly string[]) =>
  sql`(${value} ILIKE ANY (${patterns}::text[])
    OR (octet_length(${value}) > length(${value}) AND folded(${value}) LIKE ANY (${patterns}::text[])))`;

/** In SQL: whether a value holds a telephone number with these digits, however it is written. */
const hasPhone = (value: RawBuilder<unknown>, digits: string | null) =>
  digits === null ? sql`false` : sql`regexp_replace(${value}, '[^0-9]', '', 'g') LIKE ${`%${digits}%`}`;

const anyOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` OR `)})`;

/** In SQL: whether a value is among those, with commas between them, that a field had or got. What stays is not told. */
const isAmong = (side: 'before' | 'after') => sql`coalesce(value = ANY (string_to_array(change ->> ${side}::text, ', ')), false)`;

/** Newest first, a page at a time. */
export function readAudit(db: Kysely<Db>, accountId: AccountId, filter: AuditFilter) {
  let query = db
    .selectFrom('audit_entry')
    .leftJoin('member', (join) =>
      join.onRef('member.id', '=', 'audit_entry.actor_member_id').onRef('member.account_id', '=', 'audit_entry.account_id'),
    )
    .where('audit_entry.account_id', '=', accountId)
    .select([
      'audit_entry.id',
      'audit_entry.at',
      'audit_entry.actor_kind',
      'audit_entry.actor_name',
      'audit_entry.action',
      'audit_entry.subject',
      'audit_entry.details',
      'member.full_name',
    ])
    .orderBy('audit_entry.id', 'desc')
    .limit(filter.limit);
  if (filter.from)
    query = query.where('audit_entry.at', '>=', sql<Date>`${filter.from}::date::timestamp AT TIME ZONE ${filter.timeZone}`);
  if (filter.to)
    query = query.where('audit_entry.at', '<', sql<Date>`(${filter.to}::date + 1)::timestamp AT TIME ZONE ${filter.timeZone}`);
  if (filter.action) query = query.where('audit_entry.action', '=', filter.action);
  if (filter.memberId) query = query.where('audit_entry.actor_member_id', '=', filter.memberId);
  if (filter.before) query = query.where('audit_entry.id', '<', filter.before);
  for (const { text, phone, actions, actorKinds, subjects, fields, values, details } of filter.words) {
    const pattern = likePattern(text);
    // A number is read with a space between its thousands, and stored without.
    const amounts = [pattern, likePattern(text.replaceAll(' ', ''))];
    const named = fields.map(
      (of) => sql`(audit_entry.action = ANY (${of.actions}::text[]) AND (change ->> 'field' = ANY (${of.fields}::text[])))`,
    );
    const namedAlone = fields.map(
      (of) => sql`(audit_entry.action = ANY (${of.actions}::text[])
        AND string_to_array(audit_entry.details ->> 'fields', ', ') && ${of.fields}::text[])`,
    );
    const namedSubjects = subjects.map(
      (of) => sql`(audit_entry.action = ${of.action} AND audit_entry.subject = ANY (${of.subjects}::text[]))`,
    );
    query = query.where(
      sql<SqlBool>`(${holds(sql.ref('audit_entry.subject'), [pattern])} OR ${holds(sql.ref('audit_entry.actor_name'), [pattern])}
        OR ${anyOf(namedSubjects)} OR audit_entry.action = ANY (${actions}::text[]) OR audit_entry.actor_kind = ANY (${actorKinds}::text[])
        OR audit_entry.actor_member_id IN (${membersNamed(accountId, text, sql`m.id`)})
        OR audit_entry.subject IN (${unitsNumbered(accountId, text)})
        OR (audit_entry.details ? 'units' AND EXISTS (SELECT FROM unnest(string_to_array(audit_entry.details ->> 'units', ', ')) named WHERE named IN (${unitsNumbered(accountId, text)})))
        OR EXISTS (SELECT FROM jsonb_each_text(audit_entry.details) particular
          WHERE particular.key = ANY (${TOLD_AS_WRITTEN}::text[])
            AND (${holds(sql`particular.value`, [pattern])} OR ${hasPhone(sql`particular.value`, phone)}))
        OR audit_entry.details ->> 'user' IN (${membersNamed(accountId, text)})
        OR audit_entry.details ->> 'member' IN (${membersNamed(accountId, text)})
        OR audit_entry.details ?| ${details}::text[] OR ${anyOf(namedAlone)}
        OR EXISTS (SELECT FROM jsonb_array_elements(coalesce(audit_entry.details -> 'changes', '[]')) change
          WHERE ${holds(sql`(change ->> 'before')`, amounts)} OR ${holds(sql`(change ->> 'after')`, amounts)} OR ${anyOf(named)}
            OR ${hasPhone(sql`(change ->> 'before')`, phone)} OR ${hasPhone(sql`(change ->> 'after')`, phone)}
            OR EXISTS (SELECT FROM unnest(${values}::text[]) value WHERE ${isAmong('before')} <> ${isAmong('after')})))`,
    );
  }
  return query.execute();
}

/** Names of those whom rows name by id; who is no member of the account any more is not among them. */
export async function namesOf(
  db: Kysely<Db>,
  accountId: AccountId,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('member')
    .select(['id', 'full_name'])
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, full_name }) => [id, full_name]));
}
