import { type Kysely, sql } from 'kysely';
import type { PlanKind } from '@spora/contract/service';
import type { AccountId, MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.generated.ts';
import { visibleUnits } from '../../units/api.ts';
import { daysLater, type Meters, USE_SPAN_DAYS, usePerDay } from './rules.ts';

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

/** What the meters of units show and how fast they go, by the unit's id; a unit that never told anything is not among them. */
export async function metersOf(
  db: Kysely<Db>,
  accountId: number,
  unitIds: readonly number[],
  today: string,
): Promise<ReadonlyMap<number, Meters>> {
  if (unitIds.length === 0) return new Map();
  const from = daysLater(today, -USE_SPAN_DAYS);
  const { rows } = await sql<{
    id: number;
    odometer_m: number | null;
    hours_s: number | null;
    metres: number;
    driving_s: number;
    counted_since: string | null;
  }>`SELECT unit.id, (latest.named ->> 'odometer_m')::double precision AS odometer_m,
       (latest.named ->> 'operating_hours_s')::double precision AS hours_s,
       coalesce(use.metres, 0)::double precision AS metres, coalesce(use.driving_s, 0)::double precision AS driving_s,
       (SELECT min(first.day) FROM unit_day first WHERE first.unit_id = unit.id) AS counted_since
     FROM unit
     LEFT JOIN unit_latest latest ON latest.unit_id = unit.id
     LEFT JOIN LATERAL (
       SELECT sum(d.business_m + d.private_m + d.other_m) AS metres, sum(d.driving_s) AS driving_s
       FROM unit_day d WHERE d.unit_id = unit.id AND d.day >= ${from}::date AND d.day < ${today}::date
     ) use ON true
     WHERE unit.account_id = ${accountId} AND unit.id = ANY (${unitIds}::bigint[])`.execute(db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        odometerM: row.odometer_m,
        hoursS: row.hours_s,
        mPerDay: usePerDay(row.metres, row.counted_since, today),
        sPerDay: usePerDay(row.driving_s, row.counted_since, today),
      },
    ]),
  );
}

const fittedTrackers = sql<{ unit_id: number; imei: string }>`account_trackers()`;

/** The units in use that the viewer may see, as the overview names them. */
export const overviewUnits = (viewer: Viewer) =>
  visibleUnits(viewer)
    .leftJoin(fittedTrackers.as('fitted'), 'fitted.unit_id', 'unit.id')
    .where('unit.retired_at', 'is', null)
    .select(['unit.id', 'fitted.imei', 'unit.name', 'unit.registration_number', 'unit.department'])
    .orderBy('unit.name')
    .orderBy('unit.id')
    .execute();

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

export async function currencyOf(db: Kysely<Db>, accountId: AccountId): Promise<string> {
  const { currency } = await db.selectFrom('account').where('id', '=', accountId).select('currency').executeTakeFirstOrThrow();
  return currency;
}
