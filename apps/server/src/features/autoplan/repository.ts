import type { Language } from '@spora/messages/languages';
import { type Kysely, sql } from 'kysely';
import { isUntoldTrip } from '../../core/fleet/private-use.ts';
import { featureIsOn } from '../../core/fleet/unit-features.ts';
import type { AccountId, MemberCtx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { NAME_ORDER } from '../../platform/database/name-order.ts';

export interface StoredSettings {
  readonly is_on: boolean;
  readonly customer_id: string;
  readonly secret: string;
}

const settingsQuery = (db: Kysely<Db>, accountId: AccountId) =>
  db.selectFrom('autoplan_setting').where('account_id', '=', accountId).select(['is_on', 'customer_id', 'secret']);

export const findSettings = (db: Kysely<Db>, accountId: AccountId): Promise<StoredSettings | undefined> =>
  settingsQuery(db, accountId).executeTakeFirst();

/** The same, held until the transaction ends: of two that save it one waits. */
export const holdSettings = (db: Kysely<Db>, accountId: AccountId): Promise<StoredSettings | undefined> =>
  settingsQuery(db, accountId).forUpdate().executeTakeFirst();

export async function saveSettings(db: Kysely<Db>, accountId: AccountId, row: StoredSettings, at: Date): Promise<void> {
  const values = { ...row, changed_at: at };
  await db
    .insertInto('autoplan_setting')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

/** Secrets that the newest key has not sealed. */
export const secretsBeside = (db: Kysely<Db>, prefix: string) =>
  db
    .selectFrom('autoplan_setting')
    .where('secret', '<>', '')
    .where(sql<boolean>`NOT starts_with(secret, ${prefix})`)
    .select(['account_id', 'secret'])
    .execute();

export const replaceSecret = (db: Kysely<Db>, accountId: number, former: string, secret: string) =>
  db.updateTable('autoplan_setting').where('account_id', '=', accountId).where('secret', '=', former).set({ secret }).execute();

/** In SQL: whether kilometres of a unit `u` are reported (FEAT-001); without a trip log there are none (TRIP-033). */
const IS_REPORTED = sql`u.kind = 'vehicle' AND u.retired_at IS NULL AND lower(u.subscription_type) <> 'bas' AND ${featureIsOn('autoplan')}`;

export interface ReportedUnit {
  readonly id: number;
  readonly name: string;
  readonly registration_number: string | null;
  readonly imei: string | null;
}

/** The vehicles of an account of which kilometres are reported, locked ones too: sums are what a lock leaves (DEC-48). */
export async function reportedUnits(db: Kysely<Db>, accountId: AccountId): Promise<ReportedUnit[]> {
  const { rows } = await sql<ReportedUnit>`
    WITH mine AS (SELECT u.id, u.name, u.registration_number FROM unit u
      WHERE u.account_id = ${accountId} AND ${IS_REPORTED})
    SELECT m.id, m.name, m.registration_number, f.imei
    FROM mine m LEFT JOIN unit_trackers((SELECT coalesce(array_agg(id), '{}') FROM mine)) f ON f.unit_id = m.id
    ORDER BY m.name ${NAME_ORDER}, m.id`.execute(db);
  return rows;
}

export interface StoredReport {
  readonly unit_id: number;
  readonly state: 'sending' | 'reported' | 'failed' | 'not-needed';
  readonly problem: string | null;
  readonly odometer_start_km: number;
  readonly odometer_end_km: number;
  readonly business_km: number;
  readonly private_km: number;
  readonly registered_km: number | null;
  readonly answered_at: Date | null;
}

export async function reportsOf(db: Kysely<Db>, accountId: AccountId, month: string): Promise<StoredReport[]> {
  const { rows } = await sql<StoredReport>`
    SELECT unit_id, state, problem, odometer_start_km, odometer_end_km, business_km, private_km, registered_km, answered_at
    FROM autoplan_report WHERE account_id = ${accountId} AND month = ${`${month}-01`}::date`.execute(db);
  return rows;
}

/** The newest report of each unit of an earlier month that the service has (AUTO-006). */
export async function lastReports(
  db: Kysely<Db>,
  accountId: AccountId,
  month: string,
): Promise<{ unit_id: number; end_km: number; months_ago: number }[]> {
  const { rows } = await sql<{ unit_id: number; end_km: number; months_ago: number }>`
    SELECT DISTINCT ON (unit_id) unit_id, odometer_end_km AS end_km,
      ((extract(year FROM age(${`${month}-01`}::date, month)) * 12) + extract(month FROM age(${`${month}-01`}::date, month)))::int AS months_ago
    FROM autoplan_report WHERE account_id = ${accountId} AND month < ${`${month}-01`}::date AND state = 'reported'
    ORDER BY unit_id, month DESC`.execute(db);
  return rows;
}

/** What was driven by unit and type in a span, m; without private trips that may not be told of yet (TRIP-032). */
export async function drivenOf(
  { db, actor, now }: Pick<MemberCtx, 'db' | 'actor' | 'now'>,
  { unitIds, from, to }: { readonly unitIds: readonly number[]; readonly from: Date; readonly to: Date },
): Promise<{ unit_id: number; type: string; distance_m: number }[]> {
  const { rows } = await sql<{ unit_id: number; type: string; distance_m: number }>`
    SELECT t.unit_id, t.type, sum(t.distance_m)::float8 AS distance_m FROM trip t
    WHERE t.account_id = ${actor.accountId} AND t.unit_id = ANY (${unitIds}::bigint[]) AND NOT t.is_ongoing AND NOT ${isUntoldTrip(actor, now())}
      AND t.started_at >= ${from} AND t.started_at < ${to} GROUP BY 1, 2`.execute(db);
  return rows;
}

export interface Claim {
  readonly unitId: number;
  readonly registrationNumber: string;
  readonly odometerStartKm: number;
  readonly odometerEndKm: number;
  readonly businessKm: number;
  readonly privateKm: number;
}

/**
 * Puts reports on their way: new ones, and those that failed before. One that is on its way, registered or not needed stays as it is, so that two
 * that ask at once report once (AUTO-008). Answers the units that it took.
 */
export async function claim(
  db: Kysely<Db>,
  { accountId, memberId, month, at }: { accountId: AccountId; memberId: number; month: string; at: Date },
  claims: readonly Claim[],
): Promise<number[]> {
  const { rows } = await sql<{ unit_id: number }>`
    INSERT INTO autoplan_report AS r (account_id, unit_id, month, state, registration_number, odometer_start_km, odometer_end_km, business_km,
      private_km, requested_by, requested_at)
    SELECT ${accountId}, (c ->> 'unitId')::bigint, ${`${month}-01`}::date, 'sending', c ->> 'registrationNumber', (c ->> 'odometerStartKm')::int,
      (c ->> 'odometerEndKm')::int, (c ->> 'businessKm')::int, (c ->> 'privateKm')::int, ${memberId}, ${at}
    FROM jsonb_array_elements(${JSON.stringify(claims)}::jsonb) c
    ON CONFLICT ON CONSTRAINT autoplan_report_pk DO UPDATE SET state = 'sending', problem = NULL, registration_number = excluded.registration_number,
      odometer_start_km = excluded.odometer_start_km, odometer_end_km = excluded.odometer_end_km, business_km = excluded.business_km,
      private_km = excluded.private_km, requested_by = excluded.requested_by, requested_at = excluded.requested_at, taken_at = NULL
      WHERE r.state = 'failed'
    RETURNING unit_id`.execute(db);
  return rows.map(({ unit_id }) => unit_id);
}

export interface TakenReport extends Claim {
  /** `YYYY-MM`. */
  readonly month: string;
  /** The service may have heard of it before. */
  readonly mayBeKnown: boolean;
}

/** Takes a report that is on its way, and that nobody has taken since `since`; null for none. */
export async function take(
  db: Kysely<Db>,
  accountId: AccountId,
  { at, since }: { readonly at: Date; readonly since: Date },
): Promise<TakenReport | null> {
  const { rows } = await sql<TakenReport>`
    WITH next AS (SELECT unit_id, month, may_be_known FROM autoplan_report
      WHERE account_id = ${accountId} AND state = 'sending' AND (taken_at IS NULL OR taken_at < ${since}) ORDER BY unit_id LIMIT 1 FOR UPDATE SKIP LOCKED)
    UPDATE autoplan_report r SET taken_at = ${at}, may_be_known = true FROM next n WHERE r.unit_id = n.unit_id AND r.month = n.month
    RETURNING r.unit_id AS "unitId", to_char(r.month, 'YYYY-MM') AS month, r.registration_number AS "registrationNumber",
      r.odometer_start_km AS "odometerStartKm", r.odometer_end_km AS "odometerEndKm", r.business_km AS "businessKm", r.private_km AS "privateKm",
      n.may_be_known AS "mayBeKnown"`.execute(db);
  return rows[0] ?? null;
}

export interface Outcome {
  readonly state: 'reported' | 'failed' | 'not-needed';
  readonly problem: string | null;
  readonly registeredKm: number | null;
  /** Whether the service is to be asked before it is told again. */
  readonly mayBeKnown: boolean;
}

export async function settle(
  db: Kysely<Db>,
  { unitId, month }: Pick<TakenReport, 'unitId' | 'month'>,
  { state, problem, registeredKm, mayBeKnown }: Outcome,
  at: Date,
): Promise<void> {
  await db
    .updateTable('autoplan_report')
    .where('unit_id', '=', unitId)
    .where('month', '=', `${month}-01`)
    .where('state', '=', 'sending')
    .set({ state, problem, registered_km: registeredKm, may_be_known: mayBeKnown, answered_at: at })
    .execute();
}

export interface Unreported {
  readonly account_id: number;
  readonly account_name: string;
  readonly subsite_id: number;
  readonly member_id: number;
  readonly full_name: string;
  readonly email: string;
  readonly language: Language;
  readonly units: number;
}

/** AUTO-007: the administrators of accounts that report, with how many of their vehicles lack a report of the month. */
export async function unreported(db: Kysely<Db>, month: string): Promise<Unreported[]> {
  const { rows } = await sql<Unreported>`
    SELECT a.id AS account_id, a.name AS account_name, a.subsite_id, m.id AS member_id, m.full_name, m.email, m.language, n.units
    FROM autoplan_setting s JOIN account a ON a.id = s.account_id JOIN member m ON m.account_id = a.id
    CROSS JOIN LATERAL (SELECT count(*)::int AS units FROM unit u WHERE u.account_id = a.id AND ${IS_REPORTED} AND u.registration_number IS NOT NULL
      AND NOT EXISTS (SELECT FROM autoplan_report r WHERE r.unit_id = u.id AND r.month = ${`${month}-01`}::date AND r.state IN ('reported', 'not-needed', 'sending'))) n
    WHERE s.is_on AND n.units > 0 AND m.is_admin AND m.removed_at IS NULL AND m.disabled_at IS NULL AND m.email <> ''
    ORDER BY a.id, m.id`.execute(db);
  return rows;
}
