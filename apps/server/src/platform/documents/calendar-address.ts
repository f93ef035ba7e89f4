import { randomBytes } from 'node:crypto';
import ical, { type ICalCalendar } from 'ical-generator';
import { type Kysely, sql } from 'kysely';
import type { Language } from '@spora/messages/languages';
import { type AccountId, type MemberActor, setAccount } from '../ctx.ts';
import type { Db } from '../database/db.generated.ts';
import type { FileAnswer } from '../http/mount.ts';
import { hashOfHeader, hashOfToken } from '../http/session-gate.ts';

/** Calendar programs tell by it what they are given. */
const ENDING = '.ics';
/** How often a calendar program may ask again. */
const ASK_AGAIN_S = 6 * 3600;

/** A secret that nobody guesses, as it stands in the address, and what is kept of it. */
export function newCalendarToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token: token + ENDING, hash: hashOfToken(token) };
}

/** What is kept of the secret in an address, with or without its ending; null for a text that can be none. */
export const hashOfCalendar = (token: string): Buffer | null =>
  hashOfHeader(token.endsWith(ENDING) ? token.slice(0, -ENDING.length) : token);

export interface CalendarReader {
  readonly actor: MemberActor;
  readonly language: Language;
}

/**
 * The member whose calendar an address is, with the account put in force; null for nobody's. A gate of its own beside the sessions':
 * what it makes is for reading the one calendar and goes nowhere else. `lookup` is the database's function for that kind of calendar.
 */
export async function readerOfCalendar(
  db: Kysely<Db>,
  lookup: 'member_of_calendar' | 'member_of_trip_calendar' | 'member_of_booking_calendar',
  token: string,
): Promise<CalendarReader | null> {
  const hash = hashOfCalendar(token);
  if (!hash) return null;
  const { rows } = await sql<{
    member_id: number;
    account_id: number;
    is_admin: boolean;
    real_time_map: boolean;
    time_zone: string;
    language: Language;
    private_closed: boolean;
  }>`SELECT member_id, account_id, is_admin, real_time_map, time_zone, language, is_private_closed(member_id) AS private_closed FROM ${sql.id(lookup)}(${hash})`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return null;
  const actor = {
    kind: 'member',
    accountId: row.account_id as AccountId,
    memberId: row.member_id,
    sessionId: 0,
    isAdmin: row.is_admin,
    mayUseMap: row.real_time_map,
    isPrivateClosed: row.private_closed,
    timeZone: row.time_zone,
  } as const;
  await setAccount(db, actor.accountId);
  return { actor, language: row.language };
}

/** An empty iCalendar (RFC 5545): folding and escaping are the library's. */
export const newCalendar = (name: string, product: string, language: Language): ICalCalendar =>
  ical({ name, prodId: { company: 'Spora', product, language: language.toUpperCase() }, ttl: ASK_AGAIN_S });

/** As a download of that name, with its ending. */
export const calendarFile = (calendar: ICalCalendar, name: string): FileAnswer => ({
  body: calendar.toString(),
  type: 'text/calendar; charset=utf-8',
  name: name + ENDING,
});
