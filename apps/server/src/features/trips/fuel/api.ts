import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

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
