import { existsSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from './temporary-folder.ts';

test('11-6: a temporary folder is its own, every user may enter it, and what measures the disk gets one on the disk', () => {
  const folders = [makeTemporaryFolder('spora-folder-'), makeTemporaryFolder('spora-folder-', { isOnDisk: true })];
  try {
    expect(new Set(folders).size).toBe(2);
    for (const folder of folders) expect(statSync(folder).mode & 0o777).toBe(0o755);
    expect(folders.map((folder) => dirname(folder))).toEqual([
      expect.toBeOneOf([tmpdir(), ...(existsSync('/dev/shm') ? ['/dev/shm'] : [])]),
      tmpdir(),
    ]);
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
});
