import type { Mode } from '@spora/contract/modes/modes';
import { sql } from 'kysely';
import type { Viewer } from '../../../core/fleet/managed-units.ts';
import { isInPrivateUse, isWithheldAt, toldHours } from '../../../core/fleet/private-use.ts';
import { bearsAccountName, fittedTrackers, visibleUnits } from '../../../core/fleet/visible-units.ts';
import { byName } from '../../../platform/database/name-order.ts';

export interface Connection {
  readonly imei: string;
  readonly protocol: string;
  readonly family: string;
  readonly fitted_from: Date | null;
  readonly last_contact_at: Date | null;
  readonly set_aside: number;
  readonly newest_set_aside_at: Date | null;
  readonly newest_set_aside_reason: string | null;
  /** When the tracker last said who it is, where that is not withheld. */
  readonly contact_at: Date | null;
  readonly transport: 'tcp' | 'udp' | 'http' | null;
  readonly address_family: 'ipv4' | 'ipv6' | null;
  readonly refused: readonly { readonly reason: string; readonly count: number; readonly last_at: string }[];
}

export async function connectionOf({ db, actor }: Viewer, unitId: number): Promise<Connection | undefined> {
  const { rows } = await sql<Connection>`SELECT * FROM unit_connection(${unitId}, ${actor.memberId})`.execute(db);
  return rows[0];
}

/** Commands that the tracker has not settled yet, and since when the first of them waits. */
export async function pendingCommandsOf({ db, actor }: Viewer, unitId: number): Promise<{ count: number; since: Date | null }> {
  return db
    .selectFrom('command')
    .where('account_id', '=', actor.accountId)
    .where('unit_id', '=', unitId)
    .where('state', 'in', ['waiting', 'sent', 'queued'])
    .select(({ fn }) => [sql<number>`${fn.countAll()}::integer`.as('count'), fn.min('created_at').as('since')])
    .executeTakeFirstOrThrow();
}

export const usersOf = ({ db, actor }: Viewer, unitId: number) =>
  db
    .selectFrom('unit_access')
    .innerJoin('member', 'member.id', 'unit_access.member_id')
    .where('unit_access.account_id', '=', actor.accountId)
    .where('unit_access.unit_id', '=', unitId)
    .where('member.removed_at', 'is', null)
    .select(['member.id', 'member.full_name'])
    .orderBy(byName('member.full_name'))
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
    .orderBy(byName('member.full_name'))
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
  if (from) changes = changes.where('unit_change.at', '>=', startOf(from, actor));
  if (to) changes = changes.where('unit_change.at', '<', endOf(to, actor));
  return changes.execute();
}

/** API-094: services that were recorded, as rows of the history; not those that were taken back. */
export function servicesOf({ db, actor }: Viewer, unitId: number, { from, to, limit }: Omit<ChangesWanted, 'fields'>) {
  let entries = db
    .selectFrom('service_entry')
    .innerJoin('service_plan', 'service_plan.id', 'service_entry.plan_id')
    .leftJoin('member', 'member.id', 'service_entry.member_id')
    .where('service_entry.account_id', '=', actor.accountId)
    .where('service_entry.unit_id', '=', unitId)
    .where('service_entry.removed_at', 'is', null)
    .select([
      'service_entry.recorded_at as at',
      sql<string>`'service'`.as('field'),
      sql<string>`''`.as('old_value'),
      sql<string>`coalesce(nullif(service_plan.name, ''), service_plan.kind)`.as('new_value'),
      sql<string>`''`.as('actor_name'),
      'member.full_name',
    ])
    .orderBy('service_entry.recorded_at', 'desc')
    .orderBy('service_entry.id', 'desc')
    .limit(limit);
  if (from) entries = entries.where('service_entry.recorded_at', '>=', startOf(from, actor));
  if (to) entries = entries.where('service_entry.recorded_at', '<', endOf(to, actor));
  return entries.execute();
}

/**
 * MODE-009: where theft mode began by a zone, and where it ended by itself, as rows of the history: what people turn on and off stands
 * among the changes. Of a moment that the viewer is told nothing of neither.
 */
export async function theftsOf({ db, actor }: Viewer, unitId: number, { from, to, limit }: Omit<ChangesWanted, 'fields'>) {
  const { rows } = await sql<Awaited<ReturnType<typeof changesOf>>[number]>`
    SELECT x.at, 'theft_mode' AS field, x.old_value, x.new_value, '' AS actor_name, NULL AS full_name FROM theft_mode t,
      LATERAL (VALUES (t.started_at, '', 'on', t.zone_name <> ''), (t.ended_at, 'on', '', t.ended_by_member_id IS NULL))
        AS x (at, old_value, new_value, is_by_itself)
    WHERE t.account_id = ${actor.accountId} AND t.unit_id = ${unitId} AND x.is_by_itself AND x.at IS NOT NULL
      AND NOT ${isWithheldAt(actor, sql`t.unit_id`, sql`x.at`)}
      ${from ? sql`AND x.at >= ${startOf(from, actor)}` : sql``} ${to ? sql`AND x.at < ${endOf(to, actor)}` : sql``}
    ORDER BY x.at DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Of a day of the account, and of the one after it. */
const startOf = (day: string, { timeZone }: Viewer['actor']) => sql<Date>`${day}::date::timestamp AT TIME ZONE ${timeZone}`;
const endOf = (day: string, { timeZone }: Viewer['actor']) => sql<Date>`(${day}::date + 1)::timestamp AT TIME ZONE ${timeZone}`;

/** UNIT-019: how units report by what their trackers confirmed, and what waits for them; those of which nothing is known are left out. */
export async function modesOf(
  { db, actor }: Viewer,
  unitId?: number,
): Promise<ReadonlyMap<number, { readonly mode: Mode | null; readonly requested_mode: Mode | null }>> {
  const { rows } = await sql<{ unit_id: number; mode: Mode | null; requested_mode: Mode | null }>`
    SELECT unit_id, max(mode) FILTER (WHERE active_from IS NOT NULL) AS mode, max(mode) FILTER (WHERE active_from IS NULL) AS requested_mode
    FROM unit_mode WHERE account_id = ${actor.accountId} AND (${unitId ?? null}::bigint IS NULL OR unit_id = ${unitId ?? null})
      AND active_until IS NULL AND given_up_at IS NULL GROUP BY unit_id`.execute(db);
  return new Map(rows.map(({ unit_id, ...modes }) => [unit_id, modes]));
}

/** What the rules of open matters and of contact ask of the units in use that the viewer sees, without the meters that the list shows. */
export const judgedUnits = ({ db, actor }: Viewer) =>
  visibleUnits({ db, actor })
    .leftJoin(fittedTrackers.as('fitted'), 'fitted.unit_id', 'unit.id')
    .leftJoin('unit_latest as l', 'l.unit_id', 'unit.id')
    .where('unit.retired_at', 'is', null)
    .select([
      'unit.id',
      'fitted.imei',
      'unit.name',
      'unit.registration_number',
      'unit.kind',
      'unit.fuel_type',
      'unit.consumption_per_10km',
      'unit.co2_g_per_km',
      bearsAccountName.as('bears_account_name'),
      // As on the map: of a tracker that was taken out, when the unit itself was last heard of.
      sql<Date | null>`greatest(fitted.last_contact_at, l.last_contact_at)`.as('last_contact_at'),
      'l.state',
      'l.report_interval_s',
      // Of units that are in nobody's private use the last trip is not looked for (migration 0053).
      sql<boolean>`CASE WHEN l.unit_id IS NULL OR l.private_use_of IS NOT NULL
        THEN ${isInPrivateUse(actor, sql.ref('unit.id'))} ELSE false END`.as('is_private'),
      sql<boolean>`EXISTS (SELECT FROM unit_reading r WHERE r.unit_id = unit.id AND r.kind = 'odometer' AND r.removed_at IS NULL)`.as(
        'has_odometer',
      ),
    ])
    .orderBy(byName('unit.name'))
    .orderBy('unit.id')
    .execute();
export type JudgedUnit = Awaited<ReturnType<typeof judgedUnits>>[number];

/** Those of the units whose operating hours are told. */
export async function unitsWithHours({ db, actor, now }: Viewer, unitIds: readonly number[]): Promise<Set<number>> {
  if (unitIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`SELECT u.id FROM unnest(${unitIds}::bigint[]) AS u (id)
    WHERE ${toldHours(actor, sql.ref('u.id'), now())} IS NOT NULL`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
