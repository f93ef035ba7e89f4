import { type Kysely, sql } from 'kysely';
import type { MemberActor } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { TagEffect } from './rules.ts';

/** A tag that a unit's tracker read. */
export interface Reading {
  readonly accountId: number;
  readonly unitId: number;
  readonly read: TagEffect;
}

/** Keeps readings of tags as events, each once however often its record is met, and when and where each tag was read last. */
export async function saveReadings(db: Kysely<Db>, readings: readonly Reading[], now: Date): Promise<void> {
  if (readings.length === 0) return;
  const rows = sql`jsonb_to_recordset(${JSON.stringify(
    readings.map(({ accountId, unitId, read }) => ({
      account_id: accountId,
      unit_id: unitId,
      at: new Date(read.atMs).toISOString(),
      read_at: new Date(read.readMs).toISOString(),
      tag: read.tag,
    })),
  )}::jsonb) AS x (account_id bigint, unit_id bigint, at timestamptz, read_at timestamptz, tag text)`;
  await sql`
    INSERT INTO driver_event AS e (account_id, unit_id, at, source, tag, read_at, recorded_at)
    SELECT account_id, unit_id, at, 'tag', tag, read_at, ${now} FROM ${rows}
    ON CONFLICT (unit_id, read_at) WHERE source = 'tag' DO UPDATE SET at = excluded.at, tag = excluded.tag
    WHERE (e.at, e.tag) IS DISTINCT FROM (excluded.at, excluded.tag)`.execute(db);
  await sql`
    INSERT INTO driver_tag AS t (account_id, tag, last_read_at, last_read_unit_id)
    SELECT DISTINCT ON (account_id, tag) account_id, tag, read_at, unit_id FROM ${rows} ORDER BY account_id, tag, read_at DESC
    ON CONFLICT ON CONSTRAINT driver_tag_once DO UPDATE SET last_read_at = excluded.last_read_at, last_read_unit_id = excluded.last_read_unit_id
    WHERE t.last_read_at IS NULL OR t.last_read_at < excluded.last_read_at`.execute(db);
}

/**
 * What a re-run read in a span of records (from, to) in place of what stood there: what is the same stays as it is, with what people
 * made of it. Answers the earliest instant from which another may drive now; null when nothing is different.
 */
export async function replaceReadings(
  db: Kysely<Db>,
  unit: { readonly accountId: number; readonly unitId: number },
  span: { readonly fromMs: number; readonly toMs: number },
  reads: readonly TagEffect[],
  now: Date,
): Promise<number | null> {
  const { rows: stored } = await sql<{ id: number; at: Date; read_at: Date; tag: string }>`
    SELECT id, at, read_at, tag FROM driver_event WHERE unit_id = ${unit.unitId} AND source = 'tag'
      AND read_at >= ${new Date(span.fromMs)} AND read_at < ${new Date(span.toMs)}`.execute(db);
  const keyOf = (tag: string, atMs: number, readMs: number): string => `${readMs} ${atMs} ${tag}`;
  const before = new Set(stored.map((row) => keyOf(row.tag, row.at.getTime(), row.read_at.getTime())));
  const after = new Set(reads.map((read) => keyOf(read.tag, read.atMs, read.readMs)));
  const readTimes = new Set(reads.map((read) => read.readMs));
  const gone = stored.filter((row) => !readTimes.has(row.read_at.getTime()));
  const moved = stored.filter((row) => !after.has(keyOf(row.tag, row.at.getTime(), row.read_at.getTime())));
  const fresh = reads.filter((read) => !before.has(keyOf(read.tag, read.atMs, read.readMs)));
  if (gone.length > 0) await sql`DELETE FROM driver_event WHERE id = ANY (${gone.map(({ id }) => id)}::bigint[])`.execute(db);
  await saveReadings(
    db,
    fresh.map((read) => ({ ...unit, read })),
    now,
  );
  const changed = [...moved.map((row) => row.at.getTime()), ...fresh.map((read) => read.atMs)];
  return changed.length === 0 ? null : Math.min(...changed);
}

export interface NewEvent {
  readonly unitId: number;
  readonly at: Date;
  /** Null: nobody from here on. */
  readonly memberId: number | null;
  readonly source: 'member' | 'qr';
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
  readonly givesCard?: boolean;
}

export async function insertEvent(db: Kysely<Db>, actor: MemberActor, event: NewEvent, now: Date): Promise<void> {
  await db
    .insertInto('driver_event')
    .values({
      account_id: actor.accountId,
      unit_id: event.unitId,
      at: event.at,
      member_id: event.memberId,
      source: event.source,
      actor_member_id: actor.memberId,
      recorded_at: now,
      lat_e7: event.lat === undefined ? null : Math.round(event.lat * 1e7),
      lon_e7: event.lng === undefined ? null : Math.round(event.lng * 1e7),
      gives_card: event.givesCard ?? false,
    })
    .execute();
}

/** Sets events aside: they decide about no trip any more. */
export async function supersede(db: Kysely<Db>, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length > 0) await sql`UPDATE driver_event SET superseded_at = ${at} WHERE id = ANY (${ids}::bigint[])`.execute(db);
}

export async function renewCode(db: Kysely<Db>, actor: MemberActor, unitId: number): Promise<void> {
  await sql`UPDATE unit SET check_in_code = replace(gen_random_uuid()::text, '-', '') WHERE id = ${unitId} AND account_id = ${actor.accountId}`.execute(
    db,
  );
}
