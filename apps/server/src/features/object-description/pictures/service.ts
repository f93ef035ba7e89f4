import { createHash } from 'node:crypto';
import type { HandlerInput } from '@spora/contract/endpoint';
import { PICTURES_MAX } from '@spora/contract/limits';
import type { arrangePictures as arrangeEndpoint, ObjectDescription } from '@spora/contract/object-description/endpoints';
import { lockRow } from '../../../core/fleet/unit-row.ts';
import { audit } from '../../../core/people/audit.ts';
import { AppError } from '../../../platform/app-error.ts';
import { inTransaction, type MemberCtx } from '../../../platform/ctx.ts';
import type { FileAnswer } from '../../../platform/http/mount.ts';
import { endingOf } from '../../../platform/pictures/kind.ts';
import { cleanPicture } from '../../../platform/pictures/picture.ts';
import { requireCan } from '../policy.ts';
import { describe, openUnit, type OpenUnit } from '../service.ts';
import * as repository from './repository.ts';

/** A picture never changes; another has another number. */
const KEPT_S = 7 * 24 * 3600;

/**
 * OBJ-002, SEC-012: what is kept is not what came, but the same pixels written anew. Decoding takes its time, so it happens between
 * two transactions; the right and the room are judged before it and again after.
 */
export async function addPicture(
  ctx: MemberCtx,
  input: { params: { imei: string }; file: Uint8Array },
): Promise<ObjectDescription> {
  const { imei } = input.params;
  await requireRoom(ctx, imei);
  const digest = createHash('sha256').update(input.file).digest();
  const clean = await cleanPicture(input.file, ctx.actor.accountId);
  return inTransaction(ctx, async (inside) => {
    const unit = await openForChange(inside, imei);
    // Sent again, because the first answer got lost or by mistake: it is there.
    if (await repository.isThere(inside.db, unit, digest)) return describe(inside, unit);
    await assertRoom(inside, unit);
    await repository.insert(inside.db, unit, { ...clean, digest }, ctx.now());
    await audit(inside, 'object-picture-added', unit.name);
    return describe(inside, unit);
  });
}

const requireRoom = (ctx: MemberCtx, imei: string): Promise<void> =>
  inTransaction(ctx, async (inside) => assertRoom(inside, await openForChange(inside, imei)));

/** Two pictures sent at once are counted one after the other. */
async function openForChange(ctx: MemberCtx, imei: string): Promise<OpenUnit> {
  const unit = await openUnit(ctx, imei);
  requireCan(unit.can, 'edit');
  // Two pictures sent at once are counted one after the other.
  await lockRow(ctx.db, unit.accountId, unit.unitId);
  return unit;
}

async function assertRoom(ctx: MemberCtx, unit: OpenUnit): Promise<void> {
  if ((await repository.list(ctx.db, unit)).length >= PICTURES_MAX) throw new AppError('PicturesMax');
}

/** OBJ-006. */
export async function arrangePictures(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof arrangeEndpoint>,
): Promise<ObjectDescription> {
  const unit = await openForChange(ctx, params.imei);
  const there = new Set((await repository.list(ctx.db, unit)).map(({ id }) => id));
  const wanted = new Set(body.pictures.map(({ id }) => id));
  const isSame = wanted.size === body.pictures.length && wanted.size === there.size && [...wanted].every((id) => there.has(id));
  if (!isSame) throw new AppError('PicturesChanged');
  for (const [index, { id, caption }] of body.pictures.entries()) await repository.place(ctx.db, unit, id, index + 1, caption);
  return describe(ctx, unit);
}

export async function removePicture(ctx: MemberCtx, { imei, id }: { imei: string; id: number }): Promise<ObjectDescription> {
  const unit = await openForChange(ctx, imei);
  if (!(await repository.list(ctx.db, unit)).some((each) => each.id === id)) throw new AppError('PictureNotFound');
  await repository.remove(ctx.db, unit, id, ctx.now());
  await audit(ctx, 'object-picture-removed', unit.name);
  return describe(ctx, unit);
}

export async function getPicture(ctx: MemberCtx, { imei, id }: { imei: string; id: number }): Promise<FileAnswer> {
  const found = await repository.findBytes(ctx.db, await openUnit(ctx, imei), id);
  if (!found) throw new AppError('PictureNotFound');
  return asFile(found, id);
}

/** `nosniff` and the type from our own encoder: a browser cannot take it for anything else. */
export const asFile = (found: { content_type: string; data: Buffer }, id: number): FileAnswer => ({
  body: found.data,
  type: found.content_type,
  name: `${id}.${endingOf(found.content_type)}`,
  keptS: KEPT_S,
});
