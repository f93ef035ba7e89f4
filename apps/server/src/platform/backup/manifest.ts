import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export const BACKUP_FORMAT = 1;
export const MANIFEST = 'manifest.json';

const file = z.object({ path: z.string().regex(/^(tables|keys)\/[\w.-]+$/), sha256: z.string() });

/** What a backup says of itself; written last, so that a folder with one is complete. */
export const backupManifest = z.object({
  format: z.literal(BACKUP_FORMAT),
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** In an order in which foreign keys are satisfied. */
  tables: z.array(file.extend({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.number().int() })),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  /** What the log's partitions must span; null when it is empty. */
  log: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }).nullable(),
  keys: z.array(file),
});
export type BackupManifest = z.output<typeof backupManifest>;

/** A backup that cannot be used, or may not be used here. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Hex SHA-256 of a file. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Reads a backup's manifest and checks every file against it; throws BackupError naming the first that differs. */
export async function readVerifiedManifest(folder: string): Promise<BackupManifest> {
  let text: string;
  try {
    text = await readFile(join(folder, MANIFEST), 'utf8');
  } catch (cause) {
    throw new BackupError(`${folder} is no complete backup: it has no ${MANIFEST}.`, { cause });
  }
  const parsed = backupManifest.safeParse(jsonOf(text));
  if (!parsed.success)
    throw new BackupError(`${folder} was written in a format that this version does not read.`, { cause: parsed.error });
  for (const { path, sha256 } of [...parsed.data.tables, ...parsed.data.keys]) {
    const found = await sha256OfFile(join(folder, path)).catch(() => undefined);
    if (found !== sha256)
      throw new BackupError(`${path} of the backup is ${found === undefined ? 'missing' : 'damaged'}; nothing was restored.`);
  }
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
