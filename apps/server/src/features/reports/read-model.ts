import { addDays, type DaySpan } from '@spora/calendar/days';
import { startOfDay } from '@spora/calendar/zones';
import type { REIMBURSED_CARS } from '@spora/contract/accounts/values';
import { compareNames } from '@spora/messages/name-order';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isWatercraftKind } from '../../core/fleet/watercraft.ts';
import { isUntoldTrip } from '../../core/fleet/private-use.ts';
import { type AccountId, type MemberActor, seesAs } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { ALONE } from '../trips/figures-api.ts';
import { CO2, CONSUMPTION, fuelFacts, type FuelFacts, fuelJoins } from '../trips/fuel/api.ts';
import { monthsOf } from './rules.ts';

export interface SummaryFilter {
  readonly from: string;
  readonly to: string;
  readonly unitIds: readonly number[];
  /** Empty: whoever drove. */
  readonly driverIds: readonly number[];
  /** Days on which something else changes that the reader counts with: no row reaches over one. */
  readonly changes?: readonly string[];
}

export interface SummaryRow {
  readonly unit_id: number;
  readonly driver_id: number | null;
  readonly month: string;
  /** The first day of the span in which nothing changed. */
  readonly since: string;
  readonly type: 'business' | 'private' | 'other';
  readonly trips: number;
  readonly distance_m: number;
  readonly duration_s: number;
  /** How many trips have no part in it. */
  readonly untimed: number;
  readonly is_at_sea: boolean;
  /** Of a trailer: the same way stands beside it where what towed it has a tracker, too. */
  readonly is_towed: boolean;
  readonly fuel_type: string | null;
  readonly consumption_per_10km: number | null;
  readonly co2_g_per_km: number | null;
  readonly fuel_price: number | null;
  readonly reimbursement: number | null;
  /** Whose car it is to the rates, and from when the rate holds; null where there is none. */
  readonly reimbursed_car: (typeof REIMBURSED_CARS)[number];
  readonly reimbursed_from: string | null;
}

const REIMBURSED_CAR = sql`CASE WHEN NOT u.is_benefit_car THEN 'own' WHEN u.fuel_type = 'electric' THEN 'benefit-electric' ELSE 'benefit' END`;

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
  readonly now: () => Date;
}

/**
 * What was driven, by unit, driver, month, type and the prices in force on the day of each trip's start in the account's zone (REP-018),
 * so that a price that changes within a month counts from its day; so does what is stated of the unit. Of other people's private
 * trips the time is left out (TRIP-032). Of two merged trips both count their way and one counts as a trip. A price of another currency than
 * the account's is none: sums are told in the account's, and nothing is converted (DEC-53).
 *
 * A year of a fleet is summed by the spans in which no price changed, of which a month is one or a few, and prices are looked up once for
 * each; what is stated of units is looked up trip by trip only of those of which something else was stated once (decision 0044).
 */
export async function summaryRows(viewer: Viewer, filter: SummaryFilter): Promise<SummaryRow[]> {
  const { db, actor } = viewer;
  const { to, unitIds } = filter;
  const days = await spansOf(db, actor.accountId, filter);
  const { rows: facts } = await sql<FuelFacts>`SELECT ${fuelFacts(sql`${unitIds}::bigint[]`)}`.execute(db);
  const refigured = (facts[0]?.refigured_ids ?? []).map(Number);
  const spans = sql`unnest(${days}::date[]) WITH ORDINALITY AS p (day, span)`;
  const rate = (kind: 'fuel' | 'reimbursement', subject: RawBuilder<unknown>) => sql`
    LEFT JOIN rates ${sql.ref(kind)} ON ${sql.ref(`${kind}.span`)} = d.span AND ${sql.ref(`${kind}.kind`)} = ${kind} AND ${sql.ref(`${kind}.subject`)} = ${subject}`;
  const starts = days.map((day) => startOfDay(day, actor.timeZone).toISOString());
  const isTimed = sql`t.type <> 'private' OR t.driver_member_id = ${seesAs(actor)}`;
  const driven = (of: RawBuilder<unknown>, figures: RawBuilder<unknown>, joins = sql``) => sql`
    SELECT t.unit_id, t.driver_member_id, t.type, width_bucket(t.started_at, ${`{${starts.join()}}`}::timestamptz[]) AS span, ${figures},
      count(*) FILTER (WHERE t.merged_into_id IS NULL) AS trips, sum(t.distance_m) AS distance_m,
      coalesce(sum(${ALONE.durationS}) FILTER (WHERE ${isTimed}), 0) AS duration_s,
      count(*) FILTER (WHERE t.merged_into_id IS NULL AND (${isTimed}) IS NOT TRUE) AS untimed
    FROM trip t ${joins}
    WHERE t.account_id = ${actor.accountId} AND ${of} AND NOT t.is_ongoing AND NOT ${isUntoldTrip(actor, viewer.now())}
      AND t.started_at >= ${starts[0]}::timestamptz AND t.started_at < ${startOfDay(addDays(to, 1), actor.timeZone)}
      ${filter.driverIds.length > 0 ? sql`AND t.driver_member_id = ANY (${filter.driverIds}::bigint[])` : sql``}
    GROUP BY 1, 2, 3, 4, 5, 6, 7`;
  const alike = unitIds.filter((id) => !refigured.includes(id));
  const { rows } = await sql<SummaryRow>`
    WITH driven AS (
      ${driven(sql`t.unit_id = ANY (${alike}::bigint[])`, sql`false AS is_refigured, NULL::numeric AS was_consumption, NULL::numeric AS was_co2`)}
      ${
        refigured.length === 0
          ? sql``
          : sql`UNION ALL ${driven(
              sql`t.unit_id = ANY (${refigured}::bigint[])`,
              sql`true AS is_refigured, ${CONSUMPTION} AS was_consumption, ${CO2} AS was_co2`,
              sql`JOIN unit u ON u.id = t.unit_id ${fuelJoins(actor)}`,
            )}`
      }
    ), in_force AS MATERIALIZED (
      SELECT DISTINCT ON (p.span, r.kind, r.subject) p.span, r.kind, r.subject, r.amount, r.valid_from, r.currency
      FROM ${spans} JOIN account_rate r ON r.account_id = ${actor.accountId} AND r.kind IN ('fuel', 'reimbursement') AND r.valid_from <= p.day
      ORDER BY p.span, r.kind, r.subject, r.valid_from DESC
    ), rates AS MATERIALIZED (
      SELECT r.* FROM in_force r JOIN account a ON a.id = ${actor.accountId} AND a.currency = r.currency
    )
    SELECT d.unit_id, d.driver_member_id AS driver_id, to_char(p.day, 'YYYY-MM') AS month, p.day::text AS since, d.type, d.trips::int AS trips,
      d.distance_m::float8 AS distance_m, d.duration_s::float8 AS duration_s, d.untimed::int AS untimed, ${isWatercraftKind('u.kind')} AS is_at_sea,
      u.marker_symbol = 'trailer' AS is_towed, u.fuel_type,
      (CASE WHEN d.is_refigured THEN d.was_consumption ELSE u.consumption_per_10km END)::float8 AS consumption_per_10km,
      (CASE WHEN d.is_refigured THEN d.was_co2 ELSE u.co2_g_per_km END)::float8 AS co2_g_per_km,
      fuel.amount::float8 AS fuel_price, reimbursement.amount::float8 AS reimbursement,
      ${REIMBURSED_CAR} AS reimbursed_car, reimbursement.valid_from::text AS reimbursed_from
    FROM driven d JOIN unit u ON u.id = d.unit_id JOIN ${spans} ON p.span = d.span
    ${rate('fuel', sql`coalesce(u.fuel_type, 'other')`)}
    ${rate('reimbursement', REIMBURSED_CAR)}`.execute(db);
  return rows;
}

/** The month of the first trip of the units that may be told of; one look into the index for each. */
export async function firstMonth({ db, actor, now }: Viewer, unitIds: readonly number[]): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    SELECT to_char(min(f.started_at) AT TIME ZONE ${actor.timeZone}, 'YYYY-MM') AS month
    FROM unnest(${unitIds}::bigint[]) AS u (id) CROSS JOIN LATERAL (SELECT t.started_at FROM trip t
      WHERE t.account_id = ${actor.accountId} AND t.unit_id = u.id AND NOT t.is_ongoing AND NOT ${isUntoldTrip(actor, now())}
      ORDER BY t.started_at LIMIT 1) f`.execute(db);
  return rows[0]?.month ?? null;
}

/** The first days of the spans of a period in which neither the month nor any price changes, in order. */
export async function spansOf(
  db: Kysely<Db>,
  accountId: AccountId,
  { from, to, changes = [] }: DaySpan & { readonly changes?: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT DISTINCT r.valid_from AS day FROM account_rate r
    WHERE r.account_id = ${accountId} AND r.valid_from > ${from}::date AND r.valid_from <= ${to}::date`.execute(db);
  const months = monthsOf(from, to).map((month) => `${month}-01`);
  const others = [...months, ...changes].filter((day) => day > from && day <= to);
  return [...new Set([from, ...others, ...rows.map(({ day }) => day)])].sort();
}

/** Of some units those that are still in use, by name. */
export async function unitsInUse(db: Kysely<Db>, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM unit WHERE id = ANY (${ids}::bigint[]) AND retired_at IS NULL`.execute(db);
  return rows.sort((a, b) => compareNames(a.name, b.name));
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
