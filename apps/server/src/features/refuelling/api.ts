import type { Refuelling } from '@spora/contract/refuelling/endpoints';
import { type RawBuilder, sql, type Kysely } from 'kysely';
import type { AccountId, MemberActor } from '../../platform/ctx.ts';
import { mayEdit } from './policy.ts';
import { isWithheldAt } from '../../core/fleet/private-use.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { rateAsTold } from '../trips/fuel/rules.ts';
import type { Around } from './rules.ts';

export interface RefuellingRow {
  readonly id: number;
  readonly unit_id: number;
  readonly unit_name: string;
  readonly registration_number: string | null;
  readonly at: Date;
  /** Midnight of its day, in the account's zone. */
  readonly day_at: Date;
  readonly fuel_type: Refuelling['fuel_type'];
  readonly amount: number;
  readonly price: number | null;
  readonly currency: Refuelling['currency'];
  readonly odometer_m: number | null;
  readonly per_10km: number | null;
  readonly station: string;
  readonly note: string;
  readonly member_id: number;
  readonly full_name: string | null;
  readonly has_receipt: boolean;
  readonly is_masked: boolean;
}

export interface RefuellingSpan {
  readonly unitIds: readonly number[];
  /** Days in the account's zone, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** Of these members' only, and masked ones of nobody; none named: everybody's. */
  readonly memberIds: readonly number[];
  readonly departments: readonly string[];
  readonly tags: readonly string[];
}

/** What a log's export holds of them, oldest first; a masked one stands at the beginning of its day. */
export function rowsWithin(viewer: Viewer, span: RefuellingSpan): Promise<RefuellingRow[]> {
  const { actor } = viewer;
  const when = (asked: readonly unknown[], condition: RawBuilder<unknown>) => (asked.length > 0 ? sql`AND ${condition}` : sql``);
  return rowsWhere(viewer, {
    ofUnits: sql`e.unit_id = ANY (${span.unitIds}::bigint[])`,
    condition: sql`r.at >= ${span.from}::timestamp AT TIME ZONE ${actor.timeZone}
      AND r.at < (${span.to}::date + 1)::timestamp AT TIME ZONE ${actor.timeZone}
      ${when(span.memberIds, sql`r.member_id = ANY (${span.memberIds}::bigint[]) AND NOT r.is_masked`)}
      ${when(span.departments, sql`u.department = ANY (${span.departments}::text[])`)}
      ${when(span.tags, sql`u.tags && ${span.tags}::text[]`)}`,
    order: sql`ORDER BY r.told_at, r.id`,
  });
}

/** The entries that a member wrote on these units, as the viewer may see them; null: on all units. */
export const rowsOfMember = (viewer: Viewer, memberId: number, unitIds: readonly number[] | null): Promise<RefuellingRow[]> =>
  rowsWhere(viewer, {
    ofUnits: sql`e.unit_id IN (SELECT o.unit_id FROM refuelling o WHERE o.account_id = ${viewer.actor.accountId} AND o.member_id = ${memberId})
      ${unitIds ? sql`AND e.unit_id = ANY (${unitIds}::bigint[])` : sql``}`,
    condition: sql`r.member_id = ${memberId}`,
    order: sql`ORDER BY r.at, r.id`,
  });

/** As the reader may see it (TRIP-032); `isOpen`: whether they may write on the unit at all. */
export function toRefuelling(actor: MemberActor, row: RefuellingRow, isOpen: boolean): Refuelling {
  const hides = row.is_masked;
  return {
    id: row.id,
    at: (hides ? row.day_at : row.at).toISOString(),
    fuel_type: row.fuel_type,
    amount: row.amount,
    price: row.price,
    currency: row.currency,
    odometer_km: row.odometer_m === null ? null : row.odometer_m / 1000,
    per_10km: row.per_10km === null ? null : rateAsTold(row.per_10km),
    station: hides ? '' : row.station,
    note: hides ? '' : row.note,
    // Who wrote it has most often driven: the log names nobody of a private trip either.
    recorded_by: hides ? '' : (row.full_name ?? ''),
    is_masked: hides,
    has_receipt: !hides && row.has_receipt,
    can: { edit: mayEdit(actor, isOpen, row) },
  };
}

/** The pictures of these entries. */
export const receiptsOf = (db: Kysely<Db>, accountId: AccountId, ids: readonly number[]) =>
  db
    .selectFrom('refuelling_receipt')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`refuelling_id = ANY (${ids}::bigint[])`)
    .select(['refuelling_id', 'content_type', 'data'])
    .orderBy('refuelling_id')
    .execute();

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

/**
 * TRIP-032: an entry `r` tells where the unit was. In somebody else's private use place and time are its driver's alone, and whoever
 * wrote the entry knows them.
 */
const masked = (actor: MemberActor, r: 'r' | 'e' = 'r') =>
  sql`(${sql.ref(`${r}.member_id`)} <> ${actor.memberId} AND ${isWithheldAt(actor, sql.ref(`${r}.unit_id`), sql.ref(`${r}.at`))})`;

const dayAt = ({ timeZone }: MemberActor, r: 'r' | 'e' = 'r') =>
  sql`(${sql.ref(`${r}.at`)} AT TIME ZONE ${timeZone})::date::timestamp AT TIME ZONE ${timeZone}`;

/**
 * All entries of some units as the reader is told of them. Whatever follows from a masked entry's own time, its place in a list too, would
 * tell of it: litres or kilowatt-hours per 10 km count from the entry of the same fuel that is told right before.
 */
const toldOf = (actor: MemberActor, ofUnits: RawBuilder<unknown>) => sql`
  SELECT d.*, CASE WHEN d.odometer_m > d.before_m THEN d.amount / ((d.odometer_m - d.before_m) / 10000.0) END AS per_10km FROM (
    SELECT c.*, lag(c.odometer_m) OVER (PARTITION BY c.unit_id, c.fuel_type ORDER BY c.told_at, c.id) AS before_m FROM (
      SELECT b.*, CASE WHEN b.is_masked THEN b.day_at ELSE b.at END AS told_at FROM (
        SELECT e.*, ${masked(actor, 'e')} AS is_masked, ${dayAt(actor, 'e')} AS day_at FROM refuelling e
        WHERE e.account_id = ${actor.accountId} AND e.removed_at IS NULL AND ${ofUnits} OFFSET 0) b) c) d`;

/** `ofUnits` says of which units, as entries `e`; `condition` and `order` are about entries `r` as they are told. */
interface Asked {
  readonly ofUnits: RawBuilder<unknown>;
  readonly condition?: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
}

async function rowsWhere({ db, actor }: Viewer, { ofUnits, condition = sql`true`, order }: Asked): Promise<RefuellingRow[]> {
  const { rows } = await sql<RefuellingRow>`
    WITH r AS MATERIALIZED (${toldOf(actor, ofUnits)})
    SELECT r.id, r.unit_id, u.name AS unit_name, u.registration_number, r.at, r.day_at,
      r.fuel_type, r.amount::float8 AS amount, r.price::float8 AS price, r.currency, r.odometer_m::float8 AS odometer_m,
      r.per_10km::float8 AS per_10km, r.station, r.note, r.member_id, m.full_name, r.is_masked,
      EXISTS (SELECT FROM refuelling_receipt p WHERE p.refuelling_id = r.id) AS has_receipt
    FROM r JOIN unit u ON u.id = r.unit_id LEFT JOIN member m ON m.id = r.member_id
    WHERE ${condition} ${order}`.execute(db);
  return rows;
}

/** Of a unit, newest first as the reader is told, `size` of them after the first `skip`. */
export const pageOf = (
  viewer: Viewer,
  unitId: number,
  { skip, size }: { skip: number; size: number },
): Promise<RefuellingRow[]> =>
  rowsWhere(viewer, {
    ofUnits: sql`e.unit_id = ${unitId}`,
    order: sql`ORDER BY r.told_at DESC, r.id DESC LIMIT ${size} OFFSET ${skip}`,
  });

/**
 * The odometers of a unit's entries around a moment, of which one that is being changed is none. A masked entry of the same day is
 * left out: an answer that depends on which of the two was first would tell when it was.
 */
export async function aroundMoment(
  { db, actor }: Viewer,
  unitId: number,
  { at, fuel_type }: { readonly at: Date; readonly fuel_type: string },
  except: number | undefined,
): Promise<Around> {
  const { rows } = await sql<Around>`
    SELECT max(r.odometer_m) FILTER (WHERE r.at <= ${at})::float8 AS "beforeM",
      max(r.odometer_m) FILTER (WHERE r.at <= ${at} AND (r.fuel_type = 'electric') = ${fuel_type === 'electric'})::float8 AS "alikeBeforeM",
      min(r.odometer_m) FILTER (WHERE r.at > ${at})::float8 AS "afterM"
    FROM refuelling r
    WHERE r.account_id = ${actor.accountId} AND r.unit_id = ${unitId} AND r.removed_at IS NULL AND r.odometer_m IS NOT NULL
      AND r.id <> ${except ?? 0}
      AND NOT (r.at BETWEEN ${at}::timestamptz - interval '25 hours' AND ${at}::timestamptz + interval '25 hours'
        AND (r.at AT TIME ZONE ${actor.timeZone})::date = (${at}::timestamptz AT TIME ZONE ${actor.timeZone})::date AND ${masked(actor)})`.execute(
    db,
  );
  return rows[0] ?? { beforeM: null, afterM: null, alikeBeforeM: null };
}

/** Undefined for one of another unit and for one that was taken away. */
export const findRow = async (viewer: Viewer, unitId: number, id: number): Promise<RefuellingRow | undefined> =>
  (await rowsWhere(viewer, { ofUnits: sql`e.unit_id = ${unitId}`, condition: sql`r.id = ${id}`, order: sql`` }))[0];
