import { type Kysely, sql } from 'kysely';
import type { PlanState } from '@spora/contract/maintenance/endpoints';
import type { Language } from '@spora/messages/languages';
import type { Db } from '../../../../platform/database/db.generated.ts';
import { featureIsOn } from '../../../../core/fleet/unit-features.ts';
import { planColumns } from '../repository.ts';

/** Accounts that have something to watch, with the zone that rules their days. */
export const watchedAccounts = (db: Kysely<Db>) =>
  db
    .selectFrom('account')
    .where('closed_at', 'is', null)
    .where((where) =>
      where.exists(
        where
          .selectFrom('service_plan')
          .whereRef('service_plan.account_id', '=', 'account.id')
          .where('service_plan.removed_at', 'is', null)
          .select(sql.lit(1).as('one')),
      ),
    )
    .select(['id', 'time_zone', 'subsite_id'])
    .orderBy('id')
    .execute();

/** The plans of an account's units in use that service is on for, with the state that was told last. */
export const watchedPlans = (db: Kysely<Db>, accountId: number) =>
  db
    .selectFrom('service_plan')
    .innerJoin('unit', 'unit.id', 'service_plan.unit_id')
    .where('service_plan.account_id', '=', accountId)
    .where('service_plan.removed_at', 'is', null)
    .where('unit.retired_at', 'is', null)
    .where(featureIsOn('service', 'unit'))
    .select([
      ...planColumns,
      sql<PlanState>`service_plan.watched_state`.as('watchedState'),
      'unit.name as unitName',
      'unit.kind as unitKind',
    ])
    .orderBy('service_plan.id')
    .execute();

export interface StateChange {
  readonly accountId: number;
  readonly unitId: number;
  readonly planId: number;
  readonly from: PlanState;
  readonly to: PlanState;
  readonly at: Date;
}

/** Writes a change of state; false when somebody else has written it first, so that each change stands once. */
export async function insertChange(db: Kysely<Db>, change: StateChange): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('service_plan')
    .set({ watched_state: change.to })
    .where('id', '=', change.planId)
    .where('watched_state', '=', change.from)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await db
    .insertInto('service_state_change')
    .values({
      account_id: change.accountId,
      unit_id: change.unitId,
      plan_id: change.planId,
      at: change.at,
      from_state: change.from,
      to_state: change.to,
    })
    .execute();
  return true;
}

export interface Recipient {
  readonly id: number;
  readonly email: string;
  readonly full_name: string;
  readonly language: Language;
  /** Of the units asked for, those that this administrator may see: a lock shuts out who was not given the unit (LOCK-005). */
  readonly unit_ids: number[];
}

export async function administratorsOf(db: Kysely<Db>, accountId: number, unitIds: readonly number[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    SELECT member.id, member.email, member.full_name, member.language, array_agg(unit.id) AS unit_ids
    FROM member JOIN unit ON unit.account_id = member.account_id AND unit.id = ANY (${unitIds}::bigint[])
    WHERE member.account_id = ${accountId} AND member.is_admin AND member.disabled_at IS NULL AND member.removed_at IS NULL
      AND member.alerts_stopped_at IS NULL
      AND (unit.locked_at IS NULL OR unit.locked_by_member_id = member.id
        OR EXISTS (SELECT FROM unit_access given WHERE given.unit_id = unit.id AND given.member_id = member.id))
    GROUP BY member.id ORDER BY member.id`.execute(db);
  return rows.map((row) => ({ ...row, unit_ids: row.unit_ids.map(Number) }));
}
