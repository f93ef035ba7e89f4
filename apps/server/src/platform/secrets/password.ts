import { hash, hashRaw, verify } from '@node-rs/argon2';
import { AppError } from '../app-error.ts';

/** OWASP's first choice for argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each costs a worker thread and 19 MiB for some 30 ms; without a limit a flood of sign-ins stops everything else. */
const MAX_RUNNING = 2;
const MAX_WAITING = 64;

let running = 0;
const waiting: (() => void)[] = [];

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING) throw new AppError('TooManyRequests');
    await new Promise<void>((start) => waiting.push(start));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The PHC text to store. Throws TooManyRequests when too many wait already. */
export const hashPassword = (password: string): Promise<string> => queued(() => hash(password, PARAMETERS));

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one that was hashed. Without a hash (no such member) it does the same work and answers false,
 * so that the time tells nothing.
 */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const against = stored?.startsWith('$argon2id$') ? stored : await (decoy ??= hashPassword('decoy'));
  const isRight = await queued(() => verify(against, password));
  return isRight && against === stored;
}

/** The bare hash of a short secret that is looked up among others of one salt: as slow to guess as a password (ASVS 6.5.2). */
export const hashWithSalt = (secret: string, salt: Uint8Array): Promise<Buffer> =>
  queued(() => hashRaw(secret, { ...PARAMETERS, salt }));
