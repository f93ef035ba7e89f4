import { type Kysely, sql } from 'kysely';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { KEPT, type KeptSchedule } from './repository.ts';
import { byName, NAME_ORDER } from '../../../platform/database/name-order.ts';

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}
export type MailState = 'queued' | 'sent' | 'failed' | 'expired';

export interface ListedSchedule extends KeptSchedule {
  readonly owner_name: string;
  readonly recipients: { id: number; name: string }[];
  readonly units: string[];
  readonly last_sent_at: Date | null;
  readonly last_from: string;
  readonly last_to: string;
  readonly last_outcome: 'sent' | 'empty' | 'link' | 'failed' | null;
  readonly last_error: string | null;
  readonly history: { from: string; to: string; at: string; outcome: 'sent' | 'empty' | 'link' | 'failed' }[];
  readonly mails: { name: string; state: MailState }[];
  readonly tested_at: Date | null;
  readonly test_state: MailState | null;
}

/** One's own; an administrator sees what leaves the account, whoever sends it. Units are named as far as the reader sees them. */
export async function listedSchedules({ db, actor }: Viewer, visible: readonly number[]): Promise<ListedSchedule[]> {
  const { rows } = await sql<ListedSchedule>`
    SELECT ${KEPT}, o.full_name AS owner_name, s.last_sent_at, s.last_from, s.last_to, s.last_outcome, s.last_error, s.history, s.tested_at,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', m.id, 'name', m.full_name) ORDER BY m.full_name ${NAME_ORDER}, m.id) FROM member m
        WHERE m.account_id = s.account_id AND m.id = ANY (s.recipient_ids)), '[]') AS recipients,
      coalesce((SELECT jsonb_agg(u.name ORDER BY u.name ${NAME_ORDER}) FROM unit u WHERE u.account_id = s.account_id AND u.id = ANY (${visible}::bigint[])
        AND s.filter->'unit_ids' @> to_jsonb(u.id)), '[]') AS units,
      coalesce((SELECT jsonb_agg(jsonb_build_object('name', coalesce(m.full_name, ''), 'state', l.state) ORDER BY l.id) FROM mail l
        LEFT JOIN member m ON m.account_id = s.account_id AND lower(m.email) = lower(l.recipient) AND m.removed_at IS NULL
        WHERE l.id = ANY (s.last_mail_ids)), '[]') AS mails,
      (SELECT l.state FROM mail l WHERE l.id = s.test_mail_id) AS test_state
    FROM export_schedule s JOIN member o ON o.id = s.member_id
    WHERE s.account_id = ${actor.accountId} AND (${actor.isAdmin} OR s.member_id = ${actor.memberId})
    ORDER BY (s.member_id <> ${actor.memberId}), lower(s.name), s.id`.execute(db);
  return rows;
}

export const membersOf = ({ db, actor }: Viewer): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('member')
    .where('account_id', '=', actor.accountId)
    .where('disabled_at', 'is', null)
    .where('removed_at', 'is', null)
    .select(['id', 'full_name as name'])
    .orderBy(byName('full_name'))
    .orderBy('id')
    .execute();

/** Where a test goes, in whose name. */
export const readerOf = ({ db, actor }: Viewer) =>
  db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.account_id', '=', actor.accountId)
    .where('member.id', '=', actor.memberId)
    .select(['member.id', 'member.full_name', 'member.email', 'member.language', 'account.subsite_id'])
    .executeTakeFirstOrThrow();
