import type { Kysely } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { CleanPicture } from '../../platform/pictures/picture.ts';
import type { RefuellingFields } from './rules.ts';

export interface OfUnit {
  readonly accountId: AccountId;
  readonly unitId: number;
}

const ofUnit = (db: Kysely<Db>, { accountId, unitId }: OfUnit) =>
  db.selectFrom('refuelling').where('refuelling.account_id', '=', accountId).where('refuelling.unit_id', '=', unitId);

export async function insert(
  db: Kysely<Db>,
  { accountId, unitId }: OfUnit,
  fields: RefuellingFields,
  { memberId, at }: { memberId: number; at: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('refuelling')
    .values({ account_id: accountId, unit_id: unitId, ...fields, member_id: memberId, created_at: at, changed_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function update(
  db: Kysely<Db>,
  { accountId, unitId }: OfUnit,
  id: number,
  fields: Partial<RefuellingFields> & { changed_at: Date; removed_at?: Date | null },
): Promise<void> {
  await db
    .updateTable('refuelling')
    .set(fields)
    .where('account_id', '=', accountId)
    .where('unit_id', '=', unitId)
    .where('id', '=', id)
    .execute();
}

/** One that was taken away. */
export const findRemoved = (db: Kysely<Db>, unit: OfUnit, id: number) =>
  ofUnit(db, unit)
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .select(['id', 'member_id', 'amount', 'fuel_type'])
    .executeTakeFirst();

/** Of an entry that is there. */
export const findReceipt = (db: Kysely<Db>, unit: OfUnit, id: number) =>
  ofUnit(db, unit)
    .innerJoin('refuelling_receipt as receipt', 'receipt.refuelling_id', 'refuelling.id')
    .where('refuelling.id', '=', id)
    .where('refuelling.removed_at', 'is', null)
    .select(['receipt.content_type', 'receipt.data'])
    .executeTakeFirst();

/** In place of one that is there. */
export async function saveReceipt(
  db: Kysely<Db>,
  { accountId }: OfUnit,
  id: number,
  { type, data }: CleanPicture,
): Promise<void> {
  const row = { content_type: type, data };
  await db
    .insertInto('refuelling_receipt')
    .values({ account_id: accountId, refuelling_id: id, ...row })
    .onConflict((conflict) => conflict.column('refuelling_id').doUpdateSet(row))
    .execute();
}

/** False when there was none. */
export async function deleteReceipt(db: Kysely<Db>, { accountId }: OfUnit, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('refuelling_receipt')
    .where('account_id', '=', accountId)
    .where('refuelling_id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Of all accounts: entries older than the log is kept, and those taken away before `removedBefore`; receipts go with them. */
export async function deleteOld(db: Kysely<Db>, before: Date, removedBefore: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('refuelling')
    .where((row) => row.or([row('at', '<', before), row('removed_at', '<', removedBefore)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
