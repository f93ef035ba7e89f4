import { REPORTING_MODES_S } from '../../core/fleet/reporting-modes.ts';
import { type Kysely, sql } from 'kysely';
import type { MemberActor } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { keepFromNewMembers } from './joined-later-api.ts';
import { layPlaces } from './placing/api.ts';
import { anchorsOf } from './rules.ts';
import type { UnitSpan } from './unit-days-api.ts';

/**
 * Lays everything that stands over what the machine computed on the trips of units that start in the spans given: the newest edit
 * of each field whose anchor the trip covers, who was checked in when it started, the places at its ends, which two are shown as one.
 * Attested trips stay.
 */
export async function layOver(db: Kysely<Db>, spans: readonly UnitSpan[]): Promise<void> {
  if (spans.length === 0) return;
  const ofTrip = sql`e.anchor_at BETWEEN t.started_at AND t.ended_at AND e.manual_trip_id IS NOT DISTINCT FROM CASE WHEN t.is_manual THEN t.id END`;
  const newest = (field: string) => sql`(SELECT e.value FROM trip_edit e WHERE e.unit_id = t.unit_id AND e.field = ${field}
    AND ${ofTrip} ORDER BY e.id DESC LIMIT 1)`;
  const wanted = sql`(SELECT id, min(from_at) AS from_at, max(to_at) AS to_at
    FROM unnest(${spans.map((s) => s.unitId)}::bigint[], ${spans.map((s) => new Date(s.fromMs))}::timestamptz[],
      ${spans.map((s) => new Date(s.toMs))}::timestamptz[]) AS s (id, from_at, to_at) GROUP BY id)`;
  await sql`
    UPDATE trip t SET edited_type = ${newest('type')}, purpose = coalesce(${newest('purpose')}, t.place_purpose),
      note = coalesce(${newest('note')}, t.place_note), project = coalesce(${newest('project')}, t.place_project),
      visited = coalesce(${newest('visited')}, ''), passengers = coalesce(${newest('passengers')}::jsonb, '[]'),
      odometer_explanation = nullif(${newest('odometer')}, '')::jsonb,
      edited_driver_id = ${newest('driver')}::bigint,
      checked_in_driver_id = (SELECT driver_of(e) FROM driver_event e WHERE e.id = newest_driver_event(t.unit_id, t.started_at)),
      edited_at = (SELECT max(e.at) FROM trip_edit e WHERE e.unit_id = t.unit_id AND ${ofTrip})
    FROM ${wanted} w
    WHERE t.unit_id = w.id AND t.started_at BETWEEN w.from_at AND w.to_at AND t.attestation_id IS NULL`.execute(db);
  await layPlaces(db, spans);
  await keepFromNewMembers(db, spans);
  await layMerges(
    db,
    spans.map((s) => s.unitId),
  );
  await tellOnlyReportingMode(
    db,
    spans.map((s) => s.unitId),
  );
}

/**
 * Decision 0042: of a unit that has got a private trip only its way of reporting is told, from that moment on and not from the next report.
 */
const tellOnlyReportingMode = (db: Kysely<Db>, unitIds: readonly number[]): Promise<unknown> =>
  sql`UPDATE unit_latest l SET report_interval_s = m.mode_s
    FROM unit_latest k CROSS JOIN LATERAL (SELECT min(mode) AS mode_s FROM unnest(${[...REPORTING_MODES_S]}::integer[]) AS mode
      WHERE mode >= k.report_interval_s) m
    WHERE k.unit_id = ANY (${[...new Set(unitIds)]}::bigint[]) AND l.unit_id = k.unit_id AND l.report_interval_s < m.mode_s
      AND EXISTS (SELECT FROM trip p WHERE p.unit_id = l.unit_id AND p.type = 'private')`.execute(db);

/**
 * TRIP-007: the second trip of a merge points to the first; a merge whose trips a re-run made one, or took away, shows nothing, and
 * neither does one whose trips have different drivers or types by now: one row would tell of the second what is the first's
 * (TRIP-032), and count its distance under another type.
 */
export async function layMerges(db: Kysely<Db>, unitIds: readonly number[]): Promise<void> {
  await sql`
    WITH wanted AS (
      SELECT DISTINCT ON (second.id) second.id, first.id AS into_id
      FROM trip_merge m
      JOIN trip first ON first.unit_id = m.unit_id AND m.first_anchor_at BETWEEN first.started_at AND first.ended_at AND NOT first.is_ongoing
      JOIN trip second ON second.unit_id = m.unit_id AND m.second_anchor_at BETWEEN second.started_at AND second.ended_at AND NOT second.is_ongoing
      WHERE m.unit_id = ANY (${unitIds}::bigint[]) AND m.ended_at IS NULL AND first.id <> second.id
        AND first.type = second.type AND first.driver_member_id IS NOT DISTINCT FROM second.driver_member_id
      ORDER BY second.id, m.id DESC
    )
    -- Those that point somewhere or should: looked for by themselves, or every trip that the units ever made is read.
    UPDATE trip t SET merged_into_id = c.into_id
    FROM (
      SELECT id, into_id FROM wanted
      UNION ALL
      SELECT old.id, NULL FROM trip old WHERE old.merged_into_id IS NOT NULL AND old.unit_id = ANY (${unitIds}::bigint[])
        AND NOT EXISTS (SELECT FROM wanted w WHERE w.id = old.id)
    ) c
    WHERE t.id = c.id AND t.merged_into_id IS DISTINCT FROM c.into_id AND t.attestation_id IS NULL`.execute(db);
}

/** The same for trips that the machine has just begun or ended, of units that have something to be laid over them. */
export async function layOverChanged(db: Kysely<Db>, spans: readonly UnitSpan[]): Promise<void> {
  if (spans.length === 0) return;
  const units = await unitsWithOverlays(db, [...new Set(spans.map((span) => span.unitId))]);
  await layOver(
    db,
    spans.filter((span) => units.has(span.unitId)),
  );
}

/** Units of these that have something to lay over trips: a check-in, or a place. */
async function unitsWithOverlays(db: Kysely<Db>, unitIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM unnest(${unitIds}::bigint[]) AS u (id)
    WHERE EXISTS (SELECT FROM driver_event e WHERE e.unit_id = u.id AND e.superseded_at IS NULL)
      OR EXISTS (SELECT FROM unit JOIN place_rule r ON r.account_id = unit.account_id WHERE unit.id = u.id)`.execute(db);
  return new Set(rows.map((row) => row.id));
}

export interface NewEdit {
  readonly unitId: number;
  readonly anchor: Date;
  readonly field: string;
  readonly oldValue: string;
  readonly value: string;
  /** Of a trip that was entered by hand. */
  readonly manualTripId: number | null;
}

/** Who drives a trip from now on, and who did; null is nobody. Of all its parts, should it be divided. */
export function driverEdits(
  unitId: number,
  trip: { readonly id: number; readonly started_at: Date; readonly ended_at: Date; readonly is_manual: boolean },
  { was, is }: { readonly was: number | null; readonly is: number | null },
): NewEdit[] {
  const span = { fromMs: trip.started_at.getTime(), toMs: trip.ended_at.getTime() };
  return anchorsOf('driver', { isManual: trip.is_manual, ...span }).map((anchor) => ({
    unitId,
    anchor,
    field: 'driver',
    oldValue: String(was ?? 0),
    value: String(is ?? 0),
    manualTripId: trip.is_manual ? trip.id : null,
  }));
}

/** A statement takes so many values at most, and an edit is nine of them. */
const EDITS_AT_ONCE = 5_000;

export async function insertEdits(db: Kysely<Db>, actor: MemberActor, edits: readonly NewEdit[], at: Date): Promise<void> {
  for (let from = 0; from < edits.length; from += EDITS_AT_ONCE)
    await db
      .insertInto('trip_edit')
      .values(
        edits.slice(from, from + EDITS_AT_ONCE).map((edit) => ({
          account_id: actor.accountId,
          unit_id: edit.unitId,
          anchor_at: edit.anchor,
          field: edit.field,
          old_value: edit.oldValue,
          value: edit.value,
          manual_trip_id: edit.manualTripId,
          actor_member_id: actor.memberId,
          at,
        })),
      )
      .execute();
}
