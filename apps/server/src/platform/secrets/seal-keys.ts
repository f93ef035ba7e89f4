import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newSealKeys, privateKeyOf, publicKeyOf } from '@spora/seal/seal';

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

const NAME = /^seal-([0-9]{14}-[0-9a-f]{8})\.jwk$/;

/**
 * Keys in `folder` (`<data folder>/keys`, which the backup takes along), one file of mode 0600 each. A key is replaced by putting
 * another file beside it: `npm run new-seal-key`. Throws where the folder cannot be read or written.
 */
export function openSealKeys(folder: string, now: () => Date): SealKeys {
  let made: Promise<SealKey> | undefined;
  const names = async (): Promise<string[]> => (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name)).sort();
  const idOf = (name: string): string => NAME.exec(name)?.[1] ?? '';
  const jwkOf = async (name: string): Promise<JsonWebKey> => JSON.parse(await readFile(join(folder, name), 'utf8')) as JsonWebKey;

  async function readOrMake(): Promise<SealKey> {
    if ((await names()).length === 0) await writeSealKey(folder, now());
    // Two processes may have made one each: both take the newest by name.
    const newest = (await names()).at(-1) as string;
    return { id: idOf(newest), privateKey: await privateKeyOf(await jwkOf(newest)) };
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
          (await names()).map(async (name): Promise<[string, JsonWebKey]> => {
            const { kty, crv, x, y } = await jwkOf(name);
            return [idOf(name), { ...(kty && { kty }), ...(crv && { crv }), ...(x && { x }), ...(y && { y }) }];
          }),
        ),
      ),
  };
}

/** Writes a new key, whole or not at all, and answers its id. */
export async function writeSealKey(folder: string, now: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const id = `${now.toISOString().replace(/\D/g, '').slice(0, 14)}-${randomBytes(4).toString('hex')}`;
  const { privateKey } = await newSealKeys();
  const half = join(folder, `.seal-${id}`);
  await writeFile(half, JSON.stringify(await crypto.subtle.exportKey('jwk', privateKey)), { mode: 0o600 });
  await chmod(half, 0o600);
  await link(half, join(folder, `seal-${id}.jwk`));
  await rm(half);
  return id;
}

/** Public keys as the verifier takes them. */
export const verifyingKeys = async (keys: SealKeys): Promise<ReadonlyMap<string, CryptoKey>> =>
  new Map(
    await Promise.all(
      [...(await keys.publicKeys())].map(async ([id, jwk]): Promise<[string, CryptoKey]> => [id, await publicKeyOf(jwk)]),
    ),
  );
