import type { Kysely } from 'kysely';
import type { TheftReport } from '@spora/contract/object-description/endpoints';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { OfUnit } from '../repository.ts';

/** What stands in the row's own columns is not kept a second time. */
export type Content = Omit<TheftReport, 'version' | 'created_at'>;

export interface KeptReport {
  readonly id: number;
  readonly report: TheftReport;
}

const ofUnit = (db: Kysely<Db>, { accountId, unitId }: OfUnit) =>
  db.selectFrom('theft_report').where('theft_report.account_id', '=', accountId).where('unit_id', '=', unitId);

/** Newest first. */
export async function listVersions(db: Kysely<Db>, unit: OfUnit) {
  const rows = await ofUnit(db, unit)
    .leftJoin('member', 'member.id', 'theft_report.member_id')
    .select(['version', 'theft_report.created_at', 'member.full_name'])
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ version, created_at, full_name }) => ({
    version,
    created_at: created_at.toISOString(),
    created_by: full_name ?? '',
  }));
}

/** The newest without `version`. */
export async function find(db: Kysely<Db>, unit: OfUnit, version?: number): Promise<KeptReport | null> {
  const all = ofUnit(db, unit);
  const row = await (version === undefined ? all : all.where('version', '=', version))
    .select(['id', 'version', 'created_at', 'content'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { id: row.id, report: reportOf(row) } : null;
}

export const reportOf = (row: { version: number; created_at: Date; content: unknown }): TheftReport => ({
  ...(row.content as Content),
  version: row.version,
  created_at: row.created_at.toISOString(),
});

export async function insert(
  db: Kysely<Db>,
  { accountId, unitId }: OfUnit,
  { actor, at, version, content }: { actor: MemberActor; at: Date; version: number; content: Content },
): Promise<void> {
  await db
    .insertInto('theft_report')
    .values({
      account_id: accountId,
      unit_id: unitId,
      version,
      created_at: at,
      member_id: actor.memberId,
      picture_ids: content.pictures.map(({ id }) => id),
      content: JSON.stringify(content),
    })
    .execute();
}

/** Who owns it, as far as the account knows: who is asking, and the telephone that the account can be reached at. */
export const findOwner = (db: Kysely<Db>, { accountId, memberId }: MemberActor) =>
  db
    .selectFrom('account')
    .innerJoin('member', 'member.account_id', 'account.id')
    .where('account.id', '=', accountId)
    .where('member.id', '=', memberId)
    .select(['account.name', 'account.kind', 'account.phone', 'member.email', 'member.phone as own_phone'])
    .executeTakeFirstOrThrow();
