import { type RawBuilder, sql } from 'kysely';
import { visibleAmong } from '../../core/fleet/visible-units.ts';
import type { Span } from '../../core/log/spans.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { KNOWN_FOR_MS } from './rules.ts';

interface Sum {
  readonly n: number;
  readonly sum: number;
  readonly min: number | null;
  readonly max: number | null;
  /** Seconds for which values held until the next one, and these values, each as often as its seconds. */
  readonly heldS: number;
  readonly heldSum: number;
}

/** What a sensor told in a stretch of time. */
export interface PointRow {
  readonly at: Date;
  readonly temperature: Sum;
  readonly humidity: Sum;
  /** As it was last. */
  readonly magnet: boolean | null;
}

export interface Asked {
  readonly sensorId: number;
  readonly from: Date;
  readonly to: Date;
  readonly stepS: number;
  readonly unitIds: readonly number[];
  /** When the viewer is told nothing of a unit. */
  readonly masked: readonly { readonly unitId: number; readonly spans: readonly Span[] }[];
}

/** The settings of a sensor that the viewer sees, without what it told; undefined where they see none. `unitId` null: it is paired with none. */
export async function seenSensor(
  ctx: MemberCtx,
  sensorId: number,
): Promise<{ readonly unitId: number | null; readonly settings: unknown } | undefined> {
  const { rows } = await sql<{ unit_id: number | null; settings: unknown }>`
    SELECT p.unit_id, (SELECT x.settings FROM sensor_setting x WHERE x.sensor_id = s.id AND x.valid_from <= ${ctx.now()}
      ORDER BY x.valid_from DESC LIMIT 1) AS settings
    FROM sensor s LEFT JOIN sensor_pairing p ON p.sensor_id = s.id AND p.ended_at IS NULL
    WHERE s.id = ${sensorId} AND s.account_id = ${ctx.actor.accountId} AND s.removed_at IS NULL`.execute(ctx.db);
  const [found] = rows;
  // One unit is asked about, not whether it is among all that there are.
  if (!found || (found.unit_id !== null && (await visibleAmong(ctx, [found.unit_id])).length === 0)) return undefined;
  return { unitId: found.unit_id, settings: found.settings };
}

/** What a sensor was set to up to a time, the newest first. */
export async function settingsUntil(
  { db, actor }: MemberCtx,
  sensorId: number,
  to: Date,
): Promise<{ from: Date; settings: unknown }[]> {
  const { rows } = await sql<{ from: Date; settings: unknown }>`
    SELECT x.valid_from AS from, x.settings FROM sensor_setting x
    WHERE x.sensor_id = ${sensorId} AND x.account_id = ${actor.accountId} AND x.valid_from <= ${to} ORDER BY x.valid_from DESC`.execute(
    db,
  );
  return rows;
}

/** The units that heard a sensor since a time, those that the viewer sees. */
export async function heardUnits(ctx: MemberCtx, sensorId: number, from: Date): Promise<number[]> {
  const { rows } = await sql<{ unit_id: number }>`
    SELECT DISTINCT d.unit_id FROM sensor_day d
    WHERE d.sensor_id = ${sensorId} AND d.account_id = ${ctx.actor.accountId} AND d.day >= (${from}::timestamptz AT TIME ZONE 'UTC')::date`.execute(
    ctx.db,
  );
  return rows.length === 0
    ? []
    : visibleAmong(
        ctx,
        rows.map(({ unit_id }) => unit_id),
      );
}

const finite = (ms: number, otherwise: number): Date => new Date(Number.isFinite(ms) ? ms : otherwise);
const spansOf = ({ masked, from, to }: Asked) => {
  const all = masked.flatMap(({ unitId, spans }) => spans.map((span) => ({ unitId, ...span })));
  const after = to.getTime() + 86_400_000;
  return sql`unnest(${all.map(({ unitId }) => unitId)}::bigint[], ${all.map(({ fromMs }) => finite(fromMs, from.getTime()))}::timestamptz[],
    ${all.map(({ toMs }) => finite(toMs, after))}::timestamptz[]) AS m (unit_id, from_at, to_at)`;
};

interface Row {
  readonly at: Date;
  readonly tn: number;
  readonly ts: number;
  readonly tmin: number | null;
  readonly tmax: number | null;
  readonly theld: number;
  readonly theldsum: number;
  readonly hn: number;
  readonly hs: number;
  readonly hmin: number | null;
  readonly hmax: number | null;
  readonly hheld: number;
  readonly hheldsum: number;
  readonly magnet: boolean | null;
}

const pointOf = ({ at, magnet, ...of }: Row): PointRow => ({
  at,
  temperature: { n: of.tn, sum: of.ts, min: of.tmin, max: of.tmax, heldS: of.theld, heldSum: of.theldsum },
  humidity: { n: of.hn, sum: of.hs, min: of.hmin, max: of.hmax, heldS: of.hheld, heldSum: of.hheldsum },
  magnet,
});

const KNOWN_FOR = sql`make_interval(secs => ${KNOWN_FOR_MS / 1000})`;

/** In SQL: the seconds from a reading `r` until the unit's next one that tells the measure, no longer than its UTC day, none of the newest; as the projection counts them. */
const heldOf = (column: 'temperature_c' | 'humidity_pct'): RawBuilder<number> => {
  const value = sql.ref(`r.${column}`);
  return sql`CASE WHEN ${value} IS NOT NULL THEN extract(epoch FROM
    least(coalesce(lead(r.at) OVER (PARTITION BY r.unit_id, ${value} IS NULL ORDER BY r.at), r.at) - r.at, ${KNOWN_FOR},
      date_trunc('day', r.at, 'UTC') + interval '24 hours' - r.at))::float8 END`;
};

/** Readings of up to 30 days, in stretches; those of times that are not told left out. */
export async function readingsOf({ db }: MemberCtx, asked: Asked): Promise<PointRow[]> {
  const { sensorId, from, to, stepS, unitIds } = asked;
  const { rows } = await sql<Row>`
    WITH told AS (
      SELECT r.at, r.temperature_c, r.humidity_pct, r.magnet, ${heldOf('temperature_c')} AS t_held, ${heldOf('humidity_pct')} AS h_held
      FROM sensor_reading r
      WHERE r.sensor_id = ${sensorId} AND r.at >= ${from} AND r.at <= ${to} AND r.unit_id = ANY (${[...unitIds]}::bigint[])
        AND NOT EXISTS (SELECT FROM ${spansOf(asked)} WHERE m.unit_id = r.unit_id AND r.at >= m.from_at AND r.at < m.to_at)
    )
    SELECT date_bin(make_interval(secs => ${stepS}), r.at, '2000-01-01Z') AS at,
      count(r.temperature_c)::int AS tn, coalesce(sum(r.temperature_c::float8), 0) AS ts, min(r.temperature_c) AS tmin, max(r.temperature_c) AS tmax,
      count(r.humidity_pct)::int AS hn, coalesce(sum(r.humidity_pct::float8), 0) AS hs, min(r.humidity_pct) AS hmin, max(r.humidity_pct) AS hmax,
      coalesce(sum(r.t_held), 0) AS theld, coalesce(sum(r.temperature_c::float8 * r.t_held), 0) AS theldsum,
      coalesce(sum(r.h_held), 0) AS hheld, coalesce(sum(r.humidity_pct::float8 * r.h_held), 0) AS hheldsum,
      (array_agg(r.magnet ORDER BY r.at DESC) FILTER (WHERE r.magnet IS NOT NULL))[1] AS magnet
    FROM told r GROUP BY 1 ORDER BY 1`.execute(db);
  return rows.map(pointOf);
}

/**
 * In SQL: what values of a day held. Of a day that is written without (before migration 0092, and its records are gone) each value is taken
 * to have held as long as one can, all of them no longer than the day.
 */
const heldOfDay = (of: 'temperature' | 'humidity', as: { readonly held: string; readonly sum: string }) => {
  const [n, sum] = [sql.ref(`d.${of}_n`), sql.ref(`d.${of}_sum`)];
  const held = sql`least(86400, ${n} * ${KNOWN_FOR_MS / 1000}::float8)`;
  return sql`sum(coalesce(${sql.ref(`d.${of}_held_s`)}, ${held})) AS ${sql.ref(as.held)},
    sum(coalesce(${sql.ref(`d.${of}_held_sum`)}, ${sum} / nullif(${n}, 0) * ${held}, 0)) AS ${sql.ref(as.sum)}`;
};

/** The figures of days; of a day of which not all is told there are none. */
export async function daysOf({ db }: MemberCtx, asked: Asked): Promise<PointRow[]> {
  const { sensorId, from, unitIds } = asked;
  const { rows } = await sql<Row>`
    SELECT d.day::timestamp AT TIME ZONE 'UTC' AS at, sum(d.temperature_n)::int AS tn, sum(d.temperature_sum) AS ts,
      min(d.temperature_min) AS tmin, max(d.temperature_max) AS tmax, sum(d.humidity_n)::int AS hn, sum(d.humidity_sum) AS hs,
      min(d.humidity_min) AS hmin, max(d.humidity_max) AS hmax,
      ${heldOfDay('temperature', { held: 'theld', sum: 'theldsum' })}, ${heldOfDay('humidity', { held: 'hheld', sum: 'hheldsum' })}, NULL::boolean AS magnet
    FROM sensor_day d
    WHERE d.sensor_id = ${sensorId} AND d.day >= (${from}::timestamptz AT TIME ZONE 'UTC')::date AND d.unit_id = ANY (${[...unitIds]}::bigint[])
      AND NOT EXISTS (SELECT FROM ${spansOf(asked)} WHERE m.unit_id = d.unit_id
        AND m.from_at < (d.day + 1)::timestamp AT TIME ZONE 'UTC' AND m.to_at > d.day::timestamp AT TIME ZONE 'UTC')
    GROUP BY d.day ORDER BY d.day`.execute(db);
  return rows.map(pointOf);
}

/** A stretch of readings on one side of the limits. */
export interface OutsideRow {
  readonly side: 'above' | 'below';
  readonly from: Date;
  readonly lasted_s: number;
  /** The value furthest beyond the limit. */
  readonly furthest: number;
  /** It holds the newest reading, which is no older than KNOWN_FOR_MS. */
  readonly goes_on: boolean;
}

/** When a measure lay beyond its limits, of the readings of up to 30 days that are told. */
export async function outsideOf(
  { db }: MemberCtx,
  asked: Asked,
  column: 'temperature_c' | 'humidity_pct',
  { low, high }: { readonly low: number | null; readonly high: number | null },
): Promise<OutsideRow[]> {
  const { sensorId, from, to, unitIds } = asked;
  const value = sql.ref(`r.${column}`);
  const { rows } = await sql<OutsideRow>`
    WITH told AS (
      SELECT r.at, ${value} AS value, CASE WHEN ${value} > ${high}::real THEN 'above' WHEN ${value} < ${low}::real THEN 'below' END AS side FROM sensor_reading r
      WHERE r.sensor_id = ${sensorId} AND r.at >= ${from} AND r.at <= ${to} AND r.unit_id = ANY (${[...unitIds]}::bigint[]) AND ${value} IS NOT NULL
        AND NOT EXISTS (SELECT FROM ${spansOf(asked)} WHERE m.unit_id = r.unit_id AND r.at >= m.from_at AND r.at < m.to_at)
    ), beside AS (
      SELECT at, value, side, lag(side) OVER w IS DISTINCT FROM side OR at - lag(at) OVER w > ${KNOWN_FOR} AS begins,
        lead(at) OVER w IS NULL AS is_newest, coalesce(lead(at) OVER w, ${to}::timestamptz) - at AS lasts
      FROM told WINDOW w AS (ORDER BY at)
    ), stretch AS (SELECT *, count(*) FILTER (WHERE begins) OVER (ORDER BY at) AS n FROM beside)
    SELECT side, min(at) AS from, coalesce(sum(extract(epoch FROM lasts)) FILTER (WHERE lasts <= ${KNOWN_FOR}), 0)::float8 AS lasted_s,
      CASE side WHEN 'above' THEN max(value) ELSE min(value) END AS furthest, bool_or(is_newest AND lasts <= ${KNOWN_FOR}) AS goes_on
    FROM stretch WHERE side IS NOT NULL GROUP BY n, side ORDER BY 2`.execute(db);
  return rows;
}
