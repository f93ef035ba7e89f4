import { type Kysely, sql } from 'kysely';
import type { TheftReport, TheftShare } from '@spora/contract/object-description/endpoints';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { OfUnit } from '../repository.ts';
import { reportOf } from '../theft/repository.ts';

/** Newest first, those that are over too: who was sent what is part of the matter. */
export async function list(db: Kysely<Db>, { accountId, unitId }: OfUnit, now: Date): Promise<TheftShare[]> {
  const rows = await db
    .selectFrom('theft_share')
    .innerJoin('theft_report', 'theft_report.id', 'theft_share.report_id')
    .leftJoin('member', 'member.id', 'theft_share.member_id')
    .where('theft_share.account_id', '=', accountId)
    .where('theft_report.unit_id', '=', unitId)
    .select([
      'theft_share.id',
      'theft_report.version',
      'recipient',
      'theft_share.created_at',
      'member.full_name',
      'expires_at',
      'revoked_at',
      'opened_count',
      'last_opened_at',
    ])
    .orderBy('theft_share.id', 'desc')
    .execute();
  return rows.map(({ full_name, ...row }) => ({
    ...row,
    created_by: full_name ?? '',
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
    last_opened_at: row.last_opened_at?.toISOString() ?? null,
    is_open: row.revoked_at === null && row.expires_at > now,
  }));
}

export interface NewShare {
  readonly actor: MemberActor;
  readonly reportId: number;
  readonly tokenHash: Buffer;
  readonly recipient: string;
  readonly at: Date;
  readonly until: Date;
}

export async function insert(db: Kysely<Db>, share: NewShare): Promise<number> {
  const { id } = await db
    .insertInto('theft_share')
    .values({
      account_id: share.actor.accountId,
      report_id: share.reportId,
      token_hash: share.tokenHash,
      recipient: share.recipient,
      created_at: share.at,
      member_id: share.actor.memberId,
      expires_at: share.until,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ended once; a second time leaves the first moment. */
export async function revoke(db: Kysely<Db>, { accountId }: OfUnit, id: number, at: Date): Promise<void> {
  await db
    .updateTable('theft_share')
    .set({ revoked_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

export interface OpenedShare {
  readonly accountId: number;
  readonly recipient: string;
  readonly expiresAt: Date;
  readonly timeZone: string;
  readonly language: string;
  readonly report: TheftReport;
}

/** Null for a token that opens nothing: unknown, over, ended, or the account is closed. */
export async function open(db: Kysely<Db>, tokenHash: Buffer, at: Date): Promise<OpenedShare | null> {
  const { rows } = await sql<{
    account_id: number;
    recipient: string;
    expires_at: Date;
    time_zone: string;
    language: string;
    version: number;
    created_at: Date;
    content: unknown;
  }>`SELECT * FROM open_theft_share(${tokenHash}, ${at}, true)`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return {
    accountId: row.account_id,
    recipient: row.recipient,
    expiresAt: row.expires_at,
    timeZone: row.time_zone,
    language: row.language,
    report: reportOf(row),
  };
}

export async function isOpen(db: Kysely<Db>, tokenHash: Buffer, at: Date): Promise<boolean> {
  const { rows } = await sql`SELECT share_id FROM open_theft_share(${tokenHash}, ${at}, false)`.execute(db);
  return rows.length > 0;
}

export async function findPicture(
  db: Kysely<Db>,
  tokenHash: Buffer,
  at: Date,
  id: number,
): Promise<{ content_type: string; data: Buffer } | undefined> {
  const { rows } = await sql<{ content_type: string; data: Buffer }>`
    SELECT content_type, data FROM shared_theft_picture(${tokenHash}, ${at}, ${id})`.execute(db);
  return rows[0];
}
