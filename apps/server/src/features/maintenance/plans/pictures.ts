import { PICTURES_MAX } from '@spora/contract/limits';
import { strToU8 } from 'fflate';
import type { PersonalFiles } from '../../../core/face.ts';
import { requireFeature } from '../../../core/fleet/unit-features.ts';
import { findOpen, type ManagedUnit, unitCanOf } from '../../../core/fleet/managed-units.ts';
import { AppError } from '../../../platform/app-error.ts';
import { inTransaction, type MemberCtx } from '../../../platform/ctx.ts';
import type { FileAnswer } from '../../../platform/http/mount.ts';
import { audit } from '../../../core/people/audit.ts';
import { endingOf } from '../../../platform/pictures/kind.ts';
import { cleanPicture } from '../../../platform/pictures/picture.ts';
import { requireMayTakeBack, requirePlanCan } from './policy.ts';
import * as repository from './repository.ts';
import { planCan } from './rules.ts';

interface OfEntry {
  readonly imei: string;
  readonly id: number;
}
interface OfPicture extends OfEntry {
  readonly picture: number;
}

/** An entry whose pictures the actor may change: who may take it back. */
async function openEntry(ctx: MemberCtx, { imei, id }: OfEntry): Promise<{ unit: ManagedUnit; entryId: number }> {
  const unit = await findOpen(ctx, imei);
  const can = planCan(await unitCanOf(ctx, unit));
  requirePlanCan(can, 'record');
  const entry = await repository.findEntry(ctx.db, ctx.actor.accountId, unit.id, id);
  if (!entry) throw new AppError('EntryNotFound', { status: 404 });
  requireMayTakeBack(can, entry, ctx.actor);
  return { unit, entryId: entry.id };
}

/** With room for another picture; two that are sent at once are counted one after the other. */
async function openForPicture(ctx: MemberCtx, params: OfEntry): Promise<{ unit: ManagedUnit; entryId: number }> {
  const opened = await openEntry(ctx, params);
  requireFeature(opened.unit, 'service');
  await repository.lockEntry(ctx.db, ctx.actor.accountId, opened.entryId);
  const there = await repository.picturesOf(ctx.db, ctx.actor.accountId, [opened.entryId]);
  if (there.length >= PICTURES_MAX) throw new AppError('PicturesMax');
  return opened;
}

const requireRoom = (ctx: MemberCtx, params: OfEntry): Promise<unknown> =>
  inTransaction(ctx, (inside) => openForPicture(inside, params));

/**
 * SRV-004, SEC-012: what is kept is not what came, but the same pixels written anew. Decoding takes its time, so it happens between two
 * transactions; the right and the room are judged before it and again after.
 */
export async function addPicture(
  ctx: MemberCtx,
  { params, file }: { params: OfEntry; file: Uint8Array },
): Promise<{ id: number }> {
  await requireRoom(ctx, params);
  const clean = await cleanPicture(file, ctx.actor.accountId);
  return inTransaction(ctx, async (inside) => {
    const { unit, entryId } = await openForPicture(inside, params);
    const id = await repository.insertPicture(inside.db, inside.actor.accountId, entryId, clean, inside.now());
    await audit(inside, 'service-picture-added', unit.name);
    return { id };
  });
}

export async function removePicture(ctx: MemberCtx, params: OfPicture): Promise<Record<string, never>> {
  const { unit, entryId } = await openEntry(ctx, params);
  if (!(await repository.deletePicture(ctx.db, ctx.actor.accountId, entryId, params.picture)))
    throw new AppError('PictureNotFound');
  await audit(ctx, 'service-picture-removed', unit.name);
  return {};
}

/** Whoever reads the history sees its pictures; of an entry that was taken back there are none. */
export async function getPicture(ctx: MemberCtx, { imei, id, picture }: OfPicture): Promise<FileAnswer> {
  const unit = await findOpen(ctx, imei);
  const entry = await repository.findEntry(ctx.db, ctx.actor.accountId, unit.id, id);
  const found = entry && (await repository.pictureBytes(ctx.db, ctx.actor.accountId, entry.id, picture));
  if (!found) throw new AppError('PictureNotFound');
  return { body: found.data, type: found.content_type, name: `service-${picture}.${endingOf(found.content_type)}` };
}

/** SEC-015: the pictures of what the member recorded, on units that whoever asks may see; null: on all. */
export async function pictureFiles(ctx: MemberCtx, memberId: number, unitIds: readonly number[] | null): Promise<PersonalFiles> {
  const pictures = await repository.picturesBy(ctx.db, ctx.actor.accountId, memberId, unitIds);
  if (pictures.length === 0) return { files: {} };
  return {
    files: { 'service-pictures.json': strToU8(`${JSON.stringify(pictures, null, 2)}\n`) },
    more: (later) => bytesOf(later, pictures),
  };
}

/** Of at most 1 MB each, one in a short transaction. */
async function* bytesOf(
  ctx: MemberCtx,
  pictures: readonly { id: number; entry_id: number }[],
): AsyncGenerator<[name: string, bytes: Uint8Array]> {
  for (const { id, entry_id } of pictures) {
    const found = await inTransaction(ctx, ({ db, actor }) => repository.pictureBytes(db, actor.accountId, entry_id, id));
    if (found) yield [`service/${entry_id}-${id}.${endingOf(found.content_type)}`, new Uint8Array(found.data)];
  }
}
