import { readFile } from 'node:fs/promises';
import { newSealKeys, privateKeyOf, publicKeyOf } from '@spora/seal/seal';
import { keyIds, keyPath, writeKeyFile } from './key-file.ts';

/** The key that seals now. */
export interface SealKey {
  readonly id: string;
  readonly privateKey: CryptoKey;
}

/** The installation's keys for sealed logs: in files, outside the database that they bear witness against. */
export interface SealKeys {
  /** The newest key; the first one is made when it is first asked for. */
  current(): Promise<SealKey>;
  /** Every public key by its id, also of keys that seal no more: what was sealed once is verified for ever. */
  publicKeys(): Promise<ReadonlyMap<string, JsonWebKey>>;
}

const KIND = { kind: 'seal', extension: 'jwk' } as const;

/**
 * Keys in `folder` (`<data folder>/keys`, which the backup takes along), one file of mode 0600 each. A key is replaced by putting
 * another file beside it: `npm run new-seal-key`. Throws where the folder cannot be read or written.
 */
export function openSealKeys(folder: string, now: () => Date): SealKeys {
  let made: Promise<SealKey> | undefined;
  const jwkOf = async (id: string): Promise<JsonWebKey> =>
    JSON.parse(await readFile(keyPath(folder, KIND, id), 'utf8')) as JsonWebKey;

  async function readOrMake(): Promise<SealKey> {
    if ((await keyIds(folder, KIND)).length === 0) await writeSealKey(folder, now());
    // Two processes may have made one each: both take the newest by name.
    const id = (await keyIds(folder, KIND)).at(-1) as string;
    return { id, privateKey: await privateKeyOf(await jwkOf(id)) };
  }
  return {
    current: () =>
      (made ??= readOrMake().catch((error: unknown) => {
        made = undefined;
        throw error;
      })),
    publicKeys: async () =>
      new Map(
        await Promise.all(
          (await keyIds(folder, KIND)).map(async (id): Promise<[string, JsonWebKey]> => {
            const { kty, crv, x, y } = await jwkOf(id);
            return [id, { ...(kty && { kty }), ...(crv && { crv }), ...(x && { x }), ...(y && { y }) }];
          }),
        ),
      ),
  };
}

/** Writes a new key, whole or not at all, and answers its id. */
export async function writeSealKey(folder: string, now: Date): Promise<string> {
  const { privateKey } = await newSealKeys();
  return writeKeyFile(folder, KIND, JSON.stringify(await crypto.subtle.exportKey('jwk', privateKey)), now);
}

/** Public keys as the verifier takes them. */
export const verifyingKeys = async (keys: SealKeys): Promise<ReadonlyMap<string, CryptoKey>> =>
  new Map(
    await Promise.all(
      [...(await keys.publicKeys())].map(async ([id, jwk]): Promise<[string, CryptoKey]> => [id, await publicKeyOf(jwk)]),
    ),
  );
