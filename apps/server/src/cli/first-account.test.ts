import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { isPassword } from '../platform/secrets/password.ts';
import { makeTemporaryFolder } from '../platform/program/temporary-folder.ts';
import { makeAccount, makeUnit, randomImei, testDatabase } from '../testing/database.ts';

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
const account = [
  '--name',
  'Firma AB',
  '--email',
  'Eva@Example.test',
  '--full-name',
  'Eva Ek',
  '--country',
  'NO',
  '--subsite',
  '5',
];

test('a real installation gets its first account and tracker by two commands, each told once', async () => {
  const made = run('create-account.ts', ...account);
  const password = /with (\S+)/.exec(made.text)?.[1] ?? '';
  expect(Buffer.from(password, 'base64url'), 'ASVS 11.5.1: 128 random bits').toHaveLength(16);
  const member = await database.owner
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .selectAll('account')
    .select(['member.email', 'member.is_admin', 'member.password_hash'])
    .executeTakeFirstOrThrow();
  expect(member).toMatchObject({ email: 'eva@example.test', is_admin: true, country: 'NO', subsite_id: 5 });
  expect(member).toMatchObject({ currency: 'NOK', time_zone: 'Europe/Oslo' });
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
    status: 2,
    text: expect.stringContaining('npm run add-unit'),
  });
  expect(run('create-account.ts', '--name', 'x')).toMatchObject({
    status: 2,
    text: expect.stringContaining('npm run create-account'),
  });
  expect(await database.owner.selectFrom('unit').select('id').execute()).toEqual(before);
});

test('REG-005: support adds stock by a command, all of it or none; what is in use or there already is refused by name', async () => {
  const inStock = () => database.owner.selectFrom('stock_unit').selectAll().orderBy('added_at').execute();
  const [one, two, used] = [randomImei(), randomImei(), randomImei()];
  await makeUnit(database, { accountId: await makeAccount(database), imei: used });
  expect(run('add-stock.ts', '--imei', one, '--imei', used)).toMatchObject({ status: 1, text: expect.stringContaining(used) });
  expect(run('add-stock.ts', '--imei', one, '--subsite', '9')).toMatchObject({
    status: 2,
    text: expect.stringContaining('npm run'),
  });
  expect(await inStock()).toEqual([]);
  const added = run('add-stock.ts', '--imei', one, '--family', 'C', '--subsite', '3', '--subscription', 'Bas');
  expect(added).toMatchObject({ status: 0, text: expect.stringContaining('Kustlys') });
  expect(await inStock()).toMatchObject([
    { imei: one, family: 'C', subsite_id: 3, subscription_type: 'Bas', registered_at: null },
  ]);
  expect(run('add-stock.ts', '--imei', two, '--imei', one)).toMatchObject({ status: 1, text: expect.stringContaining(one) });
  expect(await inStock()).toHaveLength(1);
});
