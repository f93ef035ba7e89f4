import { PROTOCOLS } from '@spora/protocols/list';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeCertificate } from '../../testing/certificate.ts';
import { testDatabase } from '../../testing/database.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { makeTemporaryFolder } from '../program/temporary-folder.ts';
import { examine, type Finding } from './examination.ts';

const database = await testDatabase();
const bare = await testDatabase({ template: null });
const folder = makeTemporaryFolder('spora-doctor-');
const mailServer = await startMailServer();
const servers: Server[] = [];
afterAll(async () => {
  await database.close();
  await bare.close();
  await mailServer.stop();
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});
async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

const dataDir = join(folder, 'data');
mkdirSync(dataDir);
const { owner, api, pipeline } = database.urls;
const env = {
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  DATABASE_URL: owner,
  DATABASE_API_URL: api,
  DATABASE_PIPELINE_URL: pipeline,
  SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
  PUBLIC_URL: 'http://localhost:8080',
  PORT: '0',
  ...Object.fromEntries(PROTOCOLS.map(({ port }) => [port.setting, '0'])),
};
const looked = async (change: Record<string, string>, mailTo?: string) => {
  const findings = await examine({ ...env, ...change }, { mailTo, now: new Date() });
  return (about: Finding['about']) =>
    findings.filter((each) => each.about === about).map(({ verdict, text }) => `${verdict}: ${text}`);
};

test('12-B13: an installation that is well is told so, point by point, with a test message that arrives', async () => {
  const about = await looked({}, 'chief@company.test');
  expect(about('settings')).toEqual(['well: the real mode, with your own database']);
  expect(about('disk')[0]).toMatch(/ GB free$/);
  expect(about('database')).toEqual([expect.stringMatching(/^well: PostgreSQL \d+/), 'well: the schema is that of this version']);
  expect(about('time')).toEqual([expect.stringMatching(/^well: /)]);
  expect(about('tls')).toEqual(['well: none, which localhost does not need']);
  expect(about('mail')).toEqual([expect.stringContaining('well: a test message was taken')]);
  expect(mailServer.taken.at(-1)).toMatchObject({
    to: ['chief@company.test'],
    raw: expect.stringContaining('Subject: Test message'),
  });
});

test('12-B13: each thing that is wrong is told with what to do, and nothing is changed', async () => {
  expect((await looked({ PORT: 'eighty', METRICS_TOKEN: 'x' }))('settings')).toEqual([
    'wrong: PORT must be a whole number.',
    'wrong: METRICS_TOKEN must have at least 16 characters.',
  ]);
  const empty = await looked({
    DATABASE_URL: bare.urls.owner,
    DATABASE_API_URL: bare.urls.api,
    DATABASE_PIPELINE_URL: bare.urls.pipeline,
  });
  expect(empty('database')[1]).toMatch(/^wrong: .*npm run db:migrate/);
  const swapped = await looked({ DATABASE_API_URL: owner });
  expect(swapped('database')).toEqual([expect.stringContaining('wrong: DATABASE_API_URL signs in as spora_owner')]);
  const refused = await looked({ SMTP_URL: 'smtp://127.0.0.1:1' }, 'chief@company.test');
  expect(refused('mail')).toEqual([expect.stringMatching(/^wrong: The mail server took no message .*correct SMTP_URL/)]);
  const gone = join(folder, 'not-made');
  expect((await looked({ DATA_DIR: gone }))('disk')).toEqual([expect.stringContaining('is not there yet')]);
});

test('12-B13: a port in use is well where Spora answers, and wrong where another program does', async () => {
  let answer = 'ok';
  const port = String(await listening(createServer((_, response) => response.end(answer))));
  expect((await looked({ PORT: port }))('ports')).toEqual([`well: PORT ${port} TCP is in use, and Spora answers`]);
  answer = 'something else';
  expect((await looked({ PORT: port }))('ports')).toEqual([
    expect.stringContaining(`wrong: PORT ${port} TCP is in use by another`),
  ]);
});

test('12-B13: a port in use that nobody set is no fault: the start takes the next one', async () => {
  const [{ port }] = PROTOCOLS;
  const without = Object.fromEntries(Object.entries(env).filter(([name]) => name !== port.setting));
  const server = createNetServer();
  await new Promise<void>((done) => server.once('error', () => done()).listen(port.fallback, '127.0.0.1', done));
  const findings = await examine(without, { mailTo: undefined, now: new Date() });
  server.close();
  expect(findings.filter(({ about, text }) => about === 'ports' && text.includes(`${port.fallback} TCP`))).toEqual([
    {
      verdict: 'look',
      about: 'ports',
      text: `${port.setting} ${port.fallback} TCP is in use: the start takes the next free one, unless you set ${port.setting}.`,
    },
  ]);
});

test('12-B13: a certificate that is not trusted, one that has run out and a proxy that is away are told', async () => {
  const told = async (port: number) => (await looked({ PUBLIC_URL: `https://localhost:${port}` }))('tls')[0];
  const now = makeCertificate(new Date());
  const old = makeCertificate(new Date('2020-01-01T00:00:00Z'));
  expect(await told(await listening(createTlsServer({ cert: now.cert, key: now.key })))).toContain('is not trusted');
  expect(await told(await listening(createTlsServer({ cert: old.cert, key: old.key })))).toContain('ran out on');
  expect(await told(1)).toMatch(/^wrong: .* does not answer/);
  const plain = await looked({ PUBLIC_URL: 'http://spora.example' });
  expect(plain('tls')).toEqual([expect.stringContaining('wrong: http://spora.example is not encrypted')]);
});
