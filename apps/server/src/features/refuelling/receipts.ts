import { audit } from '../../core/people/audit.ts';
import { AppError } from '../../platform/app-error.ts';
import { inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/http/mount.ts';
import { endingOf } from '../../platform/pictures/kind.ts';
import { cleanPicture } from '../../platform/pictures/picture.ts';
import { requireFeature } from '../../core/fleet/unit-features.ts';
import { findRow } from './api.ts';
import * as repository from './repository.ts';
import { findEditable, openRefuelled } from './service.ts';

interface OfEntry {
  readonly imei: string;
  readonly id: number;
}

/**
 * TRIP-035, SEC-012: what is kept is not what came, but the same pixels written anew; where it was taken goes. Decoding takes its
 * time, so it happens between two transactions; the right is judged before it and again after.
 */
export async function setReceipt(
  ctx: MemberCtx,
  { params, file }: { params: OfEntry; file: Uint8Array },
): Promise<Record<string, never>> {
  await requireEditable(ctx, params);
  const clean = await cleanPicture(file, ctx.actor.accountId);
  return inTransaction(ctx, async (inside) => {
    const opened = await openRefuelled(inside, params.imei);
    const { id } = await findEditable(inside, opened, params.id);
    await repository.saveReceipt(inside.db, opened, id, clean);
    await audit(inside, 'refuelling-changed', opened.unit.name, { fields: 'receipt' });
    return {};
  });
}

const requireEditable = (ctx: MemberCtx, { imei, id }: OfEntry): Promise<unknown> =>
  inTransaction(ctx, async (inside) => {
    const opened = await openRefuelled(inside, imei);
    requireFeature(opened.unit, 'fuel');
    return findEditable(inside, opened, id);
  });

export async function removeReceipt(ctx: MemberCtx, { imei, id }: OfEntry): Promise<Record<string, never>> {
  const opened = await openRefuelled(ctx, imei);
  await findEditable(ctx, opened, id);
  if (!(await repository.deleteReceipt(ctx.db, opened, id))) throw new AppError('PictureNotFound');
  await audit(ctx, 'refuelling-changed', opened.unit.name, { fields: 'receipt' });
  return {};
}

/** A receipt says where and when: of a masked entry there is none. */
export async function getReceipt(ctx: MemberCtx, { imei, id }: OfEntry): Promise<FileAnswer> {
  const opened = await openRefuelled(ctx, imei);
  const row = await findRow(ctx, opened.unitId, id);
  const found = row && !row.is_masked ? await repository.findReceipt(ctx.db, opened, id) : undefined;
  if (!found) throw new AppError('PictureNotFound');
  return { body: found.data, type: found.content_type, name: `receipt-${id}.${endingOf(found.content_type)}` };
}
