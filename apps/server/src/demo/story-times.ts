import { type AlarmClass, ALARM_KIND_NAMES, type AlarmKind, alarmFacts, QUIET_TIME_S } from '@spora/contract/alarms/kinds';
import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.generated.ts';
import type { Scene } from './story-scene.ts';
import { HOME_AGAIN, THEFT } from './zones.ts';

/** A record is on its way for so long, and a message of it for a second more. */
const ON_ITS_WAY_MS = 20_000;
const MESSAGE_MS = ON_ITS_WAY_MS + 1000;
/** What the clock notices, as a silence, came to light when the demo began. */
const REPORTED = ALARM_KIND_NAMES.filter((kind) => alarmFacts(kind).source !== 'clock');

interface PastAlarm {
  readonly id: number;
  readonly account_id: number;
  readonly unit_id: number;
  readonly kind: AlarmKind;
  readonly class: AlarmClass;
  readonly subject: string;
  readonly at: Date;
}

/**
 * The demo drives its past in its first minutes, so everything of it comes to light hours late. Its alarms are dated as people lived them:
 * each came to light and was told of when it happened, those apart that came so soon after another that they are counted to it (ALARM-033),
 * and was seen and handled soon after. What was sent at the start stays in the demo's mailbox as it is, and the audit log as it was written.
 */
export async function dateAlarms({ owner, begun, imeiOf }: Scene): Promise<void> {
  await owner.transaction().execute(async (db) => {
    const past = await pastAlarms(db, begun);
    const told = await tellInTime(db, past, begun);
    await dateMessages(db, told);
    await dateHandling(db, past, begun, imeiOf(THEFT.unit));
  });
}

/** Of somebody's private driving what is told, and when, is left to the product. */
async function pastAlarms(db: Kysely<Db>, begun: Date): Promise<PastAlarm[]> {
  const { rows } = await sql<PastAlarm>`SELECT a.id, a.account_id, a.unit_id, a.kind, a.class, a.subject, a.at FROM alarm a
    JOIN account c ON c.id = a.account_id AND c.is_demo
    WHERE a.unit_id IS NOT NULL AND a.at < ${begun} AND a.noticed_at >= ${begun} AND a.kind = ANY (${REPORTED}::text[]) AND a.telling <> 'muted'
      AND NOT EXISTS (SELECT FROM trip p WHERE p.unit_id = a.unit_id AND p.type = 'private' AND p.started_at <= a.at AND (p.is_ongoing OR p.ended_at >= a.at))
    ORDER BY a.at, a.id`.execute(db);
  return rows;
}

/** Answers what was told of by itself. */
async function tellInTime(db: Transaction<Db>, past: readonly PastAlarm[], begun: Date): Promise<PastAlarm[]> {
  const told: PastAlarm[] = [];
  const last = new Map<string, PastAlarm>();
  for (const alarm of past) {
    const stream = `${alarm.unit_id} ${alarm.kind} ${alarm.subject}`;
    const before = last.get(stream);
    const quietMs = QUIET_TIME_S[alarm.class] * 1000;
    const isRepeat = before !== undefined && alarm.at.getTime() - before.at.getTime() < quietMs;
    const summedUpAt = new Date(alarm.at.getTime() + ON_ITS_WAY_MS + quietMs);
    await db
      .updateTable('alarm')
      .set({
        noticed_at: new Date(alarm.at.getTime() + ON_ITS_WAY_MS),
        telling: isRepeat ? 'repeat' : 'told',
        repeats_id: isRepeat ? before.id : null,
        repeats: 0,
        summed_up_at: summedUpAt < begun ? summedUpAt : null,
      })
      .where('id', '=', alarm.id)
      .execute();
    if (isRepeat) continue;
    told.push(alarm);
    last.set(stream, alarm);
  }
  return told;
}

/** A message of each at its time to whoever is told of such a thing: the one that was sent, or one as it would have been. */
async function dateMessages(db: Transaction<Db>, told: readonly PastAlarm[]): Promise<void> {
  for (const { id, account_id, at } of told) {
    const sentAt = new Date(at.getTime() + MESSAGE_MS);
    const { rows } = await sql<{
      receiver_id: number;
      channel: 'email' | 'sms';
      recipient: string;
      mail_id: number | null;
      sms_id: number | null;
    }>`
      SELECT r.id AS receiver_id, w.channel, w.recipient, m.mail_id, m.sms_id FROM alarm a
      JOIN alarm_receiver_unit g ON g.unit_id = a.unit_id JOIN alarm_receiver r ON r.id = g.receiver_id AND NOT r.is_alert_number
      CROSS JOIN LATERAL (VALUES ('email', r.email), ('sms', '+' || r.dial_code || r.phone)) AS w (channel, recipient)
      LEFT JOIN alarm_message m ON m.alarm_id = a.id AND m.receiver_id = r.id AND m.purpose = 'alarm' AND m.channel = w.channel
      WHERE a.id = ${id} AND CASE a.class WHEN 'security' THEN r.security ELSE r.function END
        AND CASE w.channel WHEN 'email' THEN r.email <> '' ELSE r.phone <> '' END
      ORDER BY r.id, w.channel`.execute(db);
    // The newest has the highest number, as where they are listed.
    await db.deleteFrom('alarm_message').where('alarm_id', '=', id).where('purpose', 'in', ['alarm', 'summary']).execute();
    for (const { receiver_id, channel, recipient, ...sent } of rows) {
      const posted =
        sent.mail_id === null && sent.sms_id === null ? await post(db, { account_id, channel, recipient, sentAt }) : sent;
      await db
        .insertInto('alarm_message')
        .values({
          account_id,
          alarm_id: id,
          receiver_id,
          channel,
          recipient,
          purpose: 'alarm',
          at: sentAt,
          due_at: sentAt,
          ...posted,
        })
        .execute();
    }
    await sql`UPDATE alarm_message m SET at = a.ended_at, due_at = a.ended_at FROM alarm a
      WHERE a.id = m.alarm_id AND a.id = ${id} AND m.purpose = 'over' AND a.ended_at IS NOT NULL`.execute(db);
  }
}

interface Posted {
  readonly account_id: number;
  readonly channel: 'email' | 'sms';
  readonly recipient: string;
  readonly sentAt: Date;
}

/** What the outbox keeps of a message that left at a time. */
async function post(db: Transaction<Db>, { account_id, channel, recipient, sentAt }: Posted) {
  const sent = { account_id, recipient, state: 'sent', queued_at: sentAt, ended_at: sentAt };
  if (channel === 'sms')
    return {
      sms_id: (
        await db
          .insertInto('sms')
          .values({ ...sent, body: '', parts: 1 })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    };
  const mail = { ...sent, language: 'sv', params: '{}', subsite_id: 0, template: 'alarm' };
  return { mail_id: (await db.insertInto('mail').values(mail).returning('id').executeTakeFirstOrThrow()).id };
}

/** Somebody looks within minutes; a cooler is started again soon after it is cold, and of a theft the note is written when the machine is home. */
async function dateHandling(db: Transaction<Db>, past: readonly PastAlarm[], begun: Date, stolen: string): Promise<void> {
  const home = new Date(begun.getTime() - HOME_AGAIN.hoursAgo * 3_600_000);
  await sql`UPDATE alarm a SET
      seen_at = least(a.seen_at, a.at + interval '4 minutes'), handled_at = least(a.handled_at, x.handled_at),
      noted_at = CASE WHEN a.noted_at IS NULL THEN NULL ELSE least(a.noted_at, x.handled_at) END
    FROM (SELECT o.id, CASE WHEN k.imei = ${stolen} THEN greatest(${home}::timestamptz, o.at) ELSE coalesce(o.ended_at, o.at) END
        + interval '25 minutes' AS handled_at
      FROM alarm o LEFT JOIN fitting f ON f.unit_id = o.unit_id LEFT JOIN tracker k ON k.id = f.tracker_id
      WHERE o.id = ANY (${past.map(({ id }) => id)}::bigint[])) x
    WHERE a.id = x.id AND a.state = 'handled'`.execute(db);
}
