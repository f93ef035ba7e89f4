import { sql, type Kysely } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { Cell } from './rules.ts';

export interface CachedAddress {
  /** Null: the provider knows of no address here. */
  readonly label: string | null;
  readonly isApproximate: boolean;
}

/** The nearest unexpired answer among the given cells, the first cell preferred, exact answers before approximate ones. */
export async function findInCells(
  db: Kysely<Db>,
  cells: readonly Cell[],
  language: string,
  now: Date,
): Promise<CachedAddress | undefined> {
  const { rows } = await sql<{ label: string | null; is_approximate: boolean }>`
    SELECT g.label, g.is_approximate
    FROM unnest(${cells.map((c) => c.latE4)}::integer[], ${cells.map((c) => c.lonE4)}::integer[]) WITH ORDINALITY AS c (lat_e4, lon_e4, rank)
    JOIN geo_cache g USING (lat_e4, lon_e4)
    WHERE g.language = ${language} AND g.expires_at > ${now}
    ORDER BY g.is_approximate, c.rank LIMIT 1`.execute(db);
  return rows[0] && { label: rows[0].label, isApproximate: rows[0].is_approximate };
}

/** Keeps an answer; a later one for the same cell and language replaces it. */
export async function save(
  db: Kysely<Db>,
  entry: { cell: Cell; language: string; provider: string; address: CachedAddress; now: Date; expiresAt: Date },
): Promise<void> {
  const { cell, language, provider, address, now, expiresAt } = entry;
  const row = {
    provider,
    label: address.label,
    payload: JSON.stringify({}),
    is_approximate: address.isApproximate,
    fetched_at: now,
    expires_at: expiresAt,
  };
  await db
    .insertInto('geo_cache')
    .values({ lat_e4: cell.latE4, lon_e4: cell.lonE4, language, ...row })
    .onConflict((conflict) => conflict.columns(['lat_e4', 'lon_e4', 'language']).doUpdateSet(row))
    .execute();
}

/** An address stays with a unit while it is about where it was: 0.0005 degrees of latitude, some 50 m. */
const SAME_PLACE_E7 = 5000;

export interface UndescribedUnit {
  readonly unitId: number;
  readonly accountId: AccountId;
  readonly latE7: number;
  readonly lonE7: number;
  readonly isMoving: boolean;
}

/**
 * Units whose address is missing or was asked for elsewhere. With `retryBefore`, also those that have stood still with an
 * approximate address since before then. Those that stand first, then those never described, then those farthest from where it was
 * asked, so that each of a large moving fleet has its turn.
 */
export async function unitsToDescribe(db: Kysely<Db>, limit: number, retryBefore: Date | null): Promise<UndescribedUnit[]> {
  const { rows } = await sql<UndescribedUnit>`
    SELECT unit_id AS "unitId", account_id AS "accountId", lat_e7 AS "latE7", lon_e7 AS "lonE7", state = 'moving' AS "isMoving"
    FROM unit_latest
    WHERE lat_e7 IS NOT NULL AND EXISTS (SELECT FROM unit u WHERE u.id = unit_latest.unit_id AND u.resolves_addresses) AND (address IS NULL OR address_lat_e7 IS NULL
      OR abs(lat_e7 - address_lat_e7) > ${SAME_PLACE_E7} OR abs(lon_e7 - address_lon_e7) > ${2 * SAME_PLACE_E7}
      OR (address_is_approximate AND state <> 'moving' AND changed_at < ${retryBefore}::timestamptz))
    ORDER BY (state = 'moving'), abs(lat_e7 - address_lat_e7) + abs(lon_e7 - address_lon_e7) DESC NULLS FIRST, unit_id LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

export interface DescribedUnit extends UndescribedUnit, CachedAddress {}

/**
 * Writes addresses. Rows that the projector holds at this moment are left for the next time, or waited for where there is none. Answers
 * the units whose address is another.
 */
export async function describeUnits(
  db: Kysely<Db>,
  units: readonly DescribedUnit[],
  { isPatient = false }: { isPatient?: boolean } = {},
): Promise<number[]> {
  if (units.length === 0) return [];
  const { rows } = await sql<{ unit_id: number; is_other: boolean }>`
    WITH before AS (
      SELECT unit_id, address FROM unit_latest WHERE unit_id = ANY(${units.map((u) => u.unitId)}::bigint[]) FOR UPDATE ${isPatient ? sql`` : sql`SKIP LOCKED`})
    UPDATE unit_latest l SET address = d.label, address_is_approximate = d.approximate, address_lat_e7 = d.lat, address_lon_e7 = d.lon
    FROM before, unnest(${units.map((u) => u.unitId)}::bigint[], ${units.map((u) => u.label ?? '')}::text[], ${units.map((u) => u.isApproximate)}::boolean[],
      ${units.map((u) => u.latE7)}::integer[], ${units.map((u) => u.lonE7)}::integer[]) AS d (unit_id, label, approximate, lat, lon)
    WHERE l.unit_id = d.unit_id AND l.unit_id = before.unit_id
    RETURNING l.unit_id, before.address IS DISTINCT FROM d.label AS is_other`.execute(db);
  return rows.filter((row) => row.is_other).map((row) => row.unit_id);
}

/** Of ended trips those that led to where their unit still stands: it has not been driven since, and lies within the same place. */
export async function unitsAtEnds(db: Kysely<Db>, ends: readonly DescribedEnd[]): Promise<DescribedUnit[]> {
  const stops = ends.filter(({ which }) => which === 'stop');
  if (stops.length === 0) return [];
  const { rows } = await sql<{ tripId: number }>`
    SELECT t.id AS "tripId" FROM trip t JOIN unit_latest l ON l.unit_id = t.unit_id
    WHERE t.id = ANY(${stops.map(({ tripId }) => tripId)}::bigint[]) AND NOT t.is_ongoing AND l.state <> 'moving'
      AND abs(l.lat_e7 - t.stop_lat_e7) <= ${SAME_PLACE_E7} AND abs(l.lon_e7 - t.stop_lon_e7) <= ${2 * SAME_PLACE_E7}
      AND NOT EXISTS (SELECT FROM trip later WHERE later.unit_id = t.unit_id AND later.started_at > t.started_at)`.execute(db);
  return stops.filter(({ tripId }) => rows.some((row) => row.tripId === tripId)).map((stop) => ({ ...stop, isMoving: false }));
}

export interface UndescribedEnd {
  readonly tripId: number;
  readonly unitId: number;
  readonly accountId: AccountId;
  readonly which: 'start' | 'stop';
  readonly latE7: number;
  readonly lonE7: number;
  /** Of a start: where the trip before it ended. */
  readonly endedLatE7: number | null;
  readonly endedLonE7: number | null;
}

/**
 * In SQL: where the trip before `t` ended. Private ones are passed over: who drove off privately and came back must not be known by the
 * address of the trip after it.
 */
const ENDED_BEFORE = sql`LEFT JOIN LATERAL (SELECT p.stop_lat_e7 AS lat, p.stop_lon_e7 AS lon FROM trip p
  WHERE p.unit_id = t.unit_id AND p.account_id = t.account_id AND p.started_at < t.started_at AND p.type <> 'private' AND NOT p.is_ongoing
  ORDER BY p.started_at DESC LIMIT 1) before ON e.which = 'start'`;

/** Ends of trips that have coordinates and no address yet, the newest trips first. What was attested stays as it was (ATT-012). */
export async function endsToDescribe(db: Kysely<Db>, limit: number): Promise<UndescribedEnd[]> {
  const { rows } = await sql<UndescribedEnd>`
    SELECT t.id AS "tripId", t.unit_id AS "unitId", t.account_id AS "accountId", e.which, e.lat AS "latE7", e.lon AS "lonE7",
      before.lat AS "endedLatE7", before.lon AS "endedLonE7"
    FROM (SELECT * FROM trip
      WHERE ((start_address IS NULL AND start_lat_e7 IS NOT NULL) OR (stop_address IS NULL AND stop_lat_e7 IS NOT NULL AND NOT is_ongoing))
        AND attestation_id IS NULL AND EXISTS (SELECT FROM unit u WHERE u.id = trip.unit_id AND u.resolves_addresses)
      ORDER BY started_at DESC LIMIT ${limit}) t
    CROSS JOIN LATERAL (VALUES ('start', t.start_address, t.start_lat_e7, t.start_lon_e7),
      ('stop', t.stop_address, CASE WHEN t.is_ongoing THEN NULL ELSE t.stop_lat_e7 END, t.stop_lon_e7)) AS e (which, address, lat, lon)
    ${ENDED_BEFORE}
    WHERE e.address IS NULL AND e.lat IS NOT NULL`.execute(db);
  return rows;
}

/** Ends of recent trips that have only a nearest place, for when a provider answers again. */
export async function approximateEnds(db: Kysely<Db>, since: Date, limit: number): Promise<UndescribedEnd[]> {
  const { rows } = await sql<UndescribedEnd>`
    SELECT t.id AS "tripId", t.unit_id AS "unitId", t.account_id AS "accountId", e.which, e.lat AS "latE7", e.lon AS "lonE7",
      before.lat AS "endedLatE7", before.lon AS "endedLonE7"
    FROM trip t
    CROSS JOIN LATERAL (VALUES ('start', t.start_address_is_approximate, t.start_lat_e7, t.start_lon_e7),
      ('stop', t.stop_address_is_approximate, t.stop_lat_e7, t.stop_lon_e7)) AS e (which, approximate, lat, lon)
    ${ENDED_BEFORE}
    WHERE t.started_at >= ${since} AND NOT t.is_ongoing AND t.attestation_id IS NULL AND e.approximate
      AND EXISTS (SELECT FROM unit u WHERE u.id = t.unit_id AND u.resolves_addresses) AND e.lat IS NOT NULL
    ORDER BY t.started_at DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export interface DescribedEnd extends UndescribedEnd, CachedAddress {}

/** Writes the addresses of trip ends that still lie where they were asked for. */
export async function describeEnds(db: Kysely<Db>, ends: readonly DescribedEnd[]): Promise<void> {
  for (const which of ['start', 'stop'] as const) {
    const those = ends.filter((end) => end.which === which);
    if (those.length === 0) continue;
    const [address, approximate, lat, lon] = [
      `${which}_address`,
      `${which}_address_is_approximate`,
      `${which}_lat_e7`,
      `${which}_lon_e7`,
    ].map((name) => sql.ref(name));
    await sql`
      UPDATE trip t SET ${address} = d.label, ${approximate} = d.approximate
      FROM unnest(${those.map((e) => e.tripId)}::bigint[], ${those.map((e) => e.label ?? '')}::text[], ${those.map((e) => e.isApproximate)}::boolean[],
        ${those.map((e) => e.latE7)}::integer[], ${those.map((e) => e.lonE7)}::integer[]) AS d (id, label, approximate, lat, lon)
      WHERE t.id = d.id AND t.attestation_id IS NULL AND t.${lat} = d.lat AND t.${lon} = d.lon
        AND t.id IN (SELECT id FROM trip WHERE id = ANY(${those.map((e) => e.tripId)}::bigint[]) FOR UPDATE SKIP LOCKED)`.execute(
      db,
    );
  }
}
