import { addDays } from '@spora/calendar/days';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PlanKind } from '@spora/contract/maintenance/endpoints';
import type { UnitKind } from '@spora/contract/units/values';
import type { AccountId, MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import * as readings from '../readings/read-model.ts';
import { type Meters, USE_SPAN_DAYS, usePerDay } from './rules.ts';
import { featureIsOn } from '../../../core/fleet/unit-features.ts';
import type { Viewer as PrivateViewer } from '../../../core/fleet/private-use.ts';
import { visibleUnits } from '../../../core/fleet/visible-units.ts';
import { byName } from '../../../platform/database/name-order.ts';

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

/** What the meters of units show the actor, and how fast they go (SRV-003), by the unit's id. */
export async function metersOf(
  db: Kysely<Db>,
  actor: PrivateViewer['actor'] & { readonly accountId: number },
  unitIds: readonly number[],
  { now, today }: { now: Date; today: string },
): Promise<ReadonlyMap<number, Meters>> {
  const shown = await readings.metersOf(db, actor, unitIds, now);
  const used = await useOf(db, actor.accountId, unitIds, today);
  return new Map([...shown].map(([id, meters]) => [id, { ...meters, ...(used.get(id) ?? { mPerDay: null, sPerDay: null }) }]));
}

type Use = Pick<Meters, 'mPerDay' | 'sPerDay'>;

/** In SQL: how long a unit (`unit`) ran on a day (`d`), by what its hours are counted from. */
const ranS = sql`CASE unit.hours_source WHEN 'ignition' THEN d.ignition_s WHEN 'input1' THEN d.input1_s
  WHEN 'input2' THEN d.input2_s WHEN 'input3' THEN d.input3_s WHEN 'input4' THEN d.input4_s ELSE d.engine_s END`;

/** Whole days only; a day on which nothing was driven or run has no row and counts as well. */
async function useOf(
  db: Kysely<Db>,
  accountId: number,
  unitIds: readonly number[],
  today: string,
): Promise<ReadonlyMap<number, Use>> {
  if (unitIds.length === 0) return new Map();
  const from = addDays(today, -USE_SPAN_DAYS);
  const { rows } = await sql<{
    id: number;
    metres: number;
    seconds: number;
    driven_since: string | null;
    run_since: string | null;
  }>`
    SELECT unit.id, driven.metres::float8 AS metres, ran.seconds::float8 AS seconds,
      (SELECT min(first.day) FROM unit_day first WHERE first.unit_id = unit.id) AS driven_since,
      (SELECT min(first.day) FROM unit_running_day first WHERE first.unit_id = unit.id) AS run_since
    FROM unit
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(d.business_m + d.private_m + d.other_m), 0) AS metres
      FROM unit_day d WHERE d.unit_id = unit.id AND d.day >= ${from}::date AND d.day < ${today}::date
    ) driven
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(${ranS}), 0) AS seconds
      FROM unit_running_day d WHERE d.unit_id = unit.id AND d.day >= ${from}::date AND d.day < ${today}::date
    ) ran
    WHERE unit.account_id = ${accountId} AND unit.id = ANY (${unitIds}::bigint[])`.execute(db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        mPerDay: usePerDay(row.metres, row.driven_since, today),
        sPerDay: usePerDay(row.seconds, row.run_since, today),
      },
    ]),
  );
}

/**
 * How far a unit went, in metres, and how long it ran, in seconds, on the days after one. Null where the day lies before the first that is
 * known of: what it did before then nobody recorded.
 */
export async function usedSince(
  db: Kysely<Db>,
  accountId: number,
  unitId: number,
  day: string,
): Promise<{ readonly metres: number | null; readonly seconds: number | null }> {
  const { rows } = await sql<{ metres: number | null; seconds: number | null }>`
    SELECT (SELECT CASE WHEN min(d.day) <= ${day}::date + 1 THEN coalesce(sum(d.business_m + d.private_m + d.other_m) FILTER (WHERE d.day > ${day}::date), 0) END
        FROM unit_day d WHERE d.unit_id = unit.id)::float8 AS metres,
      (SELECT CASE WHEN min(d.day) <= ${day}::date + 1 THEN coalesce(sum(${ranS}) FILTER (WHERE d.day > ${day}::date), 0) END
        FROM unit_running_day d WHERE d.unit_id = unit.id)::float8 AS seconds
    FROM unit WHERE unit.account_id = ${accountId} AND unit.id = ${unitId}`.execute(db);
  return rows[0] ?? { metres: null, seconds: null };
}

const fittedTrackers = sql<{ unit_id: number; imei: string }>`account_trackers()`;

/** The units in use that the viewer may see, as the overview names them. */
export const overviewUnits = (viewer: Viewer) =>
  visibleUnits(viewer)
    .leftJoin(fittedTrackers.as('fitted'), 'fitted.unit_id', 'unit.id')
    .where('unit.retired_at', 'is', null)
    .where(featureIsOn('service', 'unit'))
    .select(['unit.id', 'fitted.imei', 'unit.name', 'unit.registration_number', 'unit.department'])
    .select(sql<UnitKind>`unit.kind`.as('kind'))
    .orderBy(byName('unit.name'))
    .orderBy('unit.id')
    .execute();

/**
 * Units with plans that may be due: by kilometres or hours, which their meters decide, or by their months. Others cannot be, so that their
 * meters are not read.
 */
export async function unitsThatMayBeDue({ db, actor }: Viewer, today: string): Promise<Set<number>> {
  const { rows } = await sql<{ unit_id: number }>`
    SELECT DISTINCT p.unit_id FROM service_plan p
    WHERE p.account_id = ${actor.accountId} AND p.removed_at IS NULL AND p.done_on IS NULL AND (
      p.interval_km IS NOT NULL AND p.last_done_m IS NOT NULL OR p.interval_hours IS NOT NULL AND p.last_done_s IS NOT NULL
      OR (p.last_done_on + make_interval(months => p.interval_months))::date - p.warn_days <= ${today}::date)`.execute(db);
  return new Set(rows.map(({ unit_id }) => unit_id));
}

/** What was done on a unit and not taken back, newest first, with the names of plans that are gone too. */
export const entriesOf = (db: Kysely<Db>, accountId: AccountId, unitId: number) =>
  db
    .selectFrom('service_entry as entry')
    .innerJoin('service_plan as plan', 'plan.id', 'entry.plan_id')
    .leftJoin('member', 'member.id', 'entry.member_id')
    .where('entry.account_id', '=', accountId)
    .where('entry.unit_id', '=', unitId)
    .where('entry.removed_at', 'is', null)
    .select([
      'entry.id',
      'entry.plan_id',
      sql<PlanKind>`plan.kind`.as('kind'),
      'plan.name',
      'entry.done_on',
      'entry.odometer_m',
      'entry.hours_s',
      'entry.workshop',
      sql<number | null>`entry.cost`.as('cost'),
      'entry.currency',
      'entry.note',
      'entry.member_id',
      'member.full_name',
      'entry.recorded_at',
    ])
    .orderBy('entry.done_on', 'desc')
    .orderBy('entry.id', 'desc')
    .execute();

/** What webhooks are told of plans that became due. */
export const dueFacts = (planIds: readonly number[], now: Date): RawBuilder<unknown> => sql`
  SELECT p.account_id, p.unit_id, 'service-' || p.id || '-' || p.watched_state || '-' || extract(epoch FROM ${now}::timestamptz)::bigint
    AS event_id, ${now}::timestamptz AS occurred_at,
    jsonb_build_object('plan_id', p.id, 'name', p.name, 'kind', p.kind, 'state', p.watched_state) AS data
  FROM service_plan p WHERE p.id = ANY (${planIds}::bigint[]) AND p.watched_state IN ('due-soon', 'overdue')`;
