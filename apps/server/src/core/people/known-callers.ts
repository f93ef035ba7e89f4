import { type Kysely, sql } from 'kysely';
import type { Ctx } from '../../platform/ctx.ts';
import { addTo, isIn } from '../../platform/secrets/bloom.ts';
import type { Db } from '../../platform/database/db.generated.ts';

/**
 * Who has been here before, kept in memory so that it costs nothing to know them while strangers come by the thousand (decision 0009):
 * names from addresses that have signed in, and trusted browsers. A Bloom filter of their hashes; the few strangers that it takes for
 * known ones (one in 250 with a million kept) win a better place in the queue and nothing else.
 */
const BITS = 2 ** 24;
const PROBES = 3;
const PREFIX_BYTES = 8;
/** What other processes have learned since is known this much later. */
const STALE_MS = 60_000;

let bits = new Uint8Array(BITS / 8);
let loadedAtMs = -Infinity;
let loading: Promise<void> | undefined;

/** From now on this one is known here; the others learn it from the database. */
export const noteKnown = (hash: Uint8Array): void => addTo(bits, PROBES, hash);

/** Reads from the database who is known, in place of what was. */
export async function loadKnownCallers(db: Kysely<Db>, now: Date): Promise<void> {
  const { rows } = await sql<{ hashes: Buffer }>`SELECT known_callers(${now}) AS hashes`.execute(db);
  const hashes = rows[0]?.hashes ?? Buffer.alloc(0);
  const fresh = new Uint8Array(BITS / 8);
  for (let at = 0; at < hashes.length; at += PREFIX_BYTES) addTo(fresh, PROBES, hashes.subarray(at, at + PREFIX_BYTES));
  bits = fresh;
}

/** Whether one of the hashes is of somebody who has been here before. Waits for the database the first time only. */
export async function isKnownCaller(
  { db, now, log }: Pick<Ctx, 'db' | 'now' | 'log'>,
  hashes: readonly Uint8Array[],
): Promise<boolean> {
  const isFirst = loadedAtMs === -Infinity;
  if (performance.now() - loadedAtMs > STALE_MS && !loading)
    loading = loadKnownCallers(db, now())
      .catch((error: unknown) => log.warn({ err: error }, 'who is known could not be read'))
      .finally(() => {
        loadedAtMs = performance.now();
        loading = undefined;
      });
  if (isFirst) await loading;
  return hashes.some((hash) => isIn(bits, PROBES, hash));
}
