import { createHash } from 'node:crypto';
import type { FileKind } from '@spora/contract/exports';
import { inTransaction, type MemberCtx } from './ctx.ts';

/**
 * Passes a file's pieces on and keeps its SHA-256 in `exported_file`. The last piece is held back until the row stands: nobody has a
 * whole file that the installation does not know. `ctx.db` is the bare pool, as a body that is produced piece by piece has it.
 */
export async function* recorded(
  ctx: MemberCtx,
  { kind, name }: { readonly kind: FileKind; readonly name: string },
  pieces: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytes = 0;
  let held: Buffer | undefined;
  for await (const piece of pieces) {
    const next = Buffer.from(piece as Uint8Array);
    hash.update(next);
    bytes += next.length;
    if (held) yield held;
    held = next;
  }
  await inTransaction(ctx, ({ db, actor, now }) =>
    db
      .insertInto('exported_file')
      .values({ account_id: actor.accountId, member_id: actor.memberId, at: now(), kind, name, sha256: hash.digest(), bytes })
      .execute(),
  );
  if (held) yield held;
}
