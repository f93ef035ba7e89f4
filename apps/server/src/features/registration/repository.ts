import { type Kysely, sql } from 'kysely';
import type { MessageKey } from '@spora/messages/keys';
import type { Language } from '@spora/messages/languages';
import type { WrittenLanguage } from '@spora/messages/written-languages';
import { violates } from '../../platform/database/database.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { isMessageKey } from '../../platform/http/envelope.ts';
import type { AccountRow, Repeat } from './rules.ts';

/** A tracker that is new here was nobody else's before: its fitting begins before anything it can have stored. */
const LONG_AGO = new Date('2000-01-01T00:00:00Z');

/** Why a tracker cannot be registered under a brand; null when it can. */
export async function stockFault(db: Kysely<Db>, imei: string, subsiteId: number, now: Date): Promise<MessageKey | null> {
  const { rows } = await sql<{ fault: string | null }>`
    SELECT stock_fault(${imei}, ${subsiteId}::smallint, ${now}) AS fault`.execute(db);
  return keyOf(rows[0]?.fault);
}

const keyOf = (fault: string | null | undefined): MessageKey | null => (fault && isMessageKey(fault) ? fault : null);

export async function isEmailTaken(db: Kysely<Db>, email: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`SELECT is_email_taken(${email}) AS taken`.execute(db);
  return rows[0]?.taken === true;
}

/** The ways to pay that are offered, in the order of the list. */
export async function paymentTypes(db: Kysely<Db>): Promise<readonly Readonly<Record<WrittenLanguage, string>>[]> {
  const rows = await db
    .selectFrom('payment_type')
    .where('is_active', '=', true)
    .orderBy('position')
    .select(['label_en as en', 'label_sv as sv', 'label_no as no'])
    .execute();
  return rows;
}

/** The hash of what was registered under this key within a day; null when nothing was. */
export async function earlierRequest(db: Kysely<Db>, keyHash: Buffer, now: Date): Promise<Buffer | null> {
  const { rows } = await sql<{ hash: Buffer | null }>`SELECT find_registration(${keyHash}, ${now}) AS hash`.execute(db);
  return rows[0]?.hash ?? null;
}

/** Waits for another call under the same key; throws `isRunningTwice` when that one succeeded. */
export async function rememberRequest(tx: Kysely<Db>, { keyHash, requestHash }: Repeat, now: Date): Promise<void> {
  await sql`SELECT remember_registration(${keyHash}, ${requestHash}, ${now})`.execute(tx);
}

export const isRunningTwice = (error: unknown): boolean => violates(error, 'registration_repeat_pk');

export interface NewCustomer {
  readonly imei: string;
  readonly at: Date;
  readonly account: AccountRow;
  readonly member: {
    readonly email: string;
    readonly full_name: string;
    readonly phone: string;
    readonly password_hash: string;
    readonly language: Language;
  };
}

/** What came of it: the ids, or which of the two that can be taken was. */
export type Registered =
  | { readonly accountId: number; readonly memberId: number }
  | { readonly imeiFault: MessageKey }
  | { readonly isEmailTaken: true };

/**
 * Everything or nothing, in the caller's transaction, which cannot go on after a fault. The stock's row and the unique index of
 * addresses alone judge who was first, so that two racing registrations cannot both win.
 */
export async function insertCustomer(tx: Kysely<Db>, { imei, at, account, member }: NewCustomer): Promise<Registered> {
  try {
    const { rows } = await sql<{ fault: string | null; account_id: number; member_id: number }>`
      SELECT fault, account_id, member_id FROM register_customer(
        ${imei}, ${at}, ${JSON.stringify(account)}::jsonb, ${JSON.stringify(member)}::jsonb, ${LONG_AGO})`.execute(tx);
    const row = rows[0];
    const imeiFault = keyOf(row?.fault);
    if (imeiFault) return { imeiFault };
    if (!row?.account_id) throw new Error('register_customer answered nothing');
    return { accountId: row.account_id, memberId: row.member_id };
  } catch (error) {
    if (violates(error, 'member_email_unique')) return { isEmailTaken: true };
    // A command of the operator fitted the tracker at the same moment.
    if (violates(error, 'fitting_tracker_no_overlap')) return { imeiFault: 'ImeiInUse' };
    throw error;
  }
}
