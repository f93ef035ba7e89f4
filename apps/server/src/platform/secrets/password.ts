import { availableParallelism } from 'node:os';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { createPlaces, type Lane } from './places.ts';

/** OWASP's first choice for argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Each password costs 19 MiB and a core for some 30 ms, in one of the four threads of Node's pool: as many at once as there are cores, and one thread
 * is left to files and compression. A stranger waits a second and a half at most, since as many as are worked off by then may wait.
 */
const THREADS = 4 - 1;
const AT_ONCE = Math.max(2, Math.min(availableParallelism(), THREADS));
const FOR_STRANGERS = AT_ONCE - 1;

const places = createPlaces({
  places: AT_ONCE,
  forStrangers: FOR_STRANGERS,
  waiting: { known: 64 * AT_ONCE, stranger: 32 * FOR_STRANGERS },
});

/**
 * Does what belongs to the judging of a password, which is dear, when there is a place for whoever it is. `isKnown` is asked only when
 * strangers have to wait. Throws TooManyRequests, before anything is done. Within, `isPasswordHere` is for the password itself.
 */
export async function inPlace<T>(isKnown: () => Promise<boolean>, work: () => Promise<T>): Promise<T> {
  const lane: Lane = places.isCrowded() && (await isKnown()) ? 'known' : 'stranger';
  return places.run(lane, work);
}

/** The PHC text to store. Throws TooManyRequests when too many wait already; `lane`: who has shown something goes before who has not. */
export const hashPassword = (password: string, lane: Lane = 'known'): Promise<string> =>
  places.run(lane, () => hash(password, PARAMETERS));

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one that was hashed, for who has a place already. Without a hash (no such member) it does the same work and
 * answers false, so that the time tells nothing.
 */
export async function isPasswordHere(stored: string | undefined, password: string): Promise<boolean> {
  const against = stored?.startsWith('$argon2id$') ? stored : await (decoy ??= hash('decoy', PARAMETERS));
  const isRight = await verify(against, password);
  return isRight && against === stored;
}

/** The bare hash of a short secret that is looked up among others of one salt: as slow to guess as a password (ASVS 6.5.2). Throws TooManyRequests. */
export const hashWithSalt = (secret: string, salt: Uint8Array): Promise<Buffer> =>
  places.run('known', () => hashRaw(secret, { ...PARAMETERS, salt }));

/** The same for somebody who is signed in or holds a link; waits for a place. Throws TooManyRequests. */
export const isPassword = (stored: string | undefined, password: string): Promise<boolean> =>
  places.run('known', () => isPasswordHere(stored, password));
