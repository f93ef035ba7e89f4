import type { Kysely } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import { type AccountId, inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { FileAnswer } from '../../platform/http/mount.ts';
import { endingOf } from '../../platform/pictures/kind.ts';
import { cleanPicture } from '../../platform/pictures/picture.ts';
import { findBooking, holdForHandOver } from './service.ts';

const ofBooking = (db: Kysely<Db>, accountId: AccountId, id: number) =>
  db.selectFrom('booking_picture').where('account_id', '=', accountId).where('booking_id', '=', id);

/**
 * SEC-012: what is kept is not what came, but the same pixels written anew; where it was taken goes. Decoding takes its time, so it happens
 * between two transactions; the right is judged before it and again after.
 */
export async function setPicture(
  ctx: MemberCtx,
  { params, file }: { readonly params: { readonly id: number }; readonly file: Uint8Array },
): Promise<Record<string, never>> {
  await requireHandOver(ctx, params.id);
  const { type, data } = await cleanPicture(file, ctx.actor.accountId);
  return inTransaction(ctx, async (inside) => {
    const { id } = await holdForHandOver(inside, params.id);
    const row = { content_type: type, data };
    await inside.db
      .insertInto('booking_picture')
      .values({ account_id: inside.actor.accountId, booking_id: id, ...row })
      .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(row))
      .execute();
    return {};
  });
}

const requireHandOver = (ctx: MemberCtx, id: number): Promise<unknown> =>
  inTransaction(ctx, (inside) => holdForHandOver(inside, id));

export async function removePicture(ctx: MemberCtx, { id }: { readonly id: number }): Promise<Record<string, never>> {
  const row = await holdForHandOver(ctx, id);
  const { numDeletedRows } = await ctx.db
    .deleteFrom('booking_picture')
    .where('account_id', '=', ctx.actor.accountId)
    .where('booking_id', '=', row.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('PictureNotFound');
  return {};
}

/** Whoever sees the booking sees how its vehicle was left. */
export async function getPicture(ctx: MemberCtx, params: { readonly id: number }): Promise<FileAnswer> {
  const { id } = await findBooking(ctx, params.id);
  const found = await ofBooking(ctx.db, ctx.actor.accountId, id).select(['content_type', 'data']).executeTakeFirst();
  if (!found) throw new AppError('PictureNotFound');
  return { body: found.data, type: found.content_type, name: `booking-${id}.${endingOf(found.content_type)}` };
}
