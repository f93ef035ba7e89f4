import { type Kysely, sql } from 'kysely';
import type { ReportAsked, ReportNarrowed } from '../../../core/reports.ts';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { NAME_ORDER } from '../../../platform/database/name-order.ts';

/** Whose report it is and who makes it. */
export const makerOf = ({ db, actor }: { readonly db: Kysely<Db>; readonly actor: MemberActor }) =>
  db
    .selectFrom('account')
    .innerJoin('member', 'member.account_id', 'account.id')
    .where('account.id', '=', actor.accountId)
    .where('member.id', '=', actor.memberId)
    .select(['account.name as account', 'member.full_name'])
    .executeTakeFirstOrThrow();

/** By name what a report was narrowed to. Whoever is no administrator is told of themselves, whomever they named. */
export async function narrowedTo(
  { db, actor }: { readonly db: Kysely<Db>; readonly actor: MemberActor },
  { imeis, driverIds, departments }: ReportAsked,
): Promise<ReportNarrowed> {
  const told = actor.isAdmin || driverIds.length === 0 ? driverIds : [actor.memberId];
  const { rows } = await sql<{ units: string[]; drivers: string[] }>`
    SELECT ARRAY(SELECT u.name FROM unit u JOIN account_trackers() f ON f.unit_id = u.id
        WHERE u.account_id = ${actor.accountId} AND f.imei = ANY (${imeis}::text[]) ORDER BY u.name ${NAME_ORDER}, u.id) AS units,
      ARRAY(SELECT m.full_name FROM member m
        WHERE m.account_id = ${actor.accountId} AND m.id = ANY (${told}::bigint[]) ORDER BY m.full_name ${NAME_ORDER}, m.id) AS drivers`.execute(
    db,
  );
  const [{ units, drivers }] = rows as [(typeof rows)[number]];
  return { units, drivers, departments };
}
