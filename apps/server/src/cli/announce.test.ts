import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../platform/program/temporary-folder.ts';
import { testDatabase } from '../testing/database.ts';

const database = await testDatabase();
const dataDir = makeTemporaryFolder('spora-announce-');
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const announce = (...args: string[]) => {
  const { urls } = database;
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    MAIL_MODE: 'none',
    DATABASE_URL: urls.owner,
    DATABASE_API_URL: urls.api,
    DATABASE_PIPELINE_URL: urls.pipeline,
  };
  const script = fileURLToPath(new URL('announce.ts', import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' });
  return { text: stdout + stderr, status };
};
const inForce = () =>
  database.owner
    .selectFrom('announcement')
    .select(['subsite_id', 'text_sv'])
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', new Date())]))
    .orderBy('id')
    .execute();
const texts = ['--en', 'Work tonight', '--sv', 'Arbete i natt', '--no', 'Arbeid i natt'];

test('NAV-029: an announcement is made by one command, follows the former one of its brand, and is ended by another', async () => {
  expect(announce(...texts)).toMatchObject({ status: 0, text: expect.stringContaining('Announced to every brand') });
  expect(announce(...texts, '--subsite', '3', '--until', '2199-01-01T00:00:00Z')).toMatchObject({ status: 0 });
  expect(announce('--en', 'a', '--sv', 'nytt', '--no', 'c')).toMatchObject({ status: 0 });
  expect(await inForce()).toEqual([
    { subsite_id: 3, text_sv: 'Arbete i natt' },
    { subsite_id: null, text_sv: 'nytt' },
  ]);
  expect(announce('--end')).toMatchObject({ status: 0 });
  expect(await inForce()).toEqual([{ subsite_id: 3, text_sv: 'Arbete i natt' }]);
});

test('NAV-029: a call that lacks a language, names no brand or ends in the past says so and changes nothing', async () => {
  const before = await inForce();
  expect(announce('--en', 'only English')).toMatchObject({ status: 2, text: expect.stringContaining('npm run announce') });
  expect(announce(...texts, '--subsite', '')).toMatchObject({ status: 2, text: expect.stringContaining('npm run announce') });
  expect(announce(...texts, '--until', 'tomorrow')).toMatchObject({ status: 2 });
  expect(announce(...texts, '--until', '2020-01-01T00:00:00Z')).toMatchObject({
    status: 2,
    text: expect.stringContaining('passed'),
  });
  expect(await inForce()).toEqual(before);
});
