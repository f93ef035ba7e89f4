import type { DaySpan } from '@spora/calendar/days';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { AccountId, MemberActor } from '../../platform/ctx.ts';
import { violates } from '../../platform/database/database.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { startOdometerOf } from '../trips/odometer-api.ts';
import type { ReleasedTrip } from '../trips/privacy-api.ts';
import type { Stamps } from './rules.ts';

/** The trips of one unit that one member drove (null: nobody known), which start within the days. */
export interface Scope extends DaySpan {
  readonly unitId: number;
  readonly memberId: number | null;
}

export interface Attestation extends Scope, Stamps {
  readonly id: number;
}

interface AttestationRow extends Stamps {
  id: number;
  unit_id: number;
  member_id: number | null;
  from_day: string;
  to_day: string;
}

const COLUMNS = sql`id, unit_id, member_id, from_day::text AS from_day, to_day::text AS to_day, user_attested_at, admin_attested_at, reopened_at`;

const attestationOf = ({ unit_id, member_id, from_day, to_day, ...rest }: AttestationRow): Attestation => ({
  ...rest,
  unitId: unit_id,
  memberId: member_id,
  from: from_day,
  to: to_day,
});

export async function byId(db: Kysely<Db>, accountId: AccountId, id: number): Promise<Attestation | null> {
  const { rows } =
    await sql<AttestationRow>`SELECT ${COLUMNS} FROM attestation WHERE account_id = ${accountId} AND id = ${id}`.execute(db);
  return rows[0] ? attestationOf(rows[0]) : null;
}

/** Attested periods that share a day with the scope's, whoever drove when `memberId` is undefined. */
export async function overlapping(
  db: Kysely<Db>,
  accountId: AccountId,
  unitIds: readonly number[],
  { from, to }: DaySpan,
): Promise<Attestation[]> {
  const { rows } = await sql<AttestationRow>`
    SELECT ${COLUMNS} FROM attestation WHERE account_id = ${accountId} AND unit_id = ANY (${unitIds}::bigint[]) AND reopened_at IS NULL
      AND daterange(from_day, to_day, '[]') && daterange(${from}::date, ${to}::date, '[]') ORDER BY from_day, id`.execute(db);
  return rows.map(attestationOf);
}

/** The constraint alone judges overlap, so two who attest at once cannot both; the transaction stays usable. */
export async function insert(
  db: Kysely<Db>,
  actor: MemberActor,
  scope: Scope & { readonly level: 'user' | 'admin'; readonly note: string },
  at: Date,
): Promise<number> {
  await sql`SAVEPOINT attestation`.execute(db);
  try {
    const row = await db
      .insertInto('attestation')
      .values({
        account_id: actor.accountId,
        unit_id: scope.unitId,
        member_id: scope.memberId,
        from_day: scope.from,
        to_day: scope.to,
        note: scope.note,
        [`${scope.level}_attested_at`]: at,
        [`${scope.level}_attested_by`]: actor.memberId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  } catch (error) {
    if (!violates(error, 'attestation_no_overlap')) throw error;
    await sql`ROLLBACK TO SAVEPOINT attestation`.execute(db);
    throw new AppError('AttestAlready', { cause: error });
  }
}

export async function stampAdmin(db: Kysely<Db>, actor: MemberActor, id: number, at: Date): Promise<void> {
  await db
    .updateTable('attestation')
    .set({ admin_attested_at: at, admin_attested_by: actor.memberId })
    .where('account_id', '=', actor.accountId)
    .where('id', '=', id)
    .execute();
}

export async function reopen(db: Kysely<Db>, actor: MemberActor, id: number, reason: string, at: Date): Promise<void> {
  await db
    .updateTable('attestation')
    .set({ reopened_at: at, reopened_by: actor.memberId, reopened_reason: reason })
    .where('account_id', '=', actor.accountId)
    .where('id', '=', id)
    .execute();
}

/**
 * The second of two merged trips goes with the first, whatever it has of its own. Both are of one day (TRIP-007), so that days beside the
 * span bound the trip itself as well: by them an index finds the period, where the first one's start alone would have the whole log read.
 */
const ofScope = ({ unitId, memberId, from, to }: Scope, timeZone: string) => sql`
  t.unit_id = ${unitId} AND coalesce(first.driver_member_id, CASE WHEN first.id IS NULL THEN t.driver_member_id END)
      IS NOT DISTINCT FROM ${memberId}::bigint
    AND NOT t.is_ongoing AND t.attestation_id IS NULL
    AND t.started_at >= (${from}::date - 2)::timestamp AT TIME ZONE ${timeZone} AND t.started_at < (${to}::date + 3)::timestamp AT TIME ZONE ${timeZone}
    AND coalesce(first.started_at, t.started_at) >= ${from}::timestamp AT TIME ZONE ${timeZone}
    AND coalesce(first.started_at, t.started_at) < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`;

/** The trips that an attestation holds, counted as somebody may know of them (TRIP-032). */
export interface HeldTrips {
  /** Without others' private ones; of nobody (`NOBODY`) without any. */
  readonly countFor: (memberId: number) => number;
}

/** Puts the trips under the attestation with the odometers that the log shows now (decision 0015); answers the rows of the log. */
export async function holdTrips(db: Kysely<Db>, id: number, scope: Scope, timeZone: string): Promise<HeldTrips> {
  // Asked once, not of each trip: most units have no reading to count on from.
  const { rows: readings } =
    await sql`SELECT FROM unit_reading r WHERE r.unit_id = ${scope.unitId} AND r.kind = 'odometer' AND r.removed_at IS NULL LIMIT 1`.execute(
      db,
    );
  const read = readings.length === 0 ? sql`NULL` : startOdometerOf('t');
  const { rows } = await sql<{ is_row: boolean; is_private: boolean; driver_member_id: number | null }>`
    UPDATE trip held SET attestation_id = ${id},
      attested_start_odometer_m = coalesce(${read}, t.start_odometer_m),
      attested_stop_odometer_m = coalesce(${read} + t.distance_m, t.stop_odometer_m)
    FROM trip t LEFT JOIN trip first ON first.id = t.merged_into_id
    WHERE held.id = t.id AND ${ofScope(scope, timeZone)}
    RETURNING held.merged_into_id IS NULL AS is_row, held.type = 'private' AS is_private, held.driver_member_id`.execute(db);
  const shown = rows.filter((row) => row.is_row);
  return {
    countFor: (memberId) => shown.filter((row) => !row.is_private || row.driver_member_id === memberId).length,
  };
}

/** Gives the trips back to their driver; answers them as they were. */
export async function releaseTrips(db: Kysely<Db>, accountId: AccountId, id: number): Promise<ReleasedTrip[]> {
  const { rows } = await sql<ReleasedTrip>`
    UPDATE trip SET attestation_id = NULL, attested_start_odometer_m = NULL, attested_stop_odometer_m = NULL
    WHERE account_id = ${accountId} AND attestation_id = ${id}
    RETURNING id, started_at, ended_at, is_manual, type, edited_type, computed_rule, driver_member_id`.execute(db);
  return rows;
}

export const unitOf = (db: Kysely<Db>, accountId: AccountId, id: number) =>
  db.selectFrom('unit').where('account_id', '=', accountId).where('id', '=', id).select(['id', 'name']).executeTakeFirst();

/** The tracker that sits in a unit now, whose log is computed again; null without one. */
export async function imeiOf(db: Kysely<Db>, unitId: number): Promise<string | null> {
  const { rows } = await sql<{ imei: string }>`SELECT imei FROM unit_trackers(${[unitId]}::bigint[])`.execute(db);
  return rows[0]?.imei ?? null;
}
