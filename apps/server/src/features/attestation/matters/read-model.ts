import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { ODOMETER_GAP } from '../../trips/figures-api.ts';
import type { Scope } from '../repository.ts';
import type { Demands } from './rules.ts';

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: Pick<MemberActor, 'accountId' | 'memberId' | 'timeZone'>;
}

/** A row of the log in the period, of any driver: what of it is open is judged by the rules. */
export interface PeriodTrip {
  readonly id: number;
  readonly unit_id: number;
  /** The day it starts on, in the account's zone. */
  readonly day: string;
  readonly driver_member_id: number | null;
  readonly is_ongoing: boolean;
  readonly is_attested: boolean;
  /** TRIP-032: somebody else's private trip; it is neither counted nor told of. */
  readonly is_masked: boolean;
  readonly type: 'business' | 'private' | 'other';
  readonly has_purpose: boolean;
  readonly distance_m: number;
  readonly has_odometer_gap: boolean;
}

/** The rows of units that start within the days, in order. */
export const periodTrips = (
  viewer: Viewer,
  unitIds: readonly number[],
  span: Pick<Scope, 'from' | 'to'>,
): Promise<PeriodTrip[]> => tripsWhere(viewer, unitIds, span, sql``);

/** Those of them alone that may leave something open, which are few of a month's: what is open in them is judged by the rules. */
export const unsettledTrips = (
  viewer: Viewer,
  unitIds: readonly number[],
  span: Pick<Scope, 'from' | 'to'>,
): Promise<PeriodTrip[]> =>
  tripsWhere(
    viewer,
    unitIds,
    span,
    sql`AND t.attestation_id IS NULL AND (t.is_ongoing OR t.driver_member_id IS NULL OR ${ODOMETER_GAP}
      OR (t.type <> 'private' AND coalesce(nullif(t.purpose, ''), s.purpose, '') = ''))`,
  );

async function tripsWhere(
  { db, actor }: Viewer,
  unitIds: readonly number[],
  { from, to }: Pick<Scope, 'from' | 'to'>,
  narrowed: RawBuilder<unknown>,
): Promise<PeriodTrip[]> {
  const { rows } = await sql<PeriodTrip>`
    SELECT t.id, t.unit_id, (t.started_at AT TIME ZONE ${actor.timeZone})::date::text AS day, t.driver_member_id, t.is_ongoing, t.attestation_id IS NOT NULL AS is_attested, t.type,
      (t.type = 'private' AND t.driver_member_id IS DISTINCT FROM ${actor.memberId}) AS is_masked,
      coalesce(nullif(t.purpose, ''), s.purpose, '') <> '' AS has_purpose, t.distance_m + coalesce(s.distance_m, 0) AS distance_m,
      ${ODOMETER_GAP} AS has_odometer_gap
    FROM trip t LEFT JOIN trip s ON s.merged_into_id = t.id
    WHERE t.account_id = ${actor.accountId} AND t.unit_id = ANY (${unitIds}::bigint[]) AND t.merged_into_id IS NULL
      AND t.started_at >= ${from}::timestamp AT TIME ZONE ${actor.timeZone}
      AND t.started_at < (${to}::date + 1)::timestamp AT TIME ZONE ${actor.timeZone} ${narrowed}
    ORDER BY t.started_at, t.id`.execute(db);
  return rows;
}

/** A trip that an attestation holds and that may miss something. */
export type HeldTrip = Pick<PeriodTrip, 'driver_member_id' | 'type' | 'has_purpose' | 'has_odometer_gap'> & {
  readonly attestation_id: number;
};

/** Of the trips that attestations hold those that may miss something, which are few; others' private ones left out. */
export async function unsettledHeld({ db, actor }: Viewer, attestationIds: readonly number[]): Promise<HeldTrip[]> {
  if (attestationIds.length === 0) return [];
  const { rows } = await sql<HeldTrip>`
    SELECT t.attestation_id, t.driver_member_id, t.type, coalesce(nullif(t.purpose, ''), s.purpose, '') <> '' AS has_purpose,
      ${ODOMETER_GAP} AS has_odometer_gap
    FROM trip t LEFT JOIN trip s ON s.merged_into_id = t.id
    WHERE t.account_id = ${actor.accountId} AND t.attestation_id = ANY (${attestationIds}::bigint[]) AND t.merged_into_id IS NULL
      AND NOT (t.type = 'private' AND t.driver_member_id IS DISTINCT FROM ${actor.memberId})
      AND (t.driver_member_id IS NULL OR ${ODOMETER_GAP} OR (t.type <> 'private' AND coalesce(nullif(t.purpose, ''), s.purpose, '') = ''))`.execute(
    db,
  );
  return rows;
}

/** TRIP-029: proposals of the units that nobody has settled, about trips that start within the days. */
export async function openProposals(
  { db, actor }: Viewer,
  unitIds: readonly number[],
  { from, to }: Pick<Scope, 'from' | 'to'>,
): Promise<{ unit_id: number; trip_id: number | null; day: string }[]> {
  const { rows } = await sql<{ unit_id: number; trip_id: number | null; day: string }>`
    SELECT unit_id, trip_id, (started_at AT TIME ZONE ${actor.timeZone})::date::text AS day FROM trip_proposal
    WHERE account_id = ${actor.accountId} AND unit_id = ANY (${unitIds}::bigint[]) AND settled_at IS NULL
      AND started_at >= ${from}::timestamp AT TIME ZONE ${actor.timeZone}
      AND started_at < (${to}::date + 1)::timestamp AT TIME ZONE ${actor.timeZone} ORDER BY started_at`.execute(db);
  return rows;
}

export interface UnitFacts {
  readonly unit_id: number;
  readonly unit_name: string;
  readonly registration_number: string | null;
  readonly imei: string | null;
}

export async function unitFacts({ db, actor }: Viewer, unitIds: readonly number[]): Promise<Map<number, UnitFacts>> {
  const { rows } = await sql<UnitFacts>`
    SELECT u.id AS unit_id, u.name AS unit_name, u.registration_number, k.imei
    FROM unit u LEFT JOIN unit_trackers(${[...unitIds]}::bigint[]) k ON k.unit_id = u.id
    WHERE u.account_id = ${actor.accountId} AND u.id = ANY (${[...unitIds]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.unit_id, row]));
}

/** What the account asks of a log before it is attested. */
export const demandsOf = ({ db, actor }: Viewer): Promise<Demands> =>
  db
    .selectFrom('account')
    .where('id', '=', actor.accountId)
    .select(['purpose_required', 'driver_required', 'other_trip_purpose_required'])
    .executeTakeFirstOrThrow();
