import { type AlarmClass, type AlarmKind, OVERRIDING_KINDS, UNTOLD_AFTER_S } from '@spora/contract/alarms/kinds';
import { LOG_MAX_MONTHS } from '@spora/contract/limits';
import type { Language } from '@spora/messages/languages';
import { type Kysely, sql } from 'kysely';
import { isWatercraftKind } from '../../../core/fleet/watercraft.ts';
import { type AccountId, NOBODY } from '../../../platform/ctx.ts';
import { int8Array, timestamptzArray } from '../../../platform/database/binary-array.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { announceAlarms } from '../centre/live.ts';
import type { LastTold, Telling } from './rules.ts';

/** Something that happened, before anybody is told. */
export interface NewAlarm {
  readonly accountId: number;
  /** Null of what concerns the account as a whole. */
  readonly unitId: number | null;
  readonly kind: AlarmKind;
  readonly subject: string;
  /** The same of the same occurrence. */
  readonly key: string;
  readonly atMs: number;
  /** Null while it lasts. */
  readonly endedMs: number | null;
  readonly latE7: number | null;
  readonly lonE7: number | null;
  readonly details: Readonly<Record<string, unknown>>;
}
export interface JudgedAlarm extends NewAlarm {
  readonly class: AlarmClass;
  readonly telling: Telling;
}

/** What `NewAlarm`s of the same unit, kind and subject have in common, those of private use apart. */
export const streamOf = (
  { unitId, kind, subject }: Pick<NewAlarm, 'unitId' | 'kind' | 'subject'>,
  isOfPrivateUse: boolean,
): string => `${unitId ?? ''} ${isOfPrivateUse} ${kind} ${subject}`;

/** Keys of alarms that are there already. */
export async function knownKeys(db: Kysely<Db>, accountId: number, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('alarm')
    .where('account_id', '=', accountId)
    .where('dedup_key', 'in', [...keys])
    .select('dedup_key')
    .execute();
  return new Set(rows.map(({ dedup_key }) => dedup_key));
}

/**
 * In SQL: whether an alarm is of private use, so that others are told its day only (TRIP-032). Of these and of the others a quiet time is
 * counted apart: an alarm that is not sent because of a withheld one would tell when that one was.
 */
const isPrivate = (alarm: string) =>
  sql<boolean>`CASE WHEN ${sql.ref(`${alarm}.unit_id`)} IS NULL OR ${sql.ref(`${alarm}.kind`)} = ANY (${OVERRIDING_KINDS}::text[]) THEN false
    ELSE is_withheld_at(${sql.ref(`${alarm}.unit_id`)}, ${NOBODY}, ${sql.ref(`${alarm}.at`)}) END`;

/** Which of the alarms are of private use, by their keys. */
export async function privateAmong(db: Kysely<Db>, alarms: readonly NewAlarm[]): Promise<Set<string>> {
  const asked = alarms.filter(({ unitId, kind }) => unitId !== null && !OVERRIDING_KINDS.includes(kind));
  if (asked.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    SELECT x.key FROM unnest(${asked.map(({ key }) => key)}::text[], ${int8Array(asked.map(({ unitId }) => unitId ?? 0))}::bigint[],
      ${timestamptzArray(asked.map(({ atMs }) => atMs))}::timestamptz[]) AS x (key, unit_id, at)
    WHERE is_withheld_at(x.unit_id, ${NOBODY}, x.at)`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** The longest quiet time, before what is not told any more for being late: an alarm from before says nothing of a new one. */
const COUNTED_MS = 2 * UNTOLD_AFTER_S * 1000;

/** The newest that was told of each stream that the alarms belong to. */
export async function lastTold(db: Kysely<Db>, alarms: readonly NewAlarm[], now: Date): Promise<Map<string, LastTold>> {
  const since = new Date(now.getTime() - COUNTED_MS);
  const { rows } = await sql<{
    unit_id: number;
    kind: AlarmKind;
    subject: string;
    at: Date;
    message_at: Date;
    is_private: boolean;
  }>`
    SELECT DISTINCT ON (a.unit_id, a.kind, a.subject, p.is_private) a.unit_id, a.kind, a.subject, a.at, p.is_private,
      coalesce(a.summed_up_at, a.noticed_at) AS message_at
    FROM (SELECT DISTINCT unit_id, kind, subject FROM unnest(${int8Array(alarms.map(({ unitId }) => unitId ?? 0))}::bigint[],
      ${alarms.map(({ kind }) => kind)}::text[], ${alarms.map(({ subject }) => subject)}::text[]) AS x (unit_id, kind, subject)) x
    JOIN alarm a ON a.unit_id = x.unit_id AND a.kind = x.kind AND a.subject = x.subject AND a.telling = 'told'
      AND (a.at > ${since} OR coalesce(a.summed_up_at, a.noticed_at) > ${since}),
      LATERAL (SELECT ${isPrivate('a')} AS is_private) p
    ORDER BY a.unit_id, a.kind, a.subject, p.is_private, a.noticed_at DESC, a.at DESC`.execute(db);
  return new Map(
    rows.map(({ unit_id, kind, subject, at, message_at, is_private }) => [
      streamOf({ unitId: unit_id, kind, subject }, is_private),
      { atMs: at.getTime(), messageMs: message_at.getTime() },
    ]),
  );
}

/** The brands of the accounts that alarms belong to, by account. */
export async function brandsOf(db: Kysely<Db>, alarms: readonly Pick<NewAlarm, 'accountId'>[]): Promise<Map<number, number>> {
  const ids = [...new Set(alarms.map(({ accountId }) => accountId))];
  const rows = await db.selectFrom('account').where('id', 'in', ids).select(['id', 'subsite_id']).execute();
  return new Map(rows.map(({ id, subsite_id }) => [id, subsite_id]));
}

/** In SQL: whether a unit `u` is muted. */
export const isMuted = (now: Date) =>
  sql`EXISTS (SELECT FROM unit_alarm_mute k WHERE k.unit_id = u.id AND k.until > ${now}::timestamptz)`;

/** Until when units are muted, in UTC milliseconds. */
export async function mutesOf(db: Kysely<Db>, unitIds: readonly number[], now: Date): Promise<Map<number, number>> {
  if (unitIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('unit_alarm_mute')
    .where('unit_id', 'in', [...new Set(unitIds)])
    .where('until', '>', now)
    .select(['unit_id', 'until'])
    .execute();
  return new Map(rows.map(({ unit_id, until }) => [unit_id, until.getTime()]));
}

/** Writes alarms, each key once; answers those that were not there, in no order. */
export async function insertAlarms(
  db: Kysely<Db>,
  alarms: readonly JudgedAlarm[],
  now: Date,
): Promise<{ id: number; key: string }[]> {
  const { rows } = await sql<{ id: number; key: string }>`
    INSERT INTO alarm (account_id, unit_id, kind, class, subject, dedup_key, at, noticed_at, ended_at, lat_e7, lon_e7, details, telling)
    SELECT x.account_id, nullif(x.unit_id, 0), x.kind, x.class, x.subject, x.key, x.at, ${now}, x.ended_at, x.lat_e7, x.lon_e7, x.details, x.telling
    FROM unnest(${int8Array(alarms.map((a) => a.accountId))}::bigint[], ${int8Array(alarms.map((a) => a.unitId ?? 0))}::bigint[],
      ${alarms.map((a) => a.kind)}::text[], ${alarms.map((a) => a.class)}::text[], ${alarms.map((a) => a.subject)}::text[],
      ${alarms.map((a) => a.key)}::text[], ${timestamptzArray(alarms.map((a) => a.atMs))}::timestamptz[],
      ${alarms.map((a) => (a.endedMs === null ? null : new Date(a.endedMs)))}::timestamptz[],
      ${alarms.map((a) => a.latE7)}::int4[], ${alarms.map((a) => a.lonE7)}::int4[],
      ${alarms.map((a) => JSON.stringify(a.details))}::jsonb[], ${alarms.map((a) => a.telling)}::text[])
      AS x (account_id, unit_id, kind, class, subject, key, at, ended_at, lat_e7, lon_e7, details, telling)
    ON CONFLICT ON CONSTRAINT alarm_dedup DO NOTHING RETURNING id, dedup_key AS key`.execute(db);
  return rows;
}

/** Names of units by their ids. */
export async function unitNames(db: Kysely<Db>, unitIds: readonly number[]): Promise<Map<number, string>> {
  if (unitIds.length === 0) return new Map();
  const rows = await db.selectFrom('unit').select(['id', 'name']).where('id', 'in', unitIds).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Counts repeats to the newest alarm of their stream that was told. */
export async function countRepeats(db: Kysely<Db>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    WITH repeated AS (
      UPDATE alarm r SET repeats_id = (SELECT t.id FROM alarm t WHERE t.unit_id = r.unit_id AND t.kind = r.kind AND t.subject = r.subject
        AND t.telling = 'told' AND ${isPrivate('t')} = ${isPrivate('r')} ORDER BY t.noticed_at DESC, t.at DESC LIMIT 1)
      WHERE r.id = ANY (${int8Array(ids)}::bigint[]) RETURNING r.repeats_id)
    UPDATE alarm t SET repeats = t.repeats + x.n
    FROM (SELECT repeats_id, count(*)::integer AS n FROM repeated GROUP BY repeats_id) x WHERE t.id = x.repeats_id`.execute(db);
}

export interface Ending {
  readonly unitId: number;
  readonly kind: AlarmKind;
  readonly subject: string;
  readonly endedMs: number;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * What lasted until then is over; what was measured at worst is laid over what was known. A tracker that was out of reach tells of many
 * endings at once: each alarm has the first one after it. Open screens are told.
 */
export async function endAlarms(db: Kysely<Db>, endings: readonly Ending[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    WITH ending AS (SELECT * FROM unnest(${int8Array(endings.map(({ unitId }) => unitId))}::bigint[],
      ${endings.map(({ kind }) => kind)}::text[], ${endings.map(({ subject }) => subject)}::text[],
      ${timestamptzArray(endings.map(({ endedMs }) => endedMs))}::timestamptz[],
      ${endings.map(({ details }) => JSON.stringify(details))}::jsonb[]) AS x (unit_id, kind, subject, ended_at, details)),
    over AS (SELECT DISTINCT ON (a.id) a.id, x.ended_at, x.details FROM alarm a
      JOIN ending x ON a.unit_id = x.unit_id AND a.kind = x.kind AND a.subject = x.subject AND a.at <= x.ended_at
      WHERE a.ended_at IS NULL ORDER BY a.id, x.ended_at)
    UPDATE alarm a SET ended_at = over.ended_at, details = a.details || over.details FROM over
    WHERE a.id = over.id AND a.ended_at IS NULL RETURNING a.id`.execute(db);
  await announceAlarms(
    db,
    rows.map(({ id }) => id),
  );
}

/** The newest of a kind that were told and last, one for each unit. */
export async function newestLasting(db: Kysely<Db>, unitIds: readonly number[], kind: AlarmKind): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT DISTINCT ON (unit_id) id FROM alarm
    WHERE unit_id = ANY (${int8Array(unitIds)}::bigint[]) AND kind = ${kind} AND ended_at IS NULL AND telling = 'told'
    ORDER BY unit_id, at DESC`.execute(db);
  return rows.map(({ id }) => id);
}

/** An alarm with what a message of it says. */
export interface AlarmToTell {
  readonly id: number;
  readonly account_id: AccountId;
  readonly unit_id: number | null;
  readonly unit_name: string | null;
  readonly registration_number: string | null;
  readonly is_boat: boolean;
  readonly imei: string | null;
  readonly kind: AlarmKind;
  readonly class: AlarmClass;
  readonly subject: string;
  readonly at: Date;
  readonly noticed_at: Date;
  readonly ended_at: Date | null;
  readonly is_handled: boolean;
  readonly lat_e7: number | null;
  readonly lon_e7: number | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly account_name: string;
  readonly subsite_id: number;
  readonly language: Language;
  readonly time_zone: string;
  /** The account's own clock rules its days. */
  readonly account_zone: string;
}

export async function alarmsToTell(db: Kysely<Db>, ids: readonly number[]): Promise<AlarmToTell[]> {
  const { rows } = await sql<AlarmToTell>`
    SELECT a.id, a.account_id, a.unit_id, u.name AS unit_name, u.registration_number,
      coalesce(${isWatercraftKind('u.kind')}, false) AS is_boat, t.imei, a.kind, a.class, a.subject, a.at, a.noticed_at, a.ended_at, a.state = 'handled' AS is_handled,
      a.lat_e7, a.lon_e7, a.details, c.name AS account_name, c.subsite_id, c.alert_language AS language,
      c.alert_time_zone AS time_zone, c.time_zone AS account_zone
    FROM alarm a JOIN account c ON c.id = a.account_id LEFT JOIN unit u ON u.id = a.unit_id
    LEFT JOIN fitting f ON f.unit_id = a.unit_id AND upper_inf(f.during) LEFT JOIN tracker t ON t.id = f.tracker_id
    WHERE a.id = ANY (${int8Array(ids)}::bigint[]) AND c.closed_at IS NULL ORDER BY a.account_id, a.at, a.id`.execute(db);
  return rows;
}

/** Who is told of an alarm. */
export interface Receiver {
  readonly alarm_id: number;
  readonly id: number;
  readonly member_id: number | null;
  readonly name: string;
  readonly email: string;
  readonly dial_code: string;
  readonly phone: string;
  readonly push: boolean;
  readonly quiet_from: string | null;
  readonly quiet_to: string | null;
  /** Nothing of that moment of the unit may be told to this one but what happened, and on which day. */
  readonly is_withheld: boolean;
  readonly is_admin: boolean;
}

/**
 * Who is to be told of which alarm: receivers of the unit who asked for its class. Not who is a member no more, has stopped alarms, or may
 * not see the unit that somebody has locked.
 */
export async function receiversOf(db: Kysely<Db>, ids: readonly number[], moment: 'at' | 'ended_at' = 'at'): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    SELECT ${receiverAt(moment)} FROM alarm a JOIN alarm_receiver r ON r.account_id = a.account_id
      AND (r.is_alert_number OR is_receiver_of(a.unit_id, a.details, r.id))
    JOIN unit u ON u.id = a.unit_id LEFT JOIN member m ON m.id = r.member_id
    WHERE a.id = ANY (${int8Array(ids)}::bigint[]) AND CASE a.class WHEN 'security' THEN r.security ELSE r.function END AND ${MAY_BE_TOLD}
    ORDER BY a.id, r.id`.execute(db);
  return rows;
}

const receiverAt = (
  moment: 'at' | 'ended_at',
) => sql`a.id AS alarm_id, r.id, r.member_id, r.name, r.email, r.dial_code, r.phone, r.push, r.quiet_from, r.quiet_to,
  is_withheld_at(a.unit_id, coalesce(r.member_id, ${NOBODY}), ${sql.ref(`a.${moment}`)}) AS is_withheld, coalesce(m.is_admin, false) AS is_admin`;
/** In SQL: whether a receiver `r`, the member `m` if it is one, is told anything of a unit `u`. */
export const MAY_BE_TOLD = sql`u.retired_at IS NULL
  AND CASE WHEN r.member_id IS NULL THEN r.stopped_at IS NULL
    ELSE m.disabled_at IS NULL AND m.removed_at IS NULL AND m.alerts_stopped_at IS NULL END
  AND (u.locked_at IS NULL OR r.member_id = u.locked_by_member_id
    OR EXISTS (SELECT FROM unit_access x WHERE x.unit_id = u.id AND x.member_id = r.member_id))`;

/** In whose private use a unit was: who drove it last until then, where that was privately and is somebody who can be written to. */
export async function privateDriverAt(
  db: Kysely<Db>,
  unitId: number,
  at: Date,
): Promise<{ full_name: string; email: string; language: Language } | undefined> {
  const { rows } = await sql<{ full_name: string; email: string; language: Language }>`
    SELECT m.full_name, m.email, m.language FROM (SELECT type, driver_member_id FROM trip WHERE unit_id = ${unitId} AND started_at <= ${at}
      ORDER BY started_at DESC LIMIT 1) t JOIN member m ON m.id = t.driver_member_id
    WHERE t.type = 'private' AND m.disabled_at IS NULL AND m.removed_at IS NULL`.execute(db);
  return rows[0];
}

/** Who waits to be told next of alarms that nobody has handled meanwhile: they need not be receivers of the unit themselves. */
export async function waitingNext(db: Kysely<Db>, messageIds: readonly number[]): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    SELECT ${receiverAt('at')} FROM alarm_message w JOIN alarm a ON a.id = w.alarm_id JOIN alarm_receiver r ON r.id = w.receiver_id
    JOIN unit u ON u.id = a.unit_id LEFT JOIN member m ON m.id = r.member_id
    WHERE w.id = ANY (${int8Array(messageIds)}::bigint[]) AND a.state <> 'handled' AND ${MAY_BE_TOLD} ORDER BY a.id, r.id`.execute(
    db,
  );
  return rows;
}

/**
 * In SQL: security alarms `a` that nobody has handled, with who is told of them `first` and whom those tell next, `r`, who has not been told so
 * yet; not while the unit is muted.
 */
const toldNext = (
  now: Date,
) => sql`FROM alarm a JOIN unit u ON u.id = a.unit_id JOIN account c ON c.id = a.account_id AND c.closed_at IS NULL
  JOIN alarm_receiver first ON first.account_id = a.account_id AND first.escalate_to_id IS NOT NULL AND first.security
    AND is_receiver_of(a.unit_id, a.details, first.id)
  JOIN alarm_receiver r ON r.id = first.escalate_to_id LEFT JOIN member m ON m.id = r.member_id
  WHERE a.class = 'security' AND a.telling = 'told' AND a.state <> 'handled' AND ${MAY_BE_TOLD} AND NOT ${isMuted(now)}
    AND NOT EXISTS (SELECT FROM alarm_message x WHERE x.alarm_id = a.id AND x.receiver_id = r.id AND x.purpose = 'escalation')`;

/** ALARM-036: who is told next of alarms in the time that a receiver chose, and whose turn came within the last day. */
export async function dueEscalations(db: Kysely<Db>, now: Date, limit: number): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    SELECT DISTINCT ON (a.id, r.id) ${receiverAt('at')} ${toldNext(now)} AND a.noticed_at > ${now}::timestamptz - interval '2 days'
      AND a.noticed_at + make_interval(mins => first.escalate_after_min) > ${now}::timestamptz - interval '1 day'
      AND a.noticed_at + make_interval(mins => first.escalate_after_min) <= ${now}::timestamptz
    ORDER BY a.id, r.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** ALARM-036: whom an alarm goes on to unless somebody handles it in time: whose turn is still to come, the next one first. */
export async function comingEscalations(
  db: Kysely<Db>,
  accountId: AccountId,
  alarmId: number,
  now: Date,
): Promise<{ to: string; after_min: number; due_at: Date }[]> {
  const { rows } = await sql<{ to: string; after_min: number; due_at: Date }>`
    SELECT * FROM (
      SELECT DISTINCT ON (r.id) r.name AS to, first.escalate_after_min AS after_min,
        a.noticed_at + make_interval(mins => first.escalate_after_min) AS due_at
      ${toldNext(now)} AND a.account_id = ${accountId} AND a.id = ${alarmId}
      ORDER BY r.id, first.escalate_after_min
    ) coming WHERE due_at > ${now} ORDER BY due_at, "to"`.execute(db);
  return rows;
}

export type Channel = 'email' | 'sms' | 'push';

export interface NewMessage {
  readonly accountId: number;
  readonly alarmId: number | null;
  readonly receiverId: number;
  readonly purpose: 'alarm' | 'summary' | 'escalation' | 'over' | 'test';
  readonly channel: Channel;
  readonly recipient: string;
  readonly at: Date;
  readonly dueAt: Date;
  readonly state: 'waiting' | 'ordered' | 'no-credits' | 'no-device' | 'dropped';
}

/** Writes a message into the delivery log, each once; answers its id, null when it is there already. */
export async function insertMessage(db: Kysely<Db>, message: NewMessage): Promise<number | null> {
  const row = await db
    .insertInto('alarm_message')
    .values({
      account_id: message.accountId,
      alarm_id: message.alarmId,
      receiver_id: message.receiverId,
      purpose: message.purpose,
      channel: message.channel,
      recipient: message.recipient,
      at: message.at,
      due_at: message.dueAt,
      state: message.state,
    })
    .onConflict((conflict) =>
      conflict.columns(['alarm_id', 'receiver_id', 'purpose', 'channel']).where('purpose', '<>', 'summary').doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** That the outbox of its channel has it from now on; without a browser there is nothing to carry it out. */
export async function noteOrdered(
  db: Kysely<Db>,
  id: number,
  carried: { readonly mailId?: number | null; readonly smsId?: number | null; readonly pushIds?: readonly number[] },
): Promise<void> {
  const { mailId = null, smsId = null, pushIds } = carried;
  const state = pushIds?.length === 0 ? 'no-device' : 'ordered';
  await db
    .updateTable('alarm_message')
    .set({ state, mail_id: mailId, sms_id: smsId, push_ids: [...(pushIds ?? [])] })
    .where('id', '=', id)
    .execute();
}

/** In SQL: what a message `w` counts that sums up, one row: how many and the newest of them; none of another message. */
const SUMMED = sql`(SELECT count(*)::integer AS repeats, (array_agg(r.id ORDER BY r.at DESC, r.id DESC))[1] AS last_id FROM alarm r
  WHERE w.purpose = 'summary' AND r.account_id = w.account_id AND r.repeats_id = w.alarm_id AND r.noticed_at <= w.at
    AND r.noticed_at > coalesce((SELECT max(p.at) FROM alarm_message p WHERE p.alarm_id = w.alarm_id AND p.purpose = 'summary' AND p.at < w.at),
      '-infinity'))`;

/** Messages whose time has come, taken by this transaction alone. */
export async function dueMessages(db: Kysely<Db>, now: Date, limit: number) {
  const { rows } = await sql<{
    id: number;
    alarm_id: number;
    receiver_id: number;
    purpose: 'alarm' | 'summary' | 'escalation';
    channel: NewMessage['channel'];
    repeats: number;
    last_id: number | null;
  }>`
    SELECT w.id, w.alarm_id, w.receiver_id, w.purpose, w.channel, s.repeats, s.last_id FROM alarm_message w CROSS JOIN LATERAL ${SUMMED} s
    WHERE w.state = 'waiting' AND w.due_at <= ${now} ORDER BY w.due_at LIMIT ${limit} FOR UPDATE OF w SKIP LOCKED`.execute(db);
  return rows;
}

/** In SQL: the newest of what was counted to an alarm. */
const lastRepeat = (alarm: string) =>
  sql`(SELECT r.id FROM alarm r WHERE r.account_id = ${sql.ref(`${alarm}.account_id`)} AND r.repeats_id = ${sql.ref(`${alarm}.id`)}
    ORDER BY r.at DESC, r.id DESC LIMIT 1)`;

/** Told alarms whose quiet time is over and in which others came, with how many: taken by this transaction alone, and summed up now. */
export async function takeSummaries(
  db: Kysely<Db>,
  now: Date,
  messageBefore: Readonly<Record<AlarmClass, Date>>,
  limit: number,
): Promise<{ id: number; repeats: number; last_id: number | null }[]> {
  const { rows } = await sql<{ id: number; repeats: number; last_id: number | null }>`
    WITH due AS (
      SELECT id, repeats FROM alarm WHERE telling = 'told' AND repeats > 0 AND coalesce(summed_up_at, noticed_at)
        <= CASE class WHEN 'security' THEN ${messageBefore.security}::timestamptz ELSE ${messageBefore.function}::timestamptz END
      ORDER BY noticed_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE alarm a SET summed_up_at = ${now}, repeats = 0 FROM due WHERE a.id = due.id
    RETURNING a.id, due.repeats, ${lastRepeat('a')} AS last_id`.execute(db);
  return rows;
}

export const dropMessage = (db: Kysely<Db>, id: number) =>
  db.updateTable('alarm_message').set({ state: 'dropped' }).where('id', '=', id).execute();

/** The alarms that messages and summaries are due of, and of a summary the last that it counts. */
export async function dueAlarms(
  db: Kysely<Db>,
  now: Date,
  messageBefore: Readonly<Record<AlarmClass, Date>>,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number | null }>`
    (SELECT unnest(ARRAY[w.alarm_id, s.last_id]) AS id FROM alarm_message w CROSS JOIN LATERAL ${SUMMED} s
      WHERE w.state = 'waiting' AND w.due_at <= ${now} LIMIT ${limit})
    UNION (SELECT unnest(ARRAY[s.id, ${lastRepeat('s')}]) FROM alarm s WHERE telling = 'told' AND repeats > 0 AND coalesce(summed_up_at, noticed_at)
      <= CASE class WHEN 'security' THEN ${messageBefore.security}::timestamptz ELSE ${messageBefore.function}::timestamptz END LIMIT ${limit})`.execute(
    db,
  );
  return rows.flatMap(({ id }) => id ?? []);
}

export const dropMessages = (db: Kysely<Db>, before: Date) => db.deleteFrom('alarm_message').where('at', '<', before).execute();

/** Keeps where alarms were raised in words, beside the coordinates. */
export async function notePlaces(db: Kysely<Db>, places: ReadonlyMap<number, string>): Promise<void> {
  await sql`UPDATE alarm a SET details = a.details || jsonb_build_object('place', x.place)
    FROM unnest(${int8Array([...places.keys()])}::bigint[], ${[...places.values()]}::text[]) AS x (id, place) WHERE a.id = x.id`.execute(
    db,
  );
}

/** As long as positions, by the account's own span; those of private driving by its shorter one. */
export async function forgetPlaces(db: Kysely<Db>, now: Date): Promise<void> {
  const since = (months: string, table: string) =>
    sql`${now}::timestamptz - make_interval(months => ${sql.ref(`c.${months}`)}) > ${sql.ref(table)}`;
  const isPast = (at: string, unit: string) => sql`(${since('position_months', at)}
    OR (${since('private_position_months', at)} AND is_withheld_at(${sql.ref(unit)}, ${NOBODY}, ${sql.ref(at)})))`;
  await sql`UPDATE alarm a SET lat_e7 = NULL, lon_e7 = NULL, details = a.details - 'place' FROM account c
    WHERE c.id = a.account_id AND a.lat_e7 IS NOT NULL AND ${isPast('a.at', 'a.unit_id')}`.execute(db);
  await sql`UPDATE unit_condition a SET lat_e7 = NULL, lon_e7 = NULL FROM account c
    WHERE c.id = a.account_id AND a.lat_e7 IS NOT NULL AND ${isPast('a.began_at', 'a.unit_id')}`.execute(db);
}

/** SEC-015: the zone of an alarm is a place: with the positions of a private trip go the alarms that name one. */
export async function forgetErased(db: Kysely<Db>): Promise<void> {
  await sql`DELETE FROM alarm a USING trip t WHERE a.kind IN ('zone-left', 'zone-entered') AND t.unit_id = a.unit_id AND t.positions_erased
    AND a.at BETWEEN t.started_at AND t.ended_at`.execute(db);
}

/** Alarms and what they rest on, after the time for which the log is shown. */
export async function dropAlarms(db: Kysely<Db>, now: Date): Promise<void> {
  const since = sql`${now}::timestamptz - make_interval(months => ${LOG_MAX_MONTHS})`;
  await sql`DELETE FROM alarm WHERE at < ${since}`.execute(db);
  await sql`DELETE FROM unit_condition WHERE began_at < ${since} AND ended_at IS NOT NULL`.execute(db);
}
