import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A kind of key of the installation: files `<kind>-<time>-<random>.<extension>`, of which the newest by name is in use. */
export interface KeyKind {
  readonly kind: string;
  readonly extension: string;
}

/** The ids of the keys of a kind in `folder`, the newest last. */
export async function keyIds(folder: string, { kind, extension }: KeyKind): Promise<string[]> {
  const name = new RegExp(`^${kind}-([0-9]{14}-[0-9a-f]{8})\\.${extension}$`);
  return (await readdir(folder).catch(() => [])).flatMap((file) => name.exec(file)?.[1] ?? []).sort();
}

/** Where the key of an id lies. */
export const keyPath = (folder: string, { kind, extension }: KeyKind, id: string): string =>
  join(folder, `${kind}-${id}.${extension}`);

/** Writes a new key of mode 0600, whole or not at all, and answers its id. */
export async function writeKeyFile(folder: string, which: KeyKind, content: string, now: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const id = `${now.toISOString().replace(/\D/g, '').slice(0, 14)}-${randomBytes(4).toString('hex')}`;
  const half = join(folder, `.${which.kind}-${id}`);
  await writeFile(half, content, { mode: 0o600 });
  await chmod(half, 0o600);
  await link(half, keyPath(folder, which, id));
  await rm(half);
  return id;
}
