import { strToU8 } from 'fflate';
import type { PersonalFiles } from '../../core/face.ts';
import { inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { receiptsOf, rowsOfMember, toRefuelling } from './api.ts';
import { endingOf } from '../../platform/pictures/kind.ts';

/** SEC-015, TRIP-035, TRIP-032: what the member filled and charged, as far as whoever asks may see it, with the receipts. */
export async function refuellingFiles(
  ctx: MemberCtx,
  memberId: number,
  unitIds: readonly number[] | null,
): Promise<PersonalFiles> {
  const rows = await rowsOfMember(ctx, memberId, unitIds);
  if (rows.length === 0) return { files: {} };
  const told = rows.map((row) => {
    const { can: _can, ...entry } = toRefuelling(ctx.actor, row, false);
    return { ...entry, unit: row.unit_name };
  });
  const receiptIds = told.filter(({ has_receipt }) => has_receipt).map(({ id }) => id);
  return {
    files: { 'refuelling.json': strToU8(`${JSON.stringify(told, null, 2)}\n`) },
    more: (later) => receiptFiles(later, receiptIds),
  };
}

/** Of at most 1 MB each, read in a short transaction. */
const RECEIPTS_AT_ONCE = 10;

async function* receiptFiles(ctx: MemberCtx, ids: readonly number[]): AsyncGenerator<[name: string, bytes: Uint8Array]> {
  for (let at = 0; at < ids.length; at += RECEIPTS_AT_ONCE) {
    const some = ids.slice(at, at + RECEIPTS_AT_ONCE);
    const found = await inTransaction(ctx, ({ db, actor }) => receiptsOf(db, actor.accountId, some));
    for (const { refuelling_id, content_type, data } of found)
      yield [`receipts/${refuelling_id}.${endingOf(content_type)}`, new Uint8Array(data)];
  }
}
