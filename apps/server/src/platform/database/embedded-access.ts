import { spawnSync } from 'node:child_process';
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { EngineUser } from './embedded-engine.ts';

/** PostgreSQL's own superuser of an embedded cluster. */
export const SUPERUSER = 'app';

const passwords = z.object({ app: z.string(), spora_owner: z.string(), spora_api: z.string(), spora_pipeline: z.string() });
/** By role; whoever can read them is the database's owner. */
export type EnginePasswords = z.output<typeof passwords>;

const passwordFile = (dataDir: string) => join(dataDir, 'postgres.passwords');

/** The passwords of this data folder; undefined where it has none yet, or none that can be read as such. */
export function readPasswords(dataDir: string): EnginePasswords | undefined {
  let text: string;
  try {
    text = readFileSync(passwordFile(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${passwordFile(dataDir)} cannot be read: run this as the user who runs Spora.`, { cause: error });
  }
  try {
    return passwords.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The passwords of this data folder, made the first time: a file that only the folder's owner reads. */
export function ensurePasswords(dataDir: string): EnginePasswords {
  const known = readPasswords(dataDir);
  if (known) return known;
  const random = () => randomBytes(24).toString('base64url');
  const made = { app: random(), spora_owner: random(), spora_api: random(), spora_pipeline: random() };
  const file = passwordFile(dataDir);
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(made)}\n`, { mode: 0o600, flag: 'wx' });
  // After `sudo npm start` in somebody's folder it is theirs, like the cluster.
  const { uid, gid } = statSync(dataDir);
  if (process.getuid?.() === 0 && uid !== 0) chownSync(file, uid, gid);
  return made;
}

/** What PostgreSQL keeps of a password (RFC 5802), so that the password itself stands in no statement. */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const iterations = 4096;
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const stored = createHash('sha256').update(keyed(salted, 'Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed(salted, 'Server Key').toString('base64')}`;
}

const HBA = `# Written by Spora at each start: a password for everybody, from this machine only.
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`;

const markFile = (cluster: string) => join(cluster, 'spora.password');
/** Tells whether the cluster has this password, and is no way to it. */
const markOf = ({ app }: EnginePasswords) => createHash('sha256').update(`spora ${app}`).digest('hex');

/** Whether the superuser of this cluster has the password, as far as is noted in it. */
export function isClosed(cluster: string, wanted: EnginePasswords): boolean {
  try {
    return readFileSync(markFile(cluster), 'utf8') === markOf(wanted);
  } catch {
    return false;
  }
}

export interface ClusterToClose {
  readonly cluster: string;
  readonly binDir: string;
  readonly passwords: EnginePasswords;
  /** Whom the files belong to for the moment. */
  readonly user: EngineUser | undefined;
}

/** Gives a cluster that does not run its superuser's password and lets nobody in without one, also one of before there were any. */
export function closeCluster({ cluster, binDir, passwords: wanted, user }: ClusterToClose): void {
  const hba = join(cluster, 'pg_hba.conf');
  writeFileSync(hba, HBA, { mode: 0o600 });
  const answer = spawnSync(join(binDir, 'postgres'), ['--single', '-D', cluster, 'postgres'], {
    ...user,
    cwd: cluster,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    encoding: 'utf8',
    input: `ALTER ROLE ${SUPERUSER} PASSWORD '${scramVerifier(wanted.app)}'\n`,
  });
  if (answer.status !== 0 || /ERROR|FATAL/.test(answer.stderr))
    throw new Error(`The embedded PostgreSQL took no password: ${answer.stderr || answer.error?.message}`);
  writeFileSync(markFile(cluster), markOf(wanted), { mode: 0o600 });
  if (user) for (const file of [hba, markFile(cluster)]) chownSync(file, user.uid, user.gid);
}
