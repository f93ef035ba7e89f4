import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { keyIds, keyPath, writeKeyFile } from './key-file.ts';

/** Keeps secrets of customers that the program must be able to read again: encrypted, with a key outside the database. */
export interface SecretBox {
  /** `of` says whose the secret is, so that it opens nowhere else. */
  seal(secret: string, of: string): Promise<string>;
  /** Answers a text that was never sealed as it is; throws where its key is not there, or it is somebody else's. */
  open(stored: string, of: string): Promise<string>;
  /** How what is sealed with the newest key begins: all else is to be sealed anew. */
  prefix(): Promise<string>;
}

/** A key by its id, 32 bytes. */
export type SecretKeys = ReadonlyMap<string, Uint8Array>;

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const MARK = 'aes1';
const KIND = { kind: 'secret', extension: 'key' } as const;

/** `keysOf` answers the keys in order, the newest last, and makes the first one where there is none. */
export function createSecretBox(keysOf: () => Promise<SecretKeys>): SecretBox {
  const newest = async (): Promise<{ id: string; key: Uint8Array }> => {
    const last = [...(await keysOf())].at(-1);
    if (!last) throw new Error('there is no key for secrets');
    return { id: last[0], key: last[1] };
  };
  return {
    seal: async (secret, of) => {
      const { id, key } = await newest();
      const iv = randomBytes(12);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(of));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return [MARK, id, iv.toString('base64url'), sealed.toString('base64url')].join('.');
    },
    open: async (stored, of) => {
      const [mark, id = '', iv = '', text = ''] = stored.split('.');
      if (mark !== MARK) return stored;
      const key = (await keysOf()).get(id);
      if (!key) throw new Error(`the key ${id} for secrets is not in the folder keys`);
      const sealed = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(iv, 'base64url'), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(of))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
    },
    prefix: async () => `${MARK}.${(await newest()).id}.`,
  };
}

/**
 * Keys in `folder` (`<data folder>/keys`, which the backup takes along), one file of mode 0600 each: `secret-<time>-<random>.key`. The
 * newest by name seals, all open; a key is replaced by putting another file beside it, and may go when nothing is sealed with it.
 */
export const openSecretBox = (folder: string, now: () => Date): SecretBox =>
  createSecretBox(async () => {
    const found = await readKeys(folder);
    if (found.size > 0) return found;
    await writeSecretKey(folder, now());
    // Two processes may have made one each: both take the newest by name.
    return readKeys(folder);
  });

async function readKeys(folder: string): Promise<SecretKeys> {
  const keys = await Promise.all(
    (await keyIds(folder, KIND)).map(async (id): Promise<[string, Uint8Array]> => {
      const key = Buffer.from((await readFile(keyPath(folder, KIND, id), 'utf8')).trim(), 'base64');
      if (key.length !== KEY_BYTES) throw new Error(`secret-${id}.key is no key of ${KEY_BYTES} bytes`);
      return [id, key];
    }),
  );
  return new Map(keys);
}

/** Writes a new key, whole or not at all, and answers its id. */
export function writeSecretKey(folder: string, now: Date): Promise<string> {
  return writeKeyFile(folder, KIND, `${randomBytes(KEY_BYTES).toString('base64')}\n`, now);
}
