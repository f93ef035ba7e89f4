import { type Kysely, sql } from 'kysely';
import { violates } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

export interface StockFilter {
  /** Digits that the number contains. */
  readonly q?: string | undefined;
  readonly state: 'all' | 'free' | 'registered';
  readonly subsite?: number | undefined;
}

function filtered(db: Kysely<Db>, { q, state, subsite }: StockFilter) {
  let rows = db.selectFrom('stock_unit');
  const digits = (q ?? '').replace(/\D/g, '');
  if (digits) rows = rows.where('imei', 'like', `%${digits}%`);
  else if (q) rows = rows.where(sql<boolean>`false`);
  if (state === 'free') rows = rows.where('registered_at', 'is', null);
  if (state === 'registered') rows = rows.where('registered_at', 'is not', null);
  if (subsite !== undefined) rows = rows.where('subsite_id', '=', subsite);
  return rows;
}

/** The newest first. */
export const stockRows = (db: Kysely<Db>, filter: StockFilter, { limit, offset }: { limit: number; offset: number }) =>
  filtered(db, filter)
    .select(['imei', 'family', 'subsite_id', 'subscription_type', 'added_at', 'registered_at'])
    .orderBy('added_at', 'desc')
    .orderBy('imei')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countStock(db: Kysely<Db>, filter: StockFilter): Promise<number> {
  const { n } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Why numbers cannot be put into the stock; those that can are not in it. */
export async function faultsOf(db: Kysely<Db>, imeis: readonly string[]): Promise<Map<string, 'in-stock' | 'fitted'>> {
  const { rows } = await sql<{ imei: string; fault: 'in-stock' | 'fitted' | null }>`
    SELECT imei, fault FROM support_check_stock(${[...imeis]}::text[])`.execute(db);
  return new Map(rows.flatMap(({ imei, fault }) => (fault ? [[imei, fault] as const] : [])));
}

export interface NewStock {
  readonly imei: string;
  readonly protocol: string;
  readonly family: string;
  readonly subsite_id: number | null;
  readonly subscription_type: string;
  readonly added_at: Date;
}

export async function insertStock(db: Kysely<Db>, rows: readonly NewStock[]): Promise<void> {
  try {
    await db.insertInto('stock_unit').values(rows).execute();
  } catch (error) {
    if (violates(error, 'stock_unit_pk')) throw new AppError('StockNumbersTaken', { cause: error });
    throw error;
  }
}
