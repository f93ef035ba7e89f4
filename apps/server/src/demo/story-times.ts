import { type AlarmClass, ALARM_KIND_NAMES, type AlarmKind, alarmFacts, QUIET_TIME_S } from '@spora/contract/alarms/kinds';
import { brandOf } from '@spora/contract/brands';
import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { type Told, wordsToEach } from '../features/alarms/telling/service.ts';
import type { Db } from '../platform/database/db.generated.ts';
import type { LinkTo } from '../platform/mail/links.ts';
import { createLocalMailbox } from '../platform/mail/local-mailbox.ts';
import { composeMail } from '../platform/mail/send.ts';
import { smsSize } from '../platform/sms/message-size.ts';
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
 * and was seen and handled soon after; its messages lie in the demo's mailbox at their times.
 */
export async function dateAlarms({ owner, begun, imeiOf, mailbox }: Scene): Promise<void> {
  await owner.transaction().execute(async (db) => {
    const past = await pastAlarms(db, begun);
    const told = await tellInTime(db, past, begun);
    await dateMessages(db, told, mailbox);
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

/** A message of each at its time to whoever is told of such a thing, in the words that it has then. */
async function dateMessages(db: Transaction<Db>, told: readonly PastAlarm[], mailbox: LinkTo | null): Promise<void> {
  for (const { id, account_id, at } of told) {
    const sentAt = new Date(at.getTime() + MESSAGE_MS);
    const sent = await db
      .selectFrom('alarm_message')
      .where('alarm_id', '=', id)
      .where('purpose', 'in', ['alarm', 'summary'])
      .select(['mail_id', 'sms_id'])
      .execute();
    // The newest has the highest number, as where they are listed.
    await db.deleteFrom('alarm_message').where('alarm_id', '=', id).where('purpose', 'in', ['alarm', 'summary']).execute();
    await takeBack(db, sent, mailbox);
    for (const message of await wordsToEach(db, mailbox ?? NO_LINK, id, sentAt)) {
      const { receiverId: receiver_id, channel, recipient } = message;
      const posted = await post(db, { account_id, message, sentAt }, mailbox);
      const row = { account_id, alarm_id: id, receiver_id, channel, recipient, at: sentAt, due_at: sentAt, ...posted };
      await db
        .insertInto('alarm_message')
        .values({ ...row, purpose: 'alarm' })
        .execute();
    }
    await sql`UPDATE alarm_message m SET at = a.ended_at, due_at = a.ended_at FROM alarm a
      WHERE a.id = m.alarm_id AND a.id = ${id} AND m.purpose = 'over' AND a.ended_at IS NOT NULL`.execute(db);
  }
}

/** Where mail leaves, what is written down of a message that left at its time leads nowhere. */
const NO_LINK: LinkTo = (_subsite, path) => path;

interface Sent {
  readonly mail_id: number | null;
  readonly sms_id: number | null;
}

/** What was sent when the demo began, or still waits to be, is taken out of outbox and mailbox again. */
async function takeBack(db: Transaction<Db>, sent: readonly Sent[], mailbox: LinkTo | null): Promise<void> {
  const mailIds = sent.flatMap(({ mail_id }) => mail_id ?? []);
  const smsIds = sent.flatMap(({ sms_id }) => sms_id ?? []);
  const mails = mailIds.length > 0 ? await db.deleteFrom('mail').where('id', 'in', mailIds).returningAll().execute() : [];
  if (smsIds.length > 0)
    await sql`UPDATE sms SET state = 'expired', body = '', ended_at = now() WHERE id = ANY (${smsIds}::bigint[]) AND state = 'queued'`.execute(
      db,
    );
  if (!mailbox) return;
  for (const mail of mails) {
    const { to, subject, text } = composeMail(mail, { linkTo: mailbox });
    // The link by which alarms are stopped is gone from what has left; it came before the foot of the mail.
    const [told = ''] = text.split('\n\n-- \n');
    await db
      .deleteFrom('local_mail')
      .where('recipient', '=', to)
      .where('subject', '=', subject)
      .where(sql<boolean>`starts_with(text_body, ${told})`)
      .execute();
  }
  if (smsIds.length > 0)
    await sql`DELETE FROM local_message l USING sms s WHERE s.id = ANY (${smsIds}::bigint[]) AND s.provider_id = 'local-' || l.id`.execute(
      db,
    );
}

interface Posted {
  readonly account_id: number;
  readonly message: Told;
  readonly sentAt: Date;
}

/** What outbox and mailbox keep of a message that left at a time. Of a text message the outbox keeps no words. */
async function post(db: Transaction<Db>, { account_id, message, sentAt }: Posted, mailbox: LinkTo | null) {
  const { channel, recipient, text, mail: params, language, subsiteId } = message;
  const sent = { account_id, recipient, state: 'sent', queued_at: sentAt, ended_at: sentAt };
  if (channel === 'sms') {
    const { parts } = smsSize(text);
    const sender = brandOf(subsiteId).name;
    const kept = { at: sentAt, channel: 'sms', sender, recipient, title: '', body: text, parts };
    if (mailbox) await db.insertInto('local_message').values(kept).execute();
    const sms = { ...sent, body: '', parts };
    return { sms_id: (await db.insertInto('sms').values(sms).returning('id').executeTakeFirstOrThrow()).id };
  }
  const { path: _, ...kept } = params;
  const row = { ...sent, language, params: JSON.stringify(kept), subsite_id: subsiteId, template: 'alarm' };
  const mail = await db.insertInto('mail').values(row).returningAll().executeTakeFirstOrThrow();
  if (mailbox) await createLocalMailbox(db, () => sentAt).send(composeMail({ ...mail, params }, { linkTo: mailbox }));
  return { mail_id: mail.id };
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
