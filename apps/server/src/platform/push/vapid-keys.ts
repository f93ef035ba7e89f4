import { readFile } from 'node:fs/promises';
import { keyIds, keyPath, writeKeyFile } from '../secrets/key-file.ts';
import webPush from 'web-push';

/** A pair that says to push services who we are (RFC 8292), in base64url. A browser takes messages of the one it was given only. */
export interface VapidKey {
  readonly id: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface VapidKeys {
  /** The newest; the first one is made when it is first asked for. */
  current(): Promise<VapidKey>;
  /** Undefined where its file is not there. */
  byId(id: string): Promise<VapidKey | undefined>;
}

const KIND = { kind: 'vapid', extension: 'key' } as const;

/** Keys in `folder` (`<data folder>/keys`, which the backup takes along), one file of mode 0600 each. */
export function openVapidKeys(folder: string, now: () => Date): VapidKeys {
  const read = new Map<string, VapidKey>();
  const byId = async (id: string): Promise<VapidKey | undefined> => {
    const known = read.get(id) ?? (await readKey(folder, id));
    if (known) read.set(id, known);
    return known;
  };
  return {
    byId,
    current: async () => {
      if ((await keyIds(folder, KIND)).length === 0)
        await writeKeyFile(folder, KIND, `${JSON.stringify(webPush.generateVAPIDKeys())}\n`, now());
      // Two processes may have made one each: both take the newest by name.
      const newest = (await keyIds(folder, KIND)).at(-1);
      const key = newest === undefined ? undefined : await byId(newest);
      if (!key) throw new Error('there is no key for push in the folder keys');
      return key;
    },
  };
}

async function readKey(folder: string, id: string): Promise<VapidKey | undefined> {
  if (!(await keyIds(folder, KIND)).includes(id)) return undefined;
  const { publicKey, privateKey } = JSON.parse(await readFile(keyPath(folder, KIND, id), 'utf8')) as webPush.VapidKeys;
  return { id, publicKey, privateKey };
}
