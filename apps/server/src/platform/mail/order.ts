import type { Scheduled } from '@spora/contract/exports/schedules';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { AlarmKind } from '@spora/contract/alarms/kinds';
import type { Language } from '@spora/messages/languages';
import type { AccountId } from '../ctx.ts';
import type { Db } from '../database/db.generated.ts';
import { addJob, defineJob } from '../jobs/jobs.ts';
import type { MailFile } from '../ports.ts';

declare module '../events/events.ts' {
  interface DomainEvents {
    /** A mail server says that there is no such address: another mail to it is of no use. */
    'mail-address-refused': { readonly accountId: AccountId; readonly mailId: number; readonly address: string };
  }
}

/**
 * Every mail the product writes, and what its text is filled with. `path` is an address within the web application, with a
 * slash; the sender puts the brand's own address before it. Whatever is in `SECRET_PARAMS` leaves the database with the mail.
 */
export interface MailTemplates {
  'sign-in-code': { readonly code: string; readonly minutes: number };
  'reset-link': { readonly path: string; readonly minutes: number };
  'password-changed': { readonly fullName: string };
  /** `isClosed`: the member has not agreed to it (decision 0039). */
  'email-changed': { readonly fullName: string; readonly newEmail: string; readonly isClosed: boolean };
  'email-proof': { readonly fullName: string; readonly accountName: string; readonly newEmail: string; readonly path: string };
  'email-consent': EmailConsent;
  'email-change-ended': { readonly fullName: string; readonly newEmail: string; readonly keptEmail: string };
  'sessions-ended': { readonly fullName: string; readonly byName: string };
  'two-factor-changed': { readonly fullName: string; readonly enabled: boolean };
  'factor-changed': { readonly fullName: string; readonly change: FactorChange };
  'recovery-code-used': { readonly fullName: string; readonly left: number };
  /** `hasMail`: from now on a code by mail is asked for. `isHeld`: no mailed link sets a new password. */
  'factor-reset': {
    readonly fullName: string;
    readonly byName: string;
    readonly reason: string;
    readonly hasMail: boolean;
    readonly isHeld: boolean;
  };
  /** To the administrators, of a reset by support. */
  'factor-reset-told': {
    readonly fullName: string;
    readonly memberName: string;
    readonly byName: string;
    readonly reason: string;
  };
  invitation: { readonly fullName: string; readonly inviterName: string; readonly accountName: string; readonly path: string };
  'unit-unlocked': { readonly fullName: string; readonly unitName: string; readonly byName: string };
  'support-case': {
    readonly caseNumber: string;
    readonly fullName: string;
    readonly email: string;
    readonly accountName: string;
    readonly message: string;
    readonly page: string;
  };
  'support-answer': { readonly caseNumber: string; readonly fullName: string; readonly message: string; readonly answer: string };
  'notice-reminder': { readonly fullName: string; readonly accountName: string };
  'removal-asked': { readonly fullName: string; readonly byName: string; readonly accountName: string; readonly day: string };
  'removal-undone': { readonly fullName: string; readonly byName: string; readonly accountName: string };
  'account-erased': { readonly fullName: string; readonly accountName: string };
  alarm: AlarmMail;
  /** MAP-032. */
  'private-overridden': {
    readonly fullName: string;
    readonly unitName: string;
    readonly what: AlarmWords;
    /** Who were told. */
    readonly receivers: string;
  };
  'service-due': { readonly fullName: string; readonly items: readonly ServiceDueItem[] };
  'attest-reminder': { readonly fullName: string; readonly accountName: string; readonly from: string; readonly to: string };
  'log-reopened': {
    readonly fullName: string;
    readonly byName: string;
    readonly unitName: string;
    readonly from: string;
    readonly to: string;
    readonly reason: string;
  };
  /** `newName` is empty where nobody usually drives it now. */
  'usual-driver-changed': {
    readonly fullName: string;
    readonly byName: string;
    readonly unitName: string;
    readonly newName: string;
  };
  'checked-in-instead': {
    readonly fullName: string;
    readonly byName: string;
    readonly unitName: string;
    readonly driverName: string;
  };
  /** `newName` is empty where the tag is nobody's now. */
  'tag-relinked': { readonly fullName: string; readonly byName: string; readonly tagName: string; readonly newName: string };
  'still-checked-in': { readonly fullName: string; readonly unitName: string; readonly day: string };
  /** `month`: `YYYY-MM`. `units`: how many vehicles lack a report. */
  'autoplan-reminder': {
    readonly fullName: string;
    readonly accountName: string;
    readonly month: string;
    readonly units: number;
  };
  booking: BookingMail;
  'log-by-mail': LogByMail;
  'sign-on-linked': {
    readonly fullName: string;
    readonly accountName: string;
    readonly provider: string;
    readonly isClosed: boolean;
  };
  'webhook-paused': { readonly fullName: string; readonly accountName: string; readonly host: string };
  /** `time`: by which it is to be home. `isReceiver`: to a receiver of its alarms, else to who usually drives it. */
  'safe-home-soon': {
    readonly fullName: string;
    readonly unitName: string;
    readonly time: string;
    readonly isReceiver: boolean;
    readonly isMember: boolean;
    readonly accountName: string;
    /** As in `AlarmMail`. */
    readonly path: string | null;
  };
  /** To the administrators: text messages to a receiver's number do not arrive. */
  'number-died': {
    readonly fullName: string;
    readonly accountName: string;
    readonly receiverName: string;
    readonly number: string;
  };
  /** To the administrators: a receiver's mail is refused. */
  'address-refused': {
    readonly fullName: string;
    readonly accountName: string;
    readonly receiverName: string;
    readonly address: string;
  };
  'alarm-test': { readonly fullName: string; readonly accountName: string; readonly path: string | null };
  welcome: { readonly fullName: string; readonly accountName: string; readonly imei: string };
}

/** What became of a member's second step; `name` is a passkey's. */
export interface FactorChange {
  readonly kind: 'app-added' | 'app-removed' | 'passkey-added' | 'passkey-removed' | 'codes-renewed';
  readonly name: string;
}

/** To the address before: another is to be signed in with. `byName` is empty where the member asked. */
export interface EmailConsent {
  readonly fullName: string;
  readonly newEmail: string;
  readonly byName: string;
  /** Of support staff. */
  readonly reason: string;
  readonly isAgreed: boolean;
  readonly isBySupport: boolean;
  readonly path: string;
}

/** What there is to tell of a booking; `requested` to who is to approve it, `late` to who has the unit next, the others to its driver. */
export type BookingNews =
  'made' | 'changed' | 'deleted' | 'approved' | 'refused' | 'requested' | 'starts' | 'ends' | 'released' | 'late' | 'lost';

export interface BookingMail {
  readonly fullName: string;
  readonly unitName: string;
  /** `from` and `to` are instants, ISO. */
  readonly booking: {
    readonly id: number;
    readonly news: BookingNews;
    readonly from: string;
    readonly to: string;
    readonly timeZone: string;
    /** When others of the same row of weeks begin, of which the same is so. */
    readonly more?: readonly string[];
    /** When others of a row begin of which one was cancelled: they stay. */
    readonly stays?: readonly string[];
    /** What it is for, where the reader may know that. */
    readonly purpose?: string;
    /** Of one that was changed, what was otherwise before. */
    readonly was?: { readonly from: string; readonly to: string; readonly unitName: string; readonly purpose: string };
  };
  /** Who did it; of `requested` who asks, of `late` who has it. Empty where nobody. */
  readonly otherName: string;
  /** Why somebody said no. */
  readonly reason: string;
}

/** ALARM-039. */
export interface AlarmMail {
  readonly receiverName: string;
  readonly unitName: string;
  readonly registrationNumber: string;
  /** An address or the name of a place; empty where it is not known or not told. */
  readonly place: string;
  readonly what: AlarmWords;
  /** How many of the same came since the last message; then the mail sums these up. */
  readonly repeats: number;
  /** Nobody has handled it, so that this one is told too. */
  readonly isEscalation: boolean;
  readonly alarmId: number;
  /** Signs in, and is led to the alarm itself. */
  readonly isMember: boolean;
  readonly accountName: string;
  /** The page by which who does not sign in stops alarms; null of who does. Gone once the mail has left. */
  readonly path: string | null;
  /** The page that shows who does not sign in where it was; null of who does, and where no place is told. Gone once the mail has left. */
  readonly mapPath: string | null;
}

/** What happened, and when. */
export interface AlarmWords {
  readonly kind: AlarmKind;
  /** What of the kind: the number of an input, the name of a zone or plan; empty where there is but one. */
  readonly subject: string;
  /** ISO; of `isDayOnly` only the day of it is told. */
  readonly at: string;
  readonly timeZone: string;
  readonly isDayOnly: boolean;
  readonly isDelayed: boolean;
  /** What was measured, and what it was held against. */
  readonly value: number | null;
  readonly limit: number | null;
  /** Of a boat: speeds are told in knots. */
  readonly isBoat?: boolean;
  /** Where the unit was could not be said. */
  readonly isPositionUnknown?: boolean;
  /** It is over, at the time given. */
  readonly isOver?: boolean;
  /** It had ended already when the message was ordered, as after quiet hours: some are not urgent any more then. */
  readonly hasEnded?: boolean;
}

/** A plan that became due; the day is `yyyy-MM-dd`, what remains is negative when it is past. */
export interface ServiceDueItem {
  readonly unitName: string;
  readonly planName: string;
  readonly kind: 'service' | 'inspection' | 'other';
  readonly state: 'due-soon' | 'overdue';
  readonly forecastOn: string | null;
  readonly remainingKm: number | null;
  readonly remainingHours: number | null;
  /** Distances of a boat are told in nautical miles. */
  readonly isBoat?: boolean;
}

/** The log by mail; days are `yyyy-MM-dd`. */
export interface LogByMail {
  readonly fullName: string;
  readonly ownerName: string;
  readonly scheduleName: string;
  readonly from: string;
  readonly to: string;
  /** What is in the file. */
  readonly trips: number;
  readonly isEmpty: boolean;
  /** False, of one with trips: the file is larger than mail servers take, or longer than its format holds. */
  readonly isAttached: boolean;
  readonly isTest: boolean;
  /** `trips`: its rows. */
  readonly report: Scheduled;
}
export type MailTemplate = keyof MailTemplates;

/** Opens something: taken out of the row when the mail has left or is given up. */
export const SECRET_PARAMS: readonly string[] = ['code', 'path', 'mapPath'];

export interface MailOrder<T extends MailTemplate = MailTemplate> {
  readonly template: T;
  readonly params: MailTemplates[T];
  readonly to: string;
  readonly language: Language;
  readonly subsiteId: number;
  /** Whose delivery log it stands in; null for nobody's. */
  readonly accountId: number | null;
  readonly at: Date;
  /** Not worth sending later than this. */
  readonly expiresAt?: Date;
  /** A second order with the same key is the first. */
  readonly dedupKey?: string;
  /** What `keepMailFile` answered. */
  readonly fileId?: number | null;
}

export const sendMail = defineJob({
  name: 'mail.send',
  payload: z.object({ mail_id: z.number().int() }),
  retry: { attempts: 10 },
});

/** Above this many bytes a file goes with no mail: as text it grows by a third, and many servers take ten megabytes in all. */
export const MAIL_FILE_MAX_BYTES = 7_000_000;

/** Keeps what mails of an account will carry, in the transaction that orders them; answers its id. Throws when it is too large. */
export async function keepMailFile(db: Kysely<Db>, accountId: number, { name, contentType, data }: MailFile): Promise<number> {
  if (data.length > MAIL_FILE_MAX_BYTES) throw new Error('a file that is too large for a mail');
  const { rows } = await sql<{ id: number }>`
    SELECT keep_mail_file(${accountId}, ${name}, ${contentType}, ${Buffer.from(data)}) AS id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the file of a mail was not kept');
  return id;
}

/**
 * Orders a mail inside the caller's transaction: it leaves if and only if that commits. Any role may. Answers its id in the delivery
 * log; null when it was ordered before.
 */
export async function orderMail<T extends MailTemplate>(db: Kysely<Db>, order: MailOrder<T>): Promise<number | null> {
  const { template, params, to, language, subsiteId, accountId, at, expiresAt = null, dedupKey = null, fileId = null } = order;
  const { rows } = await sql<{ id: number | null }>`
    SELECT order_mail(${accountId}, ${template}, ${to}, ${language}, ${subsiteId}::smallint, ${JSON.stringify(params)}::jsonb, ${dedupKey}, ${at}, ${expiresAt}) AS id`.execute(
    db,
  );
  const id = rows[0]?.id ?? null;
  if (id === null) return null;
  if (fileId !== null) await sql`SELECT attach_mail_file(${id}, ${fileId})`.execute(db);
  await addJob(db, sendMail, { mail_id: id }, { key: String(id) });
  return id;
}
