import { type Kysely, sql } from 'kysely';
import type { Db } from '../../../platform/database/db.generated.ts';
import { type Box, type PlaceVersion, placeTrip, type Placing, readRules, readSchedule, type TripToPlace } from './rules.ts';

interface VersionRow {
  account_id: number;
  place_id: number;
  valid_from: Date;
  valid_to: Date | null;
  removed_at: Date | null;
  place: Record<string, unknown>;
  rules: unknown;
  schedule: unknown;
}

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

const toVersion = (row: VersionRow): PlaceVersion => ({
  placeId: row.place_id,
  fromMs: row.valid_from.getTime(),
  toMs: row.valid_to?.getTime() ?? Infinity,
  madeMs: numberOr(row.place.madeMs, row.valid_from.getTime()),
  madeBy: typeof row.place.madeBy === 'number' ? row.place.madeBy : null,
  goneMs: row.removed_at?.getTime() ?? Infinity,
  latE7: numberOr(row.place.latE7, 0),
  lonE7: numberOr(row.place.lonE7, 0),
  radiusM: numberOr(row.place.radiusM, 0),
  position: numberOr(row.place.position, 0),
  unitIds: Array.isArray(row.place.unitIds) ? (row.place.unitIds as number[]) : null,
  rules: readRules(row.rules),
  schedule: readSchedule(row.schedule),
});

/** The places of accounts as they were at any moment from one instant to another, both counted. */
export async function placeVersions(
  db: Kysely<Db>,
  accountIds: readonly number[],
  { from, to }: { from: Date; to: Date | null },
): Promise<Map<number, PlaceVersion[]>> {
  const { rows } = await sql<VersionRow>`
    SELECT r.account_id, r.place_id, r.valid_from, r.valid_to, p.removed_at, r.place, r.rules, r.schedule
    FROM place_rule r JOIN place p ON p.id = r.place_id
    WHERE r.account_id = ANY (${accountIds}::bigint[]) AND (r.valid_to IS NULL OR (r.valid_to > ${from} AND r.valid_to > r.valid_from))
      AND (${to}::timestamptz IS NULL OR r.valid_from <= ${to}::timestamptz)
    ORDER BY r.place_id, r.valid_from`.execute(db);
  const found = Map.groupBy(rows, (row) => row.account_id);
  return new Map([...found].map(([accountId, list]) => [accountId, list.map(toVersion)]));
}

/** Accounts of units that have, or once had, a place. */
async function accountsWithPlaces(db: Kysely<Db>, unitIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT u.account_id AS id FROM unit u WHERE u.id = ANY (${unitIds}::bigint[])
      AND EXISTS (SELECT FROM place_rule r WHERE r.account_id = u.account_id)`.execute(db);
  return rows.map((row) => row.id);
}

/** A stored trip with what places made of it so far. */
export interface PlacedTrip extends TripToPlace, Placing {
  readonly id: number;
  readonly accountId: number;
  readonly isAttested: boolean;
  /** The type that stands, and whether something stronger than places decided it. */
  readonly shownType: string;
  readonly isDecidedAbove: boolean;
  readonly computedRule: string;
}

interface TripRow {
  id: number;
  account_id: number;
  unit_id: number;
  started_at: Date;
  ended_at: Date;
  is_ongoing: boolean;
  start_lat_e7: number | null;
  start_lon_e7: number | null;
  stop_lat_e7: number | null;
  stop_lon_e7: number | null;
  computed_type: string;
  computed_rule: string;
  edited_type: string | null;
  type: string;
  driver_member_id: number | null;
  attestation_id: number | null;
  start_place_id: number | null;
  stop_place_id: number | null;
  place_type: Placing['type'];
  place_rule: Placing['rule'];
  place_purpose: string;
  place_project: string;
  place_note: string;
}

const COLUMNS = sql`t.id, t.account_id, t.unit_id, t.started_at, t.ended_at, t.is_ongoing, t.start_lat_e7, t.start_lon_e7, t.stop_lat_e7, t.stop_lon_e7,
  t.computed_type, t.computed_rule, t.edited_type, t.type, t.driver_member_id, t.attestation_id, t.start_place_id, t.stop_place_id,
  t.place_type, t.place_rule, t.place_purpose, t.place_project, t.place_note`;

const pointOf = (lat: number | null, lon: number | null) => (lat === null || lon === null ? null : ([lat, lon] as const));

const toTrip = (row: TripRow): PlacedTrip => ({
  id: row.id,
  accountId: row.account_id,
  unitId: row.unit_id,
  startMs: row.started_at.getTime(),
  endMs: row.ended_at.getTime(),
  start: pointOf(row.start_lat_e7, row.start_lon_e7),
  stop: row.is_ongoing ? null : pointOf(row.stop_lat_e7, row.stop_lon_e7),
  computedType: row.computed_type,
  computedRule: row.computed_rule,
  driverId: row.driver_member_id,
  isAttested: row.attestation_id !== null,
  shownType: row.type,
  isDecidedAbove: row.edited_type !== null || row.computed_rule === 'switch',
  startPlaceId: row.start_place_id,
  stopPlaceId: row.stop_place_id,
  type: row.place_type,
  rule: row.place_rule,
  purpose: row.place_purpose,
  project: row.place_project,
  note: row.place_note,
});

/**
 * The next trips of an account, in order of time, that start from an instant on and have an end in one of the boxes; `after` is the last one
 * before.
 */
export async function tripsInBoxes(
  db: Kysely<Db>,
  { accountId, fromMs, boxes }: { accountId: number; fromMs: number; boxes: readonly Box[] },
  { after, limit }: { after: Pick<PlacedTrip, 'startMs' | 'id'> | undefined; limit: number },
): Promise<PlacedTrip[]> {
  const side = (of: (box: Box) => number) => boxes.map((box) => Math.round(of(box)));
  const { rows } = await sql<TripRow>`
    SELECT ${COLUMNS} FROM trip t
    WHERE t.account_id = ${accountId} AND t.started_at >= ${new Date(fromMs)}
      AND (t.started_at, t.id) > (${new Date(after?.startMs ?? fromMs)}::timestamptz, ${after?.id ?? 0}::bigint) AND EXISTS (
      SELECT FROM unnest(${side((box) => box.south)}::integer[], ${side((box) => box.north)}::integer[], ${side((box) => box.west)}::integer[],
        ${side((box) => box.east)}::integer[]) AS b (south, north, west, east)
      WHERE (t.start_lat_e7 BETWEEN b.south AND b.north AND t.start_lon_e7 BETWEEN b.west AND b.east)
        OR (t.stop_lat_e7 BETWEEN b.south AND b.north AND t.stop_lon_e7 BETWEEN b.west AND b.east))
    ORDER BY t.started_at, t.id LIMIT ${limit}`.execute(db);
  return rows.map(toTrip);
}

const FIELDS = ['startPlaceId', 'stopPlaceId', 'type', 'rule', 'purpose', 'project', 'note'] as const satisfies (keyof Placing)[];

/** Whether places make something else of a trip than they did. */
export const isPlacedAnew = (before: Placing, after: Placing): boolean => FIELDS.some((field) => before[field] !== after[field]);

/** The value that a person gave a field of trip `t` last; null when nobody did. */
const newestEdit = (field: string) => sql`(SELECT e.value FROM trip_edit e WHERE e.unit_id = t.unit_id AND e.field = ${field}
  AND e.anchor_at BETWEEN t.started_at AND t.ended_at AND e.manual_trip_id IS NOT DISTINCT FROM CASE WHEN t.is_manual THEN t.id END
  ORDER BY e.id DESC LIMIT 1)`;

/** Writes what places make of trips; an attested one stays as it is, and what a person said of a trip stands above. */
export async function savePlacings(db: Kysely<Db>, placings: readonly (Placing & { readonly id: number })[]): Promise<void> {
  if (placings.length === 0) return;
  const rows = placings.map(({ id, startPlaceId, stopPlaceId, type, rule, purpose, project, note }) => ({
    id,
    start_id: startPlaceId,
    stop_id: stopPlaceId,
    type,
    rule,
    purpose,
    project,
    note,
  }));
  await sql`
    UPDATE trip t SET start_place_id = x.start_id, stop_place_id = x.stop_id, place_type = x.type, place_rule = x.rule,
      place_purpose = x.purpose, place_project = x.project, place_note = x.note,
      purpose = coalesce(${newestEdit('purpose')}, x.purpose), project = coalesce(${newestEdit('project')}, x.project),
      note = coalesce(${newestEdit('note')}, x.note)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x (id bigint, start_id bigint, stop_id bigint, type text, rule text,
      purpose text, project text, note text)
    WHERE t.id = x.id AND t.attestation_id IS NULL`.execute(db);
}

/**
 * Lays the places over the trips of units that start within the spans given (milliseconds, both ends counted), by the places as they
 * were when each trip started: a rebuild makes the same of them as living through it did.
 */
export async function layPlaces(
  db: Kysely<Db>,
  spans: readonly { readonly unitId: number; readonly fromMs: number; readonly toMs: number }[],
): Promise<void> {
  const accountIds = await accountsWithPlaces(
    db,
    spans.map((span) => span.unitId),
  );
  if (accountIds.length === 0) return;
  const { rows } = await sql<TripRow>`
    SELECT ${COLUMNS} FROM (SELECT unit_id, min(from_at) AS from_at, max(to_at) AS to_at
      FROM unnest(${spans.map((s) => s.unitId)}::bigint[], ${spans.map((s) => new Date(s.fromMs))}::timestamptz[],
        ${spans.map((s) => new Date(s.toMs))}::timestamptz[]) AS s (unit_id, from_at, to_at) GROUP BY unit_id) w
    JOIN trip t ON t.unit_id = w.unit_id AND t.started_at BETWEEN w.from_at AND w.to_at
    WHERE t.account_id = ANY (${accountIds}::bigint[]) AND t.attestation_id IS NULL`.execute(db);
  if (rows.length === 0) return;
  const startMs = rows.map((row) => row.started_at.getTime());
  const versions = await placeVersions(db, accountIds, {
    from: new Date(startMs.reduce((a, b) => Math.min(a, b))),
    to: new Date(startMs.reduce((a, b) => Math.max(a, b))),
  });
  const placings = rows.map(toTrip).flatMap((trip) => {
    const placing = placeTrip(trip, versions.get(trip.accountId) ?? []);
    return isPlacedAnew(trip, placing) ? [{ ...placing, id: trip.id }] : [];
  });
  await savePlacings(db, placings);
}
