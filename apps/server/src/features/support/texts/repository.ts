import type { Kysely } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import { violates } from '../../../platform/database/database.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

export const announcements = (db: Kysely<Db>) =>
  db
    .selectFrom('announcement')
    .select(['id', 'subsite_id', 'text_en', 'text_sv', 'text_no', 'starts_at', 'ends_at'])
    .orderBy('id', 'desc')
    .limit(100)
    .execute();

/** What is shown to a brand, or to every brand without one of its own, ends. */
export async function endAnnouncementsOf(db: Kysely<Db>, subsiteId: number | null, now: Date): Promise<void> {
  await db
    .updateTable('announcement')
    .set({ ends_at: now })
    .where('subsite_id', subsiteId === null ? 'is' : '=', subsiteId)
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', now)]))
    .execute();
}

/** False when there is none that is still shown. */
export async function endAnnouncement(db: Kysely<Db>, id: number, now: Date): Promise<boolean> {
  const ended = await db
    .updateTable('announcement')
    .set({ ends_at: now })
    .where('id', '=', id)
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', now)]))
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

export interface NewAnnouncement {
  readonly subsite_id: number | null;
  readonly text_en: string;
  readonly text_sv: string;
  readonly text_no: string;
  readonly starts_at: Date;
  readonly ends_at: Date | null;
}

export async function insertAnnouncement(db: Kysely<Db>, row: NewAnnouncement): Promise<void> {
  await db.insertInto('announcement').values(row).execute();
}

export const allTerms = (db: Kysely<Db>) =>
  db
    .selectFrom('terms')
    .select(['id', 'subsite_id', 'language', 'valid_from', 'body'])
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute();

export interface NewTerms {
  readonly subsite_id: number | null;
  readonly language: string;
  readonly valid_from: string;
  readonly body: string;
}

export async function insertTerms(db: Kysely<Db>, row: NewTerms): Promise<void> {
  try {
    await db.insertInto('terms').values(row).execute();
  } catch (error) {
    if (violates(error, 'terms_once')) throw new AppError('TermsExist', { cause: error });
    throw error;
  }
}

export const paymentTypes = (db: Kysely<Db>) =>
  db.selectFrom('payment_type').select(['id', 'label_en', 'label_sv', 'label_no', 'is_active']).orderBy('position').execute();

export interface PaymentTypeFields {
  readonly position: number;
  readonly label_en: string;
  readonly label_sv: string;
  readonly label_no: string;
  readonly is_active: boolean;
}

/** False when there is none of that number. */
export async function updatePaymentType(db: Kysely<Db>, id: number, fields: PaymentTypeFields): Promise<boolean> {
  const changed = await db.updateTable('payment_type').set(fields).where('id', '=', id).executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

export async function insertPaymentType(db: Kysely<Db>, fields: PaymentTypeFields): Promise<void> {
  await db.insertInto('payment_type').values(fields).execute();
}
