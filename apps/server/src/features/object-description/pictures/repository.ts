import { type Kysely, sql } from 'kysely';
import type { ObjectPicture } from '@spora/contract/object-description/endpoints';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { CleanPicture } from '../../../platform/pictures/picture.ts';
import type { OfUnit } from '../repository.ts';

const ofUnit = (db: Kysely<Db>, { accountId, unitId }: OfUnit) =>
  db.selectFrom('object_picture').where('account_id', '=', accountId).where('unit_id', '=', unitId);

/** In their order; those that were removed are not among them. */
export const list = (db: Kysely<Db>, unit: OfUnit): Promise<ObjectPicture[]> =>
  ofUnit(db, unit)
    .where('removed_at', 'is', null)
    .select(['id', 'caption', 'width', 'height', sql<number>`octet_length(data)`.as('bytes')])
    .orderBy('place')
    .orderBy('id')
    .execute();

/** Also one that was removed and is kept for a report. */
export const findBytes = (db: Kysely<Db>, unit: OfUnit, id: number) =>
  ofUnit(db, unit).where('id', '=', id).select(['content_type', 'data']).executeTakeFirst();

export async function insert(
  db: Kysely<Db>,
  { accountId, unitId }: OfUnit,
  { type, width, height, data, digest }: CleanPicture & { digest: Buffer },
  at: Date,
): Promise<void> {
  const values = {
    account_id: accountId,
    unit_id: unitId,
    content_type: type,
    width,
    height,
    data,
    source_digest: digest,
    created_at: at,
  };
  await db
    .insertInto('object_picture')
    .values({
      ...values,
      place: sql<number>`(SELECT coalesce(max(place), 0) + 1 FROM object_picture WHERE unit_id = ${unitId})`,
    })
    .execute();
}

export async function place(
  db: Kysely<Db>,
  { accountId, unitId }: OfUnit,
  id: number,
  at: number,
  caption: string,
): Promise<void> {
  await db
    .updateTable('object_picture')
    .set({ place: at, caption })
    .where('account_id', '=', accountId)
    .where('unit_id', '=', unitId)
    .where('id', '=', id)
    .execute();
}

/** Its bytes go with it, unless a theft report shows it. */
export async function remove(db: Kysely<Db>, { accountId, unitId }: OfUnit, id: number, at: Date): Promise<void> {
  const isShown = await db
    .selectFrom('theft_report')
    .where('account_id', '=', accountId)
    .where('unit_id', '=', unitId)
    .where(sql<boolean>`${id} = ANY (picture_ids)`)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (isShown) {
    await db
      .updateTable('object_picture')
      .set({ removed_at: at })
      .where('account_id', '=', accountId)
      .where('unit_id', '=', unitId)
      .where('id', '=', id)
      .execute();
    return;
  }
  await db
    .deleteFrom('object_picture')
    .where('account_id', '=', accountId)
    .where('unit_id', '=', unitId)
    .where('id', '=', id)
    .execute();
}

/** Whether the same file was added before and still stands there. */
export async function isThere(db: Kysely<Db>, unit: OfUnit, digest: Buffer): Promise<boolean> {
  const found = ofUnit(db, unit).where('removed_at', 'is', null).where('source_digest', '=', digest).select('id');
  return (await found.executeTakeFirst()) !== undefined;
}
