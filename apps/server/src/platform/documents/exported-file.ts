import { createHash } from 'node:crypto';
import type { FileKind } from '@spora/contract/exports/endpoints';
import type { Kysely } from 'kysely';
import { inTransaction, type MemberActor, type MemberCtx } from '../ctx.ts';
import type { Db } from '../database/db.generated.ts';

export interface Fingerprint {
  readonly kind: FileKind;
  readonly name: string;
  readonly at: Date;
  readonly sha256: Buffer;
  readonly bytes: number;
}

/** Keeps what anybody may ask for of a file that leaves, in the transaction with which it does. */
export async function keepFingerprint(
  db: Kysely<Db>,
  { accountId, memberId }: Pick<MemberActor, 'accountId' | 'memberId'>,
  { kind, name, at, sha256, bytes }: Fingerprint,
): Promise<void> {
  const row = { account_id: accountId, member_id: memberId, at, kind, name, sha256, bytes };
  await db.insertInto('exported_file').values(row).execute();
}

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
    keepFingerprint(db, actor, { kind, name, at: now(), sha256: hash.digest(), bytes }),
  );
  if (held) yield held;
}
