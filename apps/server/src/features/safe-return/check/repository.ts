import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CheckResult } from '@spora/contract/safe-return/endpoints';
import { featureIsOn } from '../../../core/fleet/unit-features.ts';
import { fittedIn } from '../../../core/log/partitions.ts';
import { readTrackerRange } from '../../../core/log/read-log.ts';
import type { AccountId } from '../../../platform/ctx.ts';
import { int8Array, timestamptzArray } from '../../../platform/database/binary-array.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { Home, StoredSchedule } from '../rules.ts';
import { lookBackMs, type Sighting, sightingOf } from './rules.ts';

/** A unit whose check is due. */
export interface DueHome extends StoredSchedule, Home {
  readonly unit_id: number;
  readonly account_id: AccountId;
  readonly next_at: Date;
  readonly is_phone: boolean;
  readonly report_interval_s: number;
  readonly last_contact_at: Date | null;
  /** The newest that is believed. */
  readonly time: Date | null;
  readonly at_lat_e7: number | null;
  readonly at_lon_e7: number | null;
  /** It is in use, and its account and itself have safe return home. */
  readonly is_watched: boolean;
}

/** Units whose check came before a moment, taken by this transaction alone. */
export const dueHomes = (db: Kysely<Db>, before: Date, limit: number): Promise<DueHome[]> =>
  homesWhere(db, sql<boolean>`s.next_at <= ${before}`, limit);

/** Units whose check comes after a moment and not after another, and before which nobody was reminded; not of one that is not needed. */
export const homesToRemind = (db: Kysely<Db>, after: Date, until: Date, limit: number): Promise<DueHome[]> =>
  homesWhere(
    db,
    sql<boolean>`s.next_at > ${after} AND s.next_at <= ${until} AND s.reminded_of IS DISTINCT FROM s.next_at
      AND NOT EXISTS (SELECT FROM safe_home_check k WHERE k.unit_id = s.unit_id AND k.at = s.next_at)`,
    limit,
  );

/** Each is reminded of once, whatever came of it. */
export async function noteReminded(db: Kysely<Db>, unitIds: readonly number[]): Promise<void> {
  await sql`UPDATE safe_home SET reminded_of = next_at WHERE unit_id = ANY (${int8Array(unitIds)}::bigint[])`.execute(db);
}

async function homesWhere(db: Kysely<Db>, condition: RawBuilder<boolean>, limit: number): Promise<DueHome[]> {
  const { rows } = await sql<DueHome>`
    SELECT s.unit_id, s.account_id, s.next_at, s.schedule, s.frequency, s.start_date::text, s.time_zone, s.lat_e7, s.lon_e7, s.radius_m,
      u.kind = 'phone' AS is_phone, coalesce(l.report_interval_s, 0) AS report_interval_s, l.last_contact_at, l.time,
      l.lat_e7 AS at_lat_e7, l.lon_e7 AS at_lon_e7,
      u.retired_at IS NULL AND c.closed_at IS NULL AND c.safe_return_home AND ${featureIsOn('safe-return')}
        AND EXISTS (SELECT FROM fitting f WHERE f.unit_id = s.unit_id AND f.during @> s.next_at) AS is_watched
    FROM safe_home s JOIN unit u ON u.id = s.unit_id JOIN account c ON c.id = s.account_id LEFT JOIN unit_latest l ON l.unit_id = s.unit_id
    WHERE ${condition} ORDER BY s.next_at, s.unit_id LIMIT ${limit} FOR UPDATE OF s SKIP LOCKED`.execute(db);
  return rows;
}

/** Whether a unit's alarms of safe return home are on, by what was said of it at a moment. */
export async function isRaisedAt(db: Kysely<Db>, unitId: number, at: Date): Promise<boolean> {
  const { rows } = await sql<{ on: boolean }>`
    SELECT coalesce((SELECT (s.settings -> 'alarms' ->> 'safe-home-missed')::boolean FROM unit_setting s
      WHERE s.unit_id = ${unitId} AND s.valid_from <= ${at} ORDER BY s.valid_from DESC LIMIT 1), true) AS on`.execute(db);
  return rows[0]?.on ?? true;
}

/** What was known of a unit at a moment, by its log; what is older than the log is asked about, by its latest position. */
export async function sightingAt(db: Kysely<Db>, unit: DueHome, at: Date): Promise<Sighting> {
  const from = new Date(at.getTime() - lookBackMs(unit.report_interval_s));
  const until = at.getTime() + 1;
  let found: Sighting = { heardMs: null, place: null };
  const spans = await fittedIn(db, unit.unit_id, from, at);
  for (const { trackerId, fromMs, toMs } of spans) {
    const span = {
      fromMs: Math.max(from.getTime(), fromMs ?? -Infinity),
      toMs: Math.min(until, toMs ?? Infinity),
    };
    const seen = sightingOf(await readTrackerRange(db, trackerId, span), unit.is_phone);
    if ((seen.heardMs ?? -1) > (found.heardMs ?? -1)) found = { heardMs: seen.heardMs, place: seen.place ?? found.place };
  }
  const contactMs = unit.last_contact_at && unit.last_contact_at <= at ? unit.last_contact_at.getTime() : null;
  const isOlder = unit.time !== null && unit.time <= at && unit.at_lat_e7 !== null && unit.at_lon_e7 !== null;
  return {
    heardMs: Math.max(found.heardMs ?? -1, contactMs ?? -1) < 0 ? null : Math.max(found.heardMs ?? -1, contactMs ?? -1),
    place: found.place ?? (isOlder ? { latE7: unit.at_lat_e7 ?? 0, lonE7: unit.at_lon_e7 ?? 0 } : null),
  };
}

export interface NewCheck {
  readonly accountId: number;
  readonly unitId: number;
  readonly atMs: number;
  readonly result: CheckResult;
  readonly isOpen: boolean;
}

/** Writes what checks came to, each once; one that was skipped stays so. Answers those that are told of, as unit and time. */
export async function saveChecks(
  db: Kysely<Db>,
  checks: readonly NewCheck[],
  now: Date,
): Promise<{ unit_id: number; at: Date }[]> {
  if (checks.length === 0) return [];
  const { rows } = await sql<{ unit_id: number; at: Date; result: CheckResult }>`
    INSERT INTO safe_home_check AS c (account_id, unit_id, at, result, judged_at, is_open)
    SELECT x.account_id, x.unit_id, x.at, x.result, ${now}, x.is_open
    FROM unnest(${int8Array(checks.map(({ accountId }) => accountId))}::bigint[], ${int8Array(checks.map(({ unitId }) => unitId))}::bigint[],
      ${timestamptzArray(checks.map(({ atMs }) => atMs))}::timestamptz[], ${checks.map(({ result }) => result)}::text[],
      ${checks.map(({ isOpen }) => isOpen)}::boolean[]) AS x (account_id, unit_id, at, result, is_open)
    ON CONFLICT (unit_id, at) DO UPDATE SET judged_at = ${now} WHERE c.judged_at IS NULL
    RETURNING unit_id, at, result`.execute(db);
  return rows.filter(({ result }) => result === 'away' || result === 'unknown');
}

export async function setNext(
  db: Kysely<Db>,
  next: readonly { readonly unitId: number; readonly at: Date | null }[],
): Promise<void> {
  await sql`UPDATE safe_home s SET next_at = x.at FROM unnest(${int8Array(next.map(({ unitId }) => unitId))}::bigint[],
    ${next.map(({ at }) => at)}::timestamptz[]) AS x (unit_id, at) WHERE s.unit_id = x.unit_id`.execute(db);
}

/** A unit that missed a check and has not come home since. */
export interface AwaitedHome extends Home {
  readonly unit_id: number;
  readonly account_id: AccountId;
  /** The last check that it missed. */
  readonly missed_at: Date;
  readonly is_on: boolean;
  readonly time: Date | null;
  readonly at_lat_e7: number | null;
  readonly at_lon_e7: number | null;
}

export async function awaitedHomes(db: Kysely<Db>): Promise<AwaitedHome[]> {
  const { rows } = await sql<AwaitedHome>`
    SELECT c.unit_id, c.account_id, max(c.at) AS missed_at, coalesce(s.is_on, false) AS is_on, s.lat_e7, s.lon_e7, s.radius_m,
      l.time, l.lat_e7 AS at_lat_e7, l.lon_e7 AS at_lon_e7
    FROM safe_home_check c LEFT JOIN safe_home s ON s.unit_id = c.unit_id LEFT JOIN unit_latest l ON l.unit_id = c.unit_id
    WHERE c.is_open GROUP BY c.unit_id, c.account_id, s.unit_id, l.unit_id`.execute(db);
  return rows;
}

export async function closeChecks(
  db: Kysely<Db>,
  over: readonly { readonly unitId: number; readonly homeAt: Date | null }[],
): Promise<void> {
  await sql`UPDATE safe_home_check c SET is_open = false, home_at = x.at
    FROM unnest(${int8Array(over.map(({ unitId }) => unitId))}::bigint[], ${over.map(({ homeAt }) => homeAt)}::timestamptz[]) AS x (unit_id, at)
    WHERE c.unit_id = x.unit_id AND c.is_open`.execute(db);
}

export const dropChecks = (db: Kysely<Db>, before: Date) => db.deleteFrom('safe_home_check').where('at', '<', before).execute();
