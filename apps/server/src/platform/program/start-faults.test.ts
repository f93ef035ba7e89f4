import { createSocket } from 'node:dgram';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { databaseFaults, diskFault, nodeFault, portFaults, sentenceOf, userFault } from './start-faults.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const database = await testDatabase();
const folder = makeTemporaryFolder('spora-faults-');
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test('12-B12: a port that was chosen and is taken is named with its setting and what to do, for TCP and UDP; others give way', async () => {
  const tcp = createServer();
  await new Promise<void>((done) => tcp.listen(0, '127.0.0.1', done));
  const udp = createSocket('udp4');
  await new Promise<void>((done) => udp.bind(0, '127.0.0.1', done));
  const taken = (tcp.address() as { port: number }).port;
  const other = udp.address().port;
  const faults = await portFaults('127.0.0.1', [
    { setting: 'PORT', port: taken, isFixed: true, transport: 'tcp' },
    { setting: 'TELTONIKA_PORT', port: other, isFixed: true, transport: 'udp' },
    { setting: 'PHONE_PORT', port: taken, isFixed: false, transport: 'tcp' },
    { setting: 'HEALTH_PORT', port: 0, isFixed: true, transport: 'tcp' },
  ]);
  tcp.close();
  udp.close();
  expect(faults).toEqual([
    `PORT ${taken} is in use by another program: end that one, or set PORT to another port.`,
    `TELTONIKA_PORT ${other} is in use by another program: end that one, or set TELTONIKA_PORT to another port.`,
  ]);
  const free = { setting: 'PORT', port: taken, isFixed: true, transport: 'tcp' } as const;
  expect(await portFaults('127.0.0.1', [free])).toEqual([]);
  expect(await portFaults('192.0.2.1', [free])).toEqual([
    expect.stringContaining('HOST 192.0.2.1 is no address of this machine'),
  ]);
});

test('12-B12: a data folder that cannot be made, or whose disk is full, is told with what to do', async () => {
  expect(await diskFault(folder)).toEqual([]);
  writeFileSync(join(folder, 'file'), '');
  expect(await diskFault(join(folder, 'file', 'data'))).toEqual([
    expect.stringMatching(/^DATA_DIR .* cannot be written .*: give/),
  ]);
  expect(await diskFault(folder, 1e12)).toEqual([expect.stringMatching(/has \d+ MB free: make room/)]);
});

test('12-B12: a user whose number has no name is told so before the embedded database is made; root and others are not', () => {
  const nobody = (): never => {
    throw new Error('no such user');
  };
  expect(userFault(12345, nobody)).toEqual([expect.stringMatching(/^User number 12345 has no name .*: give it one/)]);
  expect(userFault(12345, () => ({ username: 'spora' }))).toEqual([]);
  expect(userFault(0, nobody)).toEqual([]);
  expect(userFault(undefined, nobody)).toEqual([]);
});

test('12-B12: an own database is looked at before it is migrated: roles, sign-in, name, server', async () => {
  const { owner, api, pipeline } = database.urls;
  expect(await databaseFaults({ owner, api, pipeline })).toEqual([]);
  expect(await databaseFaults({ owner: undefined, api, pipeline })).toEqual([]);
  expect(await databaseFaults({ owner: api, api: owner, pipeline })).toEqual([
    'DATABASE_URL signs in as spora_api: it must be the role spora_owner, whose rights are its own.',
    'DATABASE_API_URL signs in as spora_owner: it must be the role spora_api, whose rights are its own.',
  ]);
  const wrong = new URL(owner);
  wrong.password = 'secret-that-is-wrong';
  const [refused = '', ...more] = await databaseFaults({ owner: wrong.href, api, pipeline });
  expect(more).toEqual([]);
  expect(refused).toMatch(/^DATABASE_URL: The database at .* refuses the sign-in/);
  expect(refused).not.toContain('secret');
  const nowhere = owner.replace(/\/test_\w+/, '/test_not_there');
  expect(await databaseFaults({ owner: nowhere, api, pipeline })).toEqual([expect.stringContaining('There is no such database')]);
  const away = 'postgres://spora_owner@127.0.0.1:1/spora';
  expect(await databaseFaults({ owner: away, api: away, pipeline: away })).toEqual([
    expect.stringContaining('No database answers at 127.0.0.1:1 (ECONNREFUSED): start it, or correct the address.'),
  ]);
});

test('12-B12: a Node that cannot run this is told so', () => {
  expect(nodeFault('v22.18.0')).toEqual([]);
  expect(nodeFault('v24.1.0')).toEqual([]);
  for (const version of ['v20.20.2', 'v22.17.1']) expect(nodeFault(version)).toEqual([expect.stringContaining(version)]);
});

test('12-B12: an error without a message of its own is a sentence all the same', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' });
  expect(sentenceOf(new AggregateError([refused]))).toBe('No database answers (ECONNREFUSED): start it, or correct the address.');
  expect(sentenceOf(new Error('As it is.'))).toBe('As it is.');
});
