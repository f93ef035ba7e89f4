import { type Kysely, sql } from 'kysely';
import type { FileKind } from '@spora/contract/exports/endpoints';
import type { Db } from '../../platform/database/db.generated.ts';

/** The file of ours that has this SHA-256, whatever account it is of; nothing of whose it is. */
export async function findFile(db: Kysely<Db>, sha256: Buffer): Promise<{ kind: FileKind; at: Date } | undefined> {
  const { rows } = await sql<{ kind: FileKind; at: Date }>`SELECT kind, at FROM find_exported_file(${sha256})`.execute(db);
  return rows[0];
}
