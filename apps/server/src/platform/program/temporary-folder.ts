import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** A database of the tests takes some hundred MB; so much leaves room for several and for everybody else. */
const PLENTY = 4 * 2 ** 30;

function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY) || process.availableMemory() < PLENTY) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= PLENTY;
}

/**
 * Makes a folder for something short-lived, which every user may enter: as root the embedded engine runs as "nobody" and would
 * otherwise put its files elsewhere, where nobody removes them. In memory where there is plenty of it, for a database makes and
 * removes files by the thousand; `isOnDisk` for what measures the disk.
 */
export function makeTemporaryFolder(prefix: string, { isOnDisk = false } = {}): string {
  const folder = mkdtempSync(join(!isOnDisk && hasRoomInMemory() ? MEMORY : tmpdir(), prefix));
  chmodSync(folder, 0o755);
  return folder;
}
