import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { isPassword } from '../platform/security-password.ts';
import { makeTemporaryFolder } from '../platform/temporary-folder.ts';
import { randomImei, testDatabase } from '../platform/testing.ts';

const database = await testDatabase();
const dataDir = makeTemporaryFolder('spora-command-');
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const run = (command: string, ...args: string[]) => {
  const { urls } = database;
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    MAIL_MODE: 'none',
    DATABASE_URL: urls.owner,
    DATABASE_API_URL: urls.api,
    DATABASE_PIPELINE_URL: urls.pipeline,
  };
  const { stdout, stderr, status } = spawnSync(process.execPath, [fileURLToPath(new URL(command, import.meta.url)), ...args], {
    env,
    encoding: 'utf8',
  });
  return { text: stdout + stderr, status };
};
const account = ['--name', 'Firma AB', '--email', 'Eva@Example.test', '--full-name', 'Eva Ek', '--country', 'NO'];

test('a real installation gets its first account and tracker by two commands, each told once', async () => {
  const made = run('create-account.ts', ...account);
  const password = /with (\S+)/.exec(made.text)?.[1] ?? '';
  const member = await database.owner
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .select(['member.email', 'member.is_admin', 'member.password_hash', 'account.currency', 'account.time_zone'])
    .executeTakeFirstOrThrow();
  expect(member).toMatchObject({ email: 'eva@example.test', is_admin: true, currency: 'NOK', time_zone: 'Europe/Oslo' });
  expect(await isPassword(member.password_hash, password)).toBe(true);
  expect(run('create-account.ts', ...account)).toMatchObject({ status: 1 });

  const imei = randomImei();
  const unit = ['--account', 'Firma AB', '--imei', imei, '--name', 'Van 1', '--registration-number', 'ABC12D'];
  expect(run('add-unit.ts', ...unit).text).toContain(`the tracker ${imei} is accepted from now on`);
  const fitted = await database.owner.selectFrom('fitting').select('during').executeTakeFirstOrThrow();
  expect(fitted.during).toContain('2000-01-01');
  expect(run('add-unit.ts', ...unit)).toMatchObject({ status: 1, text: expect.stringContaining('registered already') });
});

test('a command that is missing something says how it is called, and changes nothing', async () => {
  const before = await database.owner.selectFrom('unit').select('id').execute();
  expect(run('add-unit.ts', '--imei', '12', '--name', 'x', '--account', 'Firma AB')).toMatchObject({
    status: 1,
    text: expect.stringContaining('npm run add-unit'),
  });
  expect(run('create-account.ts', '--name', 'x')).toMatchObject({
    status: 1,
    text: expect.stringContaining('npm run create-account'),
  });
  expect(await database.owner.selectFrom('unit').select('id').execute()).toEqual(before);
});
