import { type Kysely, sql } from 'kysely';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { UNIT_COLUMNS } from '../../../core/fleet/visible-units.ts';

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
  readonly now: () => Date;
}

const fittedTrackers = sql<{
  tracker_id: number;
  unit_id: number;
  imei: string;
  last_contact_at: Date | null;
}>`account_trackers()`;

/** Who drives by the newest setting in force; nobody before anybody was set. */
const driverOf = (now: Date) => sql<string | null>`(
  SELECT member.full_name FROM unit_setting LEFT JOIN member ON member.id = (unit_setting.settings ->> 'driverMemberId')::bigint
  WHERE unit_setting.unit_id = unit.id AND unit_setting.valid_from <= ${now} ORDER BY unit_setting.valid_from DESC LIMIT 1)`;

/** What the unit shows by its readings (decision 0015), and what its tracker says by itself; metres and seconds. */
const meters = (now: Date) => ({
  odometer: sql<number | null>`odometer_of(unit.id, ${now}, counter_at(unit.id, ${now}))`,
  tracker: sql<number | null>`(unit_latest.named ->> 'odometer_m')::float8`,
  hours: sql<number | null>`hours_of(unit.id)`,
});

/**
 * Units as their administration shows them: for administrators all of the account's, those they are shut out of too (the row tells
 * that they are locked, and nothing of where they are); for others those they were given.
 */
export function managedUnits({ db, actor, now }: Viewer) {
  const units = db
    .selectFrom('unit')
    .leftJoin(fittedTrackers.as('fitted'), 'fitted.unit_id', 'unit.id')
    .leftJoin('unit_latest', 'unit_latest.unit_id', 'unit.id')
    .leftJoin('unit_access as own', (join) => join.onRef('own.unit_id', '=', 'unit.id').on('own.member_id', '=', actor.memberId))
    .leftJoin('member as locker', (join) => join.onRef('locker.id', '=', 'unit.locked_by_member_id'))
    .where('unit.account_id', '=', actor.accountId)
    .select([
      ...UNIT_COLUMNS,
      'unit.subscription_type',
      'unit.note',
      'unit.is_benefit_car',
      'unit.has_fuel_benefit',
      'unit.locked_at',
      'unit.locked_by_member_id',
      'unit.retired_at',
      'fitted.last_contact_at',
      'fitted.tracker_id',
      'unit_latest.state',
      'unit_latest.named',
      'unit_latest.report_interval_s',
      driverOf(now()).as('driver'),
      meters(now()).odometer.as('odometer_m'),
      meters(now()).tracker.as('tracker_odometer_m'),
      meters(now()).hours.as('hours_s'),
      'own.member_id as own_access',
      'locker.full_name as locker_name',
    ]);
  return actor.isAdmin ? units : units.where('own.member_id', 'is not', null);
}
export type ManagedUnit = Awaited<ReturnType<ReturnType<typeof managedUnits>['execute']>>[number];

export const mayEditUnits = async ({ db, actor }: Viewer): Promise<boolean> => {
  const row = await db
    .selectFrom('member')
    .where('account_id', '=', actor.accountId)
    .where('id', '=', actor.memberId)
    .select('rights')
    .executeTakeFirst();
  return row?.rights.includes('edit-units') ?? false;
};

export interface Connection {
  readonly imei: string;
  readonly protocol: string;
  readonly family: string;
  readonly fitted_from: Date | null;
  readonly last_contact_at: Date | null;
  readonly set_aside: number;
  readonly newest_set_aside_at: Date | null;
  readonly newest_set_aside_reason: string | null;
}

export async function connectionOf(db: Kysely<Db>, unitId: number): Promise<Connection | undefined> {
  const { rows } = await sql<Connection>`SELECT * FROM unit_connection(${unitId})`.execute(db);
  return rows[0];
}

export const usersOf = ({ db, actor }: Viewer, unitId: number) =>
  db
    .selectFrom('unit_access')
    .innerJoin('member', 'member.id', 'unit_access.member_id')
    .where('unit_access.account_id', '=', actor.accountId)
    .where('unit_access.unit_id', '=', unitId)
    .where('member.removed_at', 'is', null)
    .select(['member.id', 'member.full_name'])
    .orderBy('member.full_name')
    .execute();

/** LOCK-009: administrators who see the unit only by their role, and whom its lock would shut out. */
export const administratorsWithout = ({ db, actor }: Viewer, unitId: number) =>
  db
    .selectFrom('member')
    .leftJoin('unit_access', (join) =>
      join.onRef('unit_access.member_id', '=', 'member.id').on('unit_access.unit_id', '=', unitId),
    )
    .where('member.account_id', '=', actor.accountId)
    .where('member.is_admin', '=', true)
    .where('member.removed_at', 'is', null)
    .where('member.id', '!=', actor.memberId)
    .where('unit_access.member_id', 'is', null)
    .select('member.full_name')
    .orderBy('member.full_name')
    .execute();

interface ChangesWanted {
  /** Null: all. */
  readonly fields: readonly string[] | null;
  /** Days of the account, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
}

/** Newest first; at most `limit` (CONST-036). */
export function changesOf({ db, actor }: Viewer, unitId: number, { fields, from, to, limit }: ChangesWanted) {
  let changes = db
    .selectFrom('unit_change')
    .leftJoin('member', 'member.id', 'unit_change.member_id')
    .where('unit_change.account_id', '=', actor.accountId)
    .where('unit_change.unit_id', '=', unitId)
    .select([
      'unit_change.at',
      'unit_change.field',
      'unit_change.old_value',
      'unit_change.new_value',
      'unit_change.actor_name',
      'member.full_name',
    ])
    .orderBy('unit_change.at', 'desc')
    .orderBy('unit_change.id', 'desc')
    .limit(limit);
  if (fields) changes = changes.where('unit_change.field', 'in', fields);
  const { timeZone } = actor;
  if (from) changes = changes.where('unit_change.at', '>=', sql<Date>`${from}::date::timestamp AT TIME ZONE ${timeZone}`);
  if (to) changes = changes.where('unit_change.at', '<', sql<Date>`(${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`);
  return changes.execute();
}
