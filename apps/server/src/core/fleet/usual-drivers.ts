import { type Kysely, sql } from 'kysely';
import type { MemberActor } from '../../platform/ctx.ts';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: Pick<MemberActor, 'accountId'>;
}

/** Who drives units as a rule at a moment, by unit; those that nobody does are not in it. */
export async function usualDrivers(
  { db, actor }: Viewer,
  unitIds: readonly number[],
  at: Date,
): Promise<Map<number, { readonly id: number; readonly name: string }>> {
  const { rows } = await sql<{ unit_id: number; id: number; name: string }>`
    SELECT x.unit_id, m.id, m.full_name AS name
    FROM (SELECT DISTINCT ON (s.unit_id) s.unit_id, (s.settings ->> 'driverMemberId')::bigint AS member_id FROM unit_setting s
      WHERE s.account_id = ${actor.accountId} AND s.unit_id = ANY (${int8Array(unitIds)}::bigint[]) AND s.valid_from <= ${at}
      ORDER BY s.unit_id, s.valid_from DESC) x
    JOIN member m ON m.id = x.member_id`.execute(db);
  return new Map(rows.map(({ unit_id, id, name }) => [unit_id, { id, name }]));
}
