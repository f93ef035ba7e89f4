import { type Kysely, sql } from 'kysely';
import { isUntoldTrip } from '../../core/fleet/private-use.ts';
import { type MemberActor, seesAs } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { CO2, CONSUMPTION, fuelJoins } from '../trips/fuel/api.ts';

export interface SummaryFilter {
  readonly from: string;
  readonly to: string;
  readonly unitIds: readonly number[];
  /** Empty: whoever drove. */
  readonly driverIds: readonly number[];
}

export interface SummaryRow {
  readonly unit_id: number;
  readonly driver_id: number | null;
  readonly month: string;
  readonly type: 'business' | 'private' | 'other';
  readonly trips: number;
  readonly distance_m: number;
  readonly duration_s: number;
  readonly fuel_type: string | null;
  readonly consumption_per_10km: number | null;
  readonly co2_g_per_km: number | null;
  readonly fuel_price: number | null;
  readonly reimbursement: number | null;
}

/**
 * What was driven, by unit, driver, month, type and the prices in force on the day of each trip's start in the account's zone (REP-018),
 * so that a price that changes within a month counts from its day; so does what is stated of the unit. Of other people's private
 * trips the time is left out (TRIP-032). Of two merged trips both count their way and one counts as a trip.
 */
export async function summaryRows(
  { db, actor, now }: { readonly db: Kysely<Db>; readonly actor: MemberActor; readonly now: () => Date },
  { from, to, unitIds, driverIds }: SummaryFilter,
): Promise<SummaryRow[]> {
  const rate = (kind: 'fuel' | 'reimbursement', subject: ReturnType<typeof sql>) => sql`
    LEFT JOIN LATERAL (SELECT r.amount FROM account_rate r WHERE r.account_id = ${actor.accountId} AND r.kind = ${kind} AND r.subject = ${subject}
      AND r.valid_from <= d.day ORDER BY r.valid_from DESC LIMIT 1) ${sql.ref(kind)} ON true`;
  const { rows } = await sql<SummaryRow>`
    WITH days AS (
      SELECT t.unit_id, t.driver_member_id, t.type, (t.started_at AT TIME ZONE ${actor.timeZone})::date AS day,
        ${CONSUMPTION} AS consumption_per_10km, ${CO2} AS co2_g_per_km, count(*) FILTER (WHERE t.merged_into_id IS NULL) AS trips, sum(t.distance_m) AS distance_m,
        coalesce(sum(round(extract(epoch FROM t.ended_at - t.started_at)))
          FILTER (WHERE t.type <> 'private' OR t.driver_member_id = ${seesAs(actor)}), 0) AS duration_s
      FROM trip t JOIN unit u ON u.id = t.unit_id ${fuelJoins(actor)}
      WHERE t.account_id = ${actor.accountId} AND t.unit_id = ANY (${unitIds}::bigint[]) AND NOT t.is_ongoing AND NOT ${isUntoldTrip(actor, now())}
        AND t.started_at >= ${from}::timestamp AT TIME ZONE ${actor.timeZone}
        AND t.started_at < (${to}::date + 1)::timestamp AT TIME ZONE ${actor.timeZone}
        ${driverIds.length > 0 ? sql`AND t.driver_member_id = ANY (${driverIds}::bigint[])` : sql``}
      GROUP BY 1, 2, 3, 4, 5, 6
    )
    SELECT d.unit_id, d.driver_member_id AS driver_id, to_char(d.day, 'YYYY-MM') AS month, d.type, sum(d.trips)::int AS trips,
      sum(d.distance_m)::float8 AS distance_m, sum(d.duration_s)::float8 AS duration_s, u.fuel_type, d.consumption_per_10km::float8, d.co2_g_per_km::float8,
      fuel.amount::float8 AS fuel_price, reimbursement.amount::float8 AS reimbursement
    FROM days d JOIN unit u ON u.id = d.unit_id
    ${rate('fuel', sql`coalesce(u.fuel_type, 'other')`)}
    ${rate('reimbursement', sql`CASE WHEN NOT u.is_benefit_car THEN 'own' WHEN u.fuel_type = 'electric' THEN 'benefit-electric' ELSE 'benefit' END`)}
    GROUP BY d.unit_id, d.driver_member_id, to_char(d.day, 'YYYY-MM'), d.type, u.fuel_type, d.consumption_per_10km, d.co2_g_per_km, fuel.amount, reimbursement.amount`.execute(
    db,
  );
  return rows;
}

/** The units that the report may count: an administrator's are all of the account's, locked ones too (DEC-48). */
export async function accountUnitIds({ db, actor }: { readonly db: Kysely<Db>; readonly actor: MemberActor }): Promise<number[]> {
  const rows = await db.selectFrom('unit').where('account_id', '=', actor.accountId).select('id').execute();
  return rows.map(({ id }) => id);
}

export interface NamedRow {
  readonly id: number;
  readonly name: string;
  readonly registration_number: string | null;
  readonly imei: string | null;
}

export async function namesOfUnits(db: Kysely<Db>, ids: readonly number[]): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    SELECT u.id, u.name, u.registration_number, f.imei FROM unit u LEFT JOIN unit_trackers(${ids}::bigint[]) f ON f.unit_id = u.id
    WHERE u.id = ANY (${ids}::bigint[])`.execute(db);
  return rows;
}

export async function namesOfMembers(db: Kysely<Db>, ids: readonly number[]): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    SELECT id, full_name AS name, NULL::text AS registration_number, NULL::text AS imei FROM member WHERE id = ANY (${ids}::bigint[])`.execute(
    db,
  );
  return rows;
}

export async function currencyOf(db: Kysely<Db>, actor: MemberActor): Promise<string> {
  const row = await db.selectFrom('account').where('id', '=', actor.accountId).select('currency').executeTakeFirstOrThrow();
  return row.currency;
}
