import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { co2KgOf, fuelOf, type FuelSums, fuelUnitOf, withUsed } from './rules.ts';

const ALIASES = { consumption_per_10km: 'was_consumption', co2_g_per_km: 'was_co2' } as const;

/**
 * The spans in which a figure of the account's units was another than it is now, from the units' history: a figure counts from the
 * day on which it was stated, the first one for all that was driven before, and one that was replaced within seven days was a slip
 * and never counted (decision 0033). Instants are midnights in the account's zone, so that a day has one figure, as it has one rate.
 */
const formerFigures = (actor: MemberActor, field: keyof typeof ALIASES) => sql`LEFT JOIN (
    SELECT unit_id, value, until, lag(until, 1, '-infinity') OVER (PARTITION BY unit_id ORDER BY until, id) AS since
    FROM (
      SELECT c.id, c.unit_id, nullif(c.old_value, '')::numeric AS value,
        c.at - lag(c.at) OVER (PARTITION BY c.unit_id ORDER BY c.at, c.id) AS stood,
        (c.at AT TIME ZONE ${actor.timeZone})::date::timestamp AT TIME ZONE ${actor.timeZone} AS until
      FROM unit_change c
      WHERE c.unit_id = ANY (ARRAY(SELECT id FROM unit WHERE account_id = ${actor.accountId})) AND c.field = ${field}
    ) stated
    WHERE value IS NOT NULL AND (stood IS NULL OR stood >= interval '7 days')
  ) ${sql.ref(ALIASES[field])} ON ${sql.ref(ALIASES[field])}.unit_id = t.unit_id
    AND t.started_at >= ${sql.ref(ALIASES[field])}.since AND t.started_at < ${sql.ref(ALIASES[field])}.until`;

/** FEAT-001: when fuel was off for the account's units; a trip that began then tells nothing of it. */
const withoutFuel = (actor: MemberActor) => sql`
  LEFT JOIN feature_off_spans(ARRAY(SELECT id FROM unit WHERE account_id = ${actor.accountId}), 'fuel') no_fuel
    ON no_fuel.unit_id = t.unit_id AND t.started_at >= no_fuel.from_at AND t.started_at < no_fuel.to_at`;

/** Beside a trip `t` and its unit `u`: what `CONSUMPTION` and `CO2` read. */
export const fuelJoins = (actor: MemberActor): RawBuilder<unknown> =>
  sql`${formerFigures(actor, 'consumption_per_10km')} ${formerFigures(actor, 'co2_g_per_km')} ${withoutFuel(actor)}`;

/** Litres or kWh per 10 km that held for the unit when the trip began; null where nobody has stated it. */
export const CONSUMPTION = sql`CASE WHEN no_fuel.unit_id IS NULL THEN coalesce(was_consumption.value, u.consumption_per_10km) END`;
/** Grams per km, likewise. */
export const CO2 = sql`CASE WHEN no_fuel.unit_id IS NULL THEN coalesce(was_co2.value, u.co2_g_per_km) END`;

/** What held of each trip's unit when it began; looked up for the rows of a page, as the join costs something for each trip of a year. */
export async function figuresOf(
  db: Kysely<Db>,
  actor: MemberActor,
  tripIds: readonly number[],
): Promise<Map<number, { consumption_per_10km: number | null; co2_g_per_km: number | null }>> {
  const { rows } = await sql<{ id: number; consumption_per_10km: number | null; co2_g_per_km: number | null }>`
    SELECT t.id, ${CONSUMPTION}::float8 AS consumption_per_10km, ${CO2}::float8 AS co2_g_per_km
    FROM trip t JOIN unit u ON u.id = t.unit_id ${fuelJoins(actor)} WHERE t.id = ANY (${tripIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** `fuelSums` of many trips, counted where they lie (a test holds the two together); `metres` is the distance of one. */
export const fuelTotals = (metres: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (sum(${metres} * ${CONSUMPTION}) FILTER (WHERE u.fuel_type IS DISTINCT FROM 'electric') / 10000)::float8 AS fuel_l,
  (sum(${metres} * ${CONSUMPTION}) FILTER (WHERE u.fuel_type = 'electric') / 10000)::float8 AS electricity_kwh,
  (sum(${metres} * ${CO2}) / 1000000)::float8 AS co2_kg`;

/** What of the fuel of units is known before any trip is read. */
export interface FuelFacts {
  /** Whether a consumption or CO2 was ever stated of any of them. */
  has_figures: boolean;
  /** Units whose figures were others once, or that had fuel switched off: theirs differ from trip to trip. */
  refigured_ids: number[];
}

/** In SQL, as columns: `FuelFacts` of the units, an array of their ids. */
export const fuelFacts = (unitIds: RawBuilder<unknown>): RawBuilder<unknown> => {
  const changed = sql`FROM unit_change c WHERE c.unit_id = ANY (${unitIds}) AND c.field IN ('consumption_per_10km', 'co2_g_per_km')`;
  return sql`(EXISTS (SELECT FROM unit u WHERE u.id = ANY (${unitIds}) AND (u.consumption_per_10km IS NOT NULL OR u.co2_g_per_km IS NOT NULL))
      OR EXISTS (SELECT ${changed})) AS has_figures,
    ARRAY(SELECT c.unit_id ${changed} UNION SELECT f.unit_id FROM feature_off_spans(${unitIds}, 'fuel') f) AS refigured_ids`;
};

/** The sums of trips of which only the distance by unit is known; of units whose figures differ they are counted trip by trip. */
export async function fuelOfUnits(
  { db, actor }: { readonly db: Kysely<Db>; readonly actor: MemberActor },
  { has_figures, refigured_ids }: FuelFacts,
  driven: readonly { readonly unitId: number; readonly distanceM: number }[],
  trips: { readonly from: RawBuilder<unknown>; readonly where: RawBuilder<unknown>; readonly metres: RawBuilder<unknown> },
): Promise<FuelSums> {
  const none: FuelSums = { fuel_l: null, electricity_kwh: null, co2_kg: null };
  if (!has_figures || driven.length === 0) return none;
  const metres = new Map(driven.map((unit) => [unit.unitId, unit.distanceM]));
  const units = await db
    .selectFrom('unit')
    .where('id', 'in', [...metres.keys()])
    .select(['id', 'fuel_type', 'consumption_per_10km', 'co2_g_per_km'])
    .execute();
  const sums = units
    .filter(({ id }) => !refigured_ids.includes(id))
    .reduce((sum, { id, fuel_type, consumption_per_10km, co2_g_per_km }) => {
      const distanceM = metres.get(id) ?? 0;
      return withUsed(sum, {
        fuel: fuelOf(distanceM, numberOr(consumption_per_10km)),
        fuel_unit: fuelUnitOf(fuel_type),
        co2_kg: co2KgOf(distanceM, numberOr(co2_g_per_km)),
      });
    }, none);
  if (!refigured_ids.some((id) => metres.has(id))) return sums;
  const { rows } = await sql<FuelSums>`
    SELECT ${fuelTotals(trips.metres)} ${trips.from} JOIN unit u ON u.id = t.unit_id ${fuelJoins(actor)}
    WHERE ${trips.where} AND t.unit_id = ANY (${refigured_ids}::bigint[])`.execute(db);
  const [rest = none] = rows;
  const plus = (a: number | null, b: number | null) => (a === null ? b : a + (b ?? 0));
  return {
    fuel_l: plus(sums.fuel_l, rest.fuel_l),
    electricity_kwh: plus(sums.electricity_kwh, rest.electricity_kwh),
    co2_kg: plus(sums.co2_kg, rest.co2_kg),
  };
}

const numberOr = (value: number | string | null): number | null => (value === null ? null : Number(value));
