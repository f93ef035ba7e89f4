import { randomBytes } from 'node:crypto';
import { DAY_MS } from '@spora/calendar/durations';
import { ALARM_LINK_DAYS, ALARM_PAGE } from '@spora/contract/alarms/alarm-link';
import type { AlarmKind } from '@spora/contract/alarms/kinds';
import type { Language } from '@spora/messages/languages';
import { type Kysely, sql } from 'kysely';
import { type AccountId, setAccount } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { hashOfToken } from '../../../platform/http/session-gate.ts';

/** Whom which alarm is told to, and where it was as the message names it. */
export interface ToldPlace {
  readonly accountId: number;
  readonly alarmId: number;
  readonly receiverId: number;
  readonly at: Date;
  readonly place: string;
}

/**
 * ALARM-039: the page on which who does not sign in sees where an alarm was raised, with a token that is this message's. 128 bits: nobody
 * guesses them in four weeks either, and a text message of usual length stays within one credit.
 */
export async function newAlarmLink(db: Kysely<Db>, { accountId, alarmId, receiverId, at, place }: ToldPlace): Promise<string> {
  const token = randomBytes(16).toString('base64url');
  await db
    .insertInto('alarm_link')
    .values({
      token_hash: hashOfToken(token),
      account_id: accountId,
      alarm_id: alarmId,
      receiver_id: receiverId,
      place,
      expires_at: new Date(at.getTime() + ALARM_LINK_DAYS * DAY_MS),
    })
    .execute();
  return `${ALARM_PAGE}#${token}`;
}

/** What `newAlarmLink` makes; nothing else is looked for. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

export interface LinkedAlarm {
  readonly accountId: AccountId;
  readonly alarmId: number;
  readonly place: string;
  readonly expiresAt: Date;
}

/** The alarm that a token shows, with its account put in force; null for a token that opens nothing. */
export async function alarmOfLink(db: Kysely<Db>, token: string, now: Date): Promise<LinkedAlarm | null> {
  if (!TOKEN.test(token)) return null;
  const { rows } = await sql<LinkedAlarm>`
    SELECT account_id AS "accountId", alarm_id AS "alarmId", place, expires_at AS "expiresAt"
    FROM alarm_of_link(${hashOfToken(token)}, ${now})`.execute(db);
  const linked = rows[0];
  if (!linked) return null;
  await setAccount(db, linked.accountId);
  return linked;
}

/** What the page of a link tells of its alarm. */
export const linkedAlarm = (db: Kysely<Db>, { accountId, alarmId }: LinkedAlarm) =>
  db
    .selectFrom('alarm as a')
    .innerJoin('unit as u', 'u.id', 'a.unit_id')
    .innerJoin('account as c', 'c.id', 'a.account_id')
    .where('a.account_id', '=', accountId)
    .where('a.id', '=', alarmId)
    .select(['a.subject', 'a.at', 'a.noticed_at', 'a.lat_e7', 'a.lon_e7', 'u.name as unit_name', 'u.registration_number'])
    .select([sql<AlarmKind>`a.kind`.as('kind'), sql<Language>`c.alert_language`.as('language'), 'c.alert_time_zone as time_zone'])
    .select(sql<Readonly<Record<string, unknown>>>`a.details`.as('details'))
    .executeTakeFirst();

/** Links whose time is over, and those to places that are kept no longer. */
export async function forgetAlarmLinks(db: Kysely<Db>, now: Date): Promise<void> {
  await sql`DELETE FROM alarm_link l USING alarm a WHERE a.id = l.alarm_id AND (l.expires_at <= ${now} OR a.lat_e7 IS NULL)`.execute(
    db,
  );
}
