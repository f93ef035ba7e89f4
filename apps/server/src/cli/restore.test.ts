import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startEmbeddedDatabase } from '../platform/database/embedded.ts';
import { openDatabase } from '../platform/database/database.ts';
import { makeTemporaryFolder } from '../platform/program/temporary-folder.ts';
import { makeAccount, testDatabase } from '../testing/database.ts';

const source = await testDatabase();
const folder = makeTemporaryFolder('spora-disaster-');
afterAll(async () => {
  await source.close();
  rmSync(folder, { recursive: true, force: true });
});

/** By the launcher, as npm run does it, with nothing set but what the operator must. */
function run(env: Record<string, string>, ...args: string[]) {
  const launcher = fileURLToPath(new URL('../../../../scripts/run.mjs', import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [launcher, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    cwd: folder,
    encoding: 'utf8',
  });
  return { text: stdout + stderr, status };
}
const accountsIn = async (url: string) => {
  const db = openDatabase(url, { max: 1 });
  try {
    return await db.selectFrom('account').select('name').execute();
  } finally {
    await db.destroy();
  }
};

test(
  '12-B12: the way after a disaster: a backup is checked, then restored where Spora never ran',
  { timeout: 120_000 },
  async () => {
    await makeAccount(source, { name: 'Firma AB' });
    expect(run({ DATABASE_URL: source.urls.owner, DATA_DIR: join(folder, 'old') }, 'backup', 'kept')).toMatchObject({
      status: 0,
    });
    const fresh = join(folder, 'new');

    const checked = run({ DATA_DIR: fresh }, 'restore', 'kept', '--check');
    expect(checked).toMatchObject({ status: 0, text: expect.stringContaining('The backup is sound.') });
    expect(existsSync(fresh)).toBe(false);

    // Into an own, empty database: nothing but its address is asked for.
    const bare = await testDatabase({ template: null });
    const restored = run({ DATABASE_URL: bare.urls.owner, DATA_DIR: join(folder, 'own') }, 'restore', 'kept', '--yes');
    expect(restored.text).toMatch(/^Restored \d+ rows of \d+ tables/);
    expect(await accountsIn(bare.urls.owner)).toEqual([{ name: 'Firma AB' }]);
    const again = run({ DATABASE_URL: bare.urls.owner, DATA_DIR: join(folder, 'own') }, 'restore', 'kept', '--yes');
    expect(again).toMatchObject({ status: 1, text: expect.stringContaining('is not empty') });
    await bare.close();

    // Into the embedded one.
    expect(run({ DATA_DIR: fresh }, 'restore', 'kept', '--yes')).toMatchObject({ status: 0 });
    const embedded = await startEmbeddedDatabase({ dataDir: fresh, isDurable: false });
    expect(await accountsIn(embedded.urls.owner)).toEqual([{ name: 'Firma AB' }]);
    await embedded.stop();
  },
);
