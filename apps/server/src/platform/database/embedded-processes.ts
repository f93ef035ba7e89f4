import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a running server says of itself in `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Empty when it listens on TCP only. */
  readonly socketDir: string;
  readonly isReady: boolean;
}

/** Whether a process exists; a zombie, which only waits for its parent to notice, does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return procStat(pid)?.state !== 'Z';
}

/** The server running on this cluster, if any; a file left by a dead one is removed when its number now names another program. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  const file = join(cluster, 'postmaster.pid');
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim());
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  // In a container numbers repeat from one run to the next, and PostgreSQL would refuse to start beside "itself".
  const name = procStat(pid)?.name;
  if (name !== undefined && !name.startsWith('postgres')) {
    rmSync(file, { force: true });
    return undefined;
  }
  return { pid, port: Number(lines[3] ?? 0), socketDir: lines[4] ?? '', isReady: lines[7] === 'ready' };
}

/** Name, state and start (in clock ticks since boot) of a process; undefined where there is no /proc. */
function procStat(pid: number): { name: string; state: string; startTicks: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const rest = text.slice(end + 2).split(' ');
    return { name: text.slice(text.indexOf('(') + 1, end), state: rest[0] ?? '', startTicks: rest[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** Names a process beyond its number, which another may get later. */
const identityOf = (pid: number) => `${pid} ${procStat(pid)?.startTicks ?? ''}`;

const holderFile = (dataDir: string) => join(dataDir, 'postgres.holder');

/** Notes that this program started the engine of this data folder and will stop it. */
export const writeHolder = (dataDir: string): void => writeFileSync(holderFile(dataDir), identityOf(process.pid));

/** The engine is stopped, so nobody holds it. */
export const removeHolder = (dataDir: string): void => rmSync(holderFile(dataDir), { force: true });

/** The living program that holds the engine of this data folder; undefined makes a running engine an orphan. */
export const readHolder = (dataDir: string): number | undefined => livingOwner(holderFile(dataDir));

function livingOwner(file: string): number | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    const pid = Number.parseInt(text, 10);
    return pid > 0 && isAlive(pid) && identityOf(pid) === text ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** One start at a time per data folder; a lock whose program is gone is taken over. */
export async function withStartLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const file = join(dataDir, 'postgres.starting');
  for (const until = Date.now() + 90_000; ;) {
    try {
      writeFileSync(file, identityOf(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      // Between its making and its filling the file is empty, so a young one is never judged.
      if (livingOwner(file) === undefined && isOlderThan(file, 1_000)) rmSync(file, { force: true });
      else if (Date.now() > until)
        throw new Error(
          `Another program is starting the database of ${dataDir}; waited in vain. Remove ${file} if there is none.`,
          { cause: error },
        );
      else await sleep(50);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

const isOlderThan = (file: string, ms: number) => existsSync(file) && Date.now() - statSync(file).mtimeMs > ms;
