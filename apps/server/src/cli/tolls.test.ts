import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../platform/program/temporary-folder.ts';
import { testDatabase } from '../testing/database.ts';

const database = await testDatabase();
const dataDir = makeTemporaryFolder('spora-tolls-');
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const tolls = (...args: string[]) => {
  const { urls } = database;
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    MAIL_MODE: 'none',
    DATABASE_URL: urls.owner,
    DATABASE_API_URL: urls.api,
    DATABASE_PIPELINE_URL: urls.pipeline,
  };
  const script = fileURLToPath(new URL('tolls.ts', import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' });
  return { text: stdout + stderr, stdout, status };
};
const changes = () => database.owner.selectFrom('toll_tariff').select(['tariff_id', 'changed_by']).orderBy('id').execute();
const ID = 'se-stockholm-2020';

test('REP-014: the operator edits a tariff, which is kept with who did it, and takes that back', async () => {
  expect(tolls().text).toContain(ID);
  const file = join(dataDir, 'tariff.json');
  writeFileSync(file, tolls('--show', ID).stdout);
  expect(tolls('--set', file, '--by', 'Anna')).toMatchObject({ status: 0, text: expect.stringContaining(`${ID} holds`) });
  expect(tolls().text).toMatch(new RegExp(`${ID}.*entered here`));
  expect(tolls('--reset', ID, '--by', 'Bo')).toMatchObject({ status: 0 });
  expect(tolls().text).not.toContain('entered here');
  expect(await changes()).toEqual([
    { tariff_id: ID, changed_by: 'Anna' },
    { tariff_id: ID, changed_by: 'Bo' },
  ]);
});

test('REP-014: a tariff that is wrong is refused with what and where; a question for help changes nothing', async () => {
  const before = await changes();
  const file = join(dataDir, 'wrong.json');
  const tariff = JSON.parse(tolls('--show', ID).stdout) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...tariff, validFrom: 'soon' }));
  expect(tolls('--set', file, '--by', 'Anna')).toMatchObject({ status: 1, text: expect.stringContaining('validFrom') });
  expect(tolls('--set', join(dataDir, 'none.json'), '--by', 'Anna')).toMatchObject({
    status: 2,
    text: expect.stringContaining('there is nothing at'),
  });
  expect(tolls('--set', file)).toMatchObject({ status: 2, text: expect.stringContaining('--by') });
  expect(tolls('--set', file, '--by', 'Anna', '--help')).toMatchObject({
    status: 0,
    text: expect.stringContaining('npm run tolls'),
  });
  expect(tolls('--show', 'nothing')).toMatchObject({ status: 1, text: expect.stringContaining('no tariff nothing') });
  expect(await changes()).toEqual(before);
});

test('a command says what to do where the database is not as this version has it', async () => {
  await sql`DELETE FROM migration WHERE name = (SELECT max(name) FROM migration)`.execute(database.owner);
  expect(tolls()).toMatchObject({
    status: 1,
    text: expect.stringMatching(/^The database lacks the migration \S+\.sql: start Spora, or run "npm run db:migrate"/),
  });
});
