import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { mapConfig, publicConfig } from '@spora/contract/accounts/endpoints';
import { me } from '@spora/contract/auth/endpoints';
import { pathOf } from '@spora/contract/paths';
import { generateTrips } from '@spora/contract/trips/endpoints';
import { addPhone, listUnits } from '@spora/contract/units/endpoints';
import { makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type TestAppOptions, testApp } from '../../testing/http.ts';
import { makeTrip } from '../../testing/trips.ts';

const apps: { close(): Promise<void> }[] = [];
const newApp = async (options: TestAppOptions = {}) => {
  const app = await testApp(options);
  apps.push(app);
  return app;
};
afterAll(() => Promise.all(apps.map((app) => app.close())));

const app = await newApp();
const accountId = await makeAccount(app.database);
const admin = await app.signInAs(await makeMember(app.database, { accountId }));
const colleague = await app.signInAs(await makeMember(app.database, { accountId }));
const countPhones = async () =>
  (await app.database.owner.selectFrom('unit').select('id').where('account_id', '=', accountId).execute()).length;

test('API-013: a repeat of a write gets the first answer and is done once', async () => {
  const before = await countPhones();
  const headers = { 'idempotency-key': 'first-key-1' };
  const first = await admin.call(addPhone, { body: { name: 'Once' } }, headers);
  const second = await admin.call(addPhone, { body: { name: ' Once ' } }, headers);
  expect(first.status).toBe(200);
  expect(second.data).toEqual(first.data);
  expect(await countPhones()).toBe(before + 1);
});

test('API-013: of ten racing repeats one is done and all get its answer', async () => {
  const before = await countPhones();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => admin.call(addPhone, { body: { name: 'Race' } }, { 'idempotency-key': 'racing-key' })),
  );
  expect(new Set(answers.map(({ data }) => data?.imei)).size).toBe(1);
  expect(await countPhones()).toBe(before + 1);
});

test('API-013: other content under the same key is refused, another member has keys of their own', async () => {
  const headers = { 'idempotency-key': 'shared-key' };
  const mine = await admin.call(addPhone, { body: { name: 'Mine' } }, headers);
  expect(await admin.call(addPhone, { body: { name: 'Other' } }, headers)).toMatchObject({
    status: 409,
    errors: 'IdempotencyConflict',
  });
  const theirs = await colleague.call(addPhone, { body: { name: 'Mine' } }, headers);
  expect(theirs.status).toBe(200);
  expect(theirs.data?.imei).not.toBe(mine.data?.imei);
});

test('API-013: a refused call leaves nothing behind, and a key of the wrong form is named', async () => {
  const headers = { 'idempotency-key': 'refused-key' };
  expect((await admin.call(addPhone, { body: { name: '' } }, headers)).status).toBe(422);
  expect((await admin.call(addPhone, { body: { name: 'Now right' } }, headers)).status).toBe(200);
  for (const key of ['short', 'x'.repeat(101), 'with space in it'])
    expect(await admin.call(addPhone, { body: { name: 'A' } }, { 'idempotency-key': key })).toMatchObject({
      status: 422,
      errors: { 'idempotency-key': ['InvalidInput'] },
    });
});

test('SEC-007: beyond its rate an address, and a member, is told to wait', async () => {
  const rates = {
    address: { burst: 5, perSecond: 0 },
    member: { burst: 3, perSecond: 0 },
    account: { burst: 100, perSecond: 0 },
  };
  const limited = await newApp({ http: { rates } });
  const strangers = await Promise.all(
    Array.from({ length: 7 }, () => limited.app.inject({ url: '/api/config', remoteAddress: '192.0.2.9' })),
  );
  expect(strangers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
  const refused = strangers.find(({ statusCode }) => statusCode === 429)!;
  expect(refused.json()).toEqual({ success: false, errors: 'TooManyRequests' });
  expect(refused.headers['retry-after']).toBeDefined();
  expect((await limited.app.inject({ url: '/api/config', remoteAddress: '192.0.2.10' })).statusCode).toBe(200);

  const member = await limited.signInAs(await makeMember(limited.database, { accountId: await makeAccount(limited.database) }));
  const answers = [];
  for (let i = 0; i < 5; i += 1)
    answers.push((await member.request({ url: '/api/user/me', remoteAddress: `192.0.2.${20 + i}` })).statusCode);
  expect(answers).toEqual([200, 200, 200, 429, 429]);
});

test('ASVS 15.3.7: a parameter that comes twice is refused, and one beside the body is none of it', async () => {
  const ask = (url: string) => admin.request({ url });
  expect((await ask('/api/user/get-address?lat=59.1&lng=18.1')).statusCode).toBe(200);
  expect((await ask('/api/user/get-address?lat=59.1&lat=60.1&lng=18.1')).statusCode).toBe(422);
  const beside = await admin.request({ method: 'POST', url: '/api/administration/terminal/add-phone?name=A', payload: {} });
  expect({ status: beside.statusCode, errors: beside.json<{ errors: unknown }>().errors }).toEqual({
    status: 422,
    errors: { name: expect.anything() as unknown },
  });
});

test('SEC-004: no log line holds a query, an address, a token or a name', async () => {
  app.logged.length = 0;
  await admin.request({
    url: '/api/user/get-address?lat=59.123456&lng=18.123456',
    remoteAddress: '192.0.2.77',
    headers: { 'user-agent': 'Agent X' },
  });
  await admin.call(addPhone, { body: { name: 'Annas telefon' } });
  expect(app.logged.length).toBeGreaterThanOrEqual(2);
  expect(JSON.stringify(app.logged)).not.toMatch(/59\.12|18\.12|192\.0\.2\.77|Agent X|Annas|Bearer/);
  expect(JSON.stringify(app.logged)).not.toContain(admin.token);
  expect(app.logged).toContainEqual(expect.objectContaining({ endpoint: 'units.add-phone', status: 200, account: accountId }));
});

test('API-011, ERR-044: a fault answers SomethingWentWrong with a short id that can be read out and that the log has too, and no word of what failed', async () => {
  await app.database.owner.schema.alterTable('unit').renameTo('unit_away').execute();
  app.logged.length = 0;
  const answer = await admin.call(listUnits);
  await app.database.owner.schema.alterTable('unit_away').renameTo('unit').execute();
  expect(answer).toMatchObject({ status: 500, errors: 'SomethingWentWrong' });
  expect(answer.raw.toString()).not.toMatch(/unit|relation|select/i);
  const id = answer.headers['x-request-id'];
  expect(id).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
  expect(app.logged.find(({ level }) => level === 'error')).toMatchObject({ reqId: id });
});

test('a GET cannot write: its transaction is read only', async () => {
  await expect(
    app.database.api
      .transaction()
      .setAccessMode('read only')
      .execute((tx) =>
        tx
          .insertInto('geo_cache')
          .values({
            lat_e4: 1,
            lon_e4: 1,
            language: 'en',
            provider: 'x',
            payload: '{}',
            is_approximate: true,
            expires_at: new Date(),
          })
          .execute(),
      ),
  ).rejects.toThrow(/read-only/);
});

test('demo sign-ins are told to this machine only: not through a proxy, not under another name', async () => {
  const demoSignIns = [{ username: 'demo@example.test', password: 'demo', note: 'Administrator' }];
  const demo = await newApp({ demoSignIns, config: { trustProxy: true } });
  const ask = async (options: { remoteAddress?: string; headers?: Record<string, string> }) =>
    (await demo.app.inject({ url: '/api/config', headers: { host: 'localhost:8080' }, ...options })).json<{
      data: { demo_sign_ins: unknown[] };
    }>().data.demo_sign_ins;
  expect(await ask({})).toEqual(demoSignIns);
  expect(await ask({ remoteAddress: '192.0.2.1' })).toEqual([]);
  expect(await ask({ headers: { host: 'localhost', 'x-forwarded-for': '127.0.0.1' } })).toEqual([]);
  expect(await ask({ headers: { host: 'localhost', forwarded: 'for=127.0.0.1' } })).toEqual([]);
  expect(await ask({ headers: { host: 'spora.evil.example' } }), 'a foreign name that points here').toEqual([]);

  const real = await newApp({
    demoSignIns,
    env: { DATABASE_API_URL: 'postgres://a/b', DATABASE_PIPELINE_URL: 'postgres://a/b', MAIL_MODE: 'none' },
  });
  expect((await real.stranger.call(publicConfig, {}, { host: 'localhost' })).data?.demo_sign_ins).toEqual([]);
});

test('SEC-007: a caller who writes addresses of his own into a forwarded header is counted by the one that the proxy wrote', async () => {
  for (const trustProxy of [true, '10.0.0.1']) {
    const behind = await newApp({ config: { trustProxy } });
    const check = async (i: number) =>
      (
        await behind.app.inject({
          url: '/api/imeiValidator?imei=356307042441013',
          remoteAddress: '10.0.0.1',
          headers: { 'x-forwarded-for': `198.51.100.${i}, 203.0.113.7` },
        })
      ).statusCode;
    const statuses: number[] = [];
    for (let i = 0; i < 32; i += 1) statuses.push(await check(i));
    expect(statuses[0]).toBe(409);
    expect(statuses.at(-1), String(trustProxy)).toBe(429);
  }
});

test('the page learns whether its browser will encrypt what it keeps', async () => {
  const needed = async (host: string) => (await app.stranger.call(publicConfig, {}, { host })).data?.secure_context_needed;
  expect(await needed('localhost:8080')).toBe(false);
  expect(await needed('127.0.0.1:8080')).toBe(false);
  expect(await needed('192.168.1.7:8080')).toBe(true);
});

test('API-003, MAP-026: the map sources follow the configuration, and the policy allows exactly them', async () => {
  const read = async (env: Record<string, string>) => {
    const configured = await newApp({ env });
    const { data, headers } = await configured.stranger.call(mapConfig);
    return { ids: data?.providers.map(({ id }) => id), policy: String(headers['content-security-policy']) };
  };
  expect(await read({ MAP_MODE: 'embedded' })).toMatchObject({
    ids: ['embedded'],
    policy: expect.not.stringContaining('https:') as string,
  });
  expect(await read({})).toMatchObject({
    ids: ['openfreemap', 'embedded'],
    policy: expect.stringContaining("connect-src 'self' https://tiles.openfreemap.org;") as string,
  });
  expect(await read({ MAP_STYLE_URL: 'https://maps.example.test/style.json?key=abc' })).toMatchObject({
    ids: ['style', 'embedded'],
    policy: expect.stringContaining("connect-src 'self' https://maps.example.test;") as string,
  });
});

test('MAP-026: a layer is offered with its source, its key and its attribution, and only then', async () => {
  const sources = {
    MAP_SATELLITE_URL: 'https://pictures.example.test/{z}/{x}/{y}.jpg?key={key}',
    MAP_SATELLITE_ATTRIBUTION: '© Pictures',
    MAP_SEA_CHART_URL: 'https://sea.example.test/{z}/{x}/{y}.png',
    MAP_SEA_CHART_ATTRIBUTION: '© Sea',
    MAP_SEA_CHART_MAX_ZOOM: '17',
  };
  const read = async (env: Record<string, string>) => {
    const { data, headers } = await (await newApp({ env })).stranger.call(mapConfig);
    const offered = data?.providers.filter(({ layer }) => layer !== undefined) ?? [];
    return { offered, layers: offered.map(({ layer }) => layer), policy: String(headers['content-security-policy']) };
  };
  const keyed = await read({ ...sources, MAP_SATELLITE_KEY: 'a&b' });
  expect(keyed.layers, 'pictures without a hybrid map of their own are offered with our names, too').toEqual([
    'satellite',
    'hybrid',
    'sea-chart',
  ]);
  expect(keyed.offered[0]).toEqual({
    ...{ id: 'satellite', layer: 'satellite', kind: 'raster', attribution: '© Pictures', max_zoom: 19 },
    url: 'https://pictures.example.test/{z}/{x}/{y}.jpg?key=a%26b',
    probe_url: 'https://pictures.example.test/0/0/0.jpg?key=a%26b',
  });
  expect(keyed.offered[1]).toMatchObject({ kind: 'raster', has_own_names: true });
  expect(keyed.offered[2]).toMatchObject({ attribution: '© Sea', max_zoom: 17 });
  expect(keyed.policy).toContain(
    "connect-src 'self' https://tiles.openfreemap.org https://pictures.example.test https://sea.example.test;",
  );
  const keyless = await read(sources);
  expect(keyless.layers).toEqual(['sea-chart']);
  expect(keyless.policy).not.toContain('pictures.example.test');
  const offline = await read({ ...sources, MAP_SATELLITE_KEY: 'a', MAP_MODE: 'embedded' });
  expect(offline.layers).toEqual([]);
  expect(offline.policy).not.toContain('https:');
});

test('health, readiness and metrics answer; metrics only to this machine or with the token', async () => {
  expect((await app.app.inject('/healthz')).body).toBe('ok');
  // It is not ready while its database takes more than two seconds, which on a busy machine it may.
  await expect.poll(async () => (await app.app.inject('/readyz')).body).toBe('ready');
  expect((await app.app.inject({ url: '/metrics', headers: { host: 'localhost:8080' } })).body).toContain(
    'spora_http_request_seconds',
  );
  expect((await app.app.inject({ url: '/metrics', remoteAddress: '192.0.2.1' })).statusCode).toBe(401);
  const guarded = await newApp({ env: { METRICS_TOKEN: 'a-token-of-some-length' } });
  expect((await guarded.app.inject({ url: '/metrics', headers: { host: 'localhost' } })).statusCode).toBe(401);
  const withToken = await guarded.app.inject({
    url: '/metrics',
    remoteAddress: '192.0.2.1',
    headers: { authorization: 'Bearer a-token-of-some-length' },
  });
  expect(withToken.statusCode).toBe(200);
});

const talk = (port: number, lines: string, closeAfterMs = 5000) =>
  new Promise<string>((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(lines));
    socket.on('data', (data) => (heard += data.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
    setTimeout(() => socket.destroy(), closeAfterMs).unref();
  });

test('a body that never arrives, broken HTTP and a huge header are answered and closed', async () => {
  const slow = await newApp({ http: { requestTimeoutMs: 400 } });
  await slow.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = slow.app.server.address() as { port: number };
  const [late, broken, huge] = await Promise.all([
    talk(port, 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a'),
    talk(port, 'HELLO\r\n\r\n'),
    talk(port, `GET /api/config HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`),
  ]);
  expect(late).toMatch(/^HTTP\/1\.1 408 .*"InvalidInput"/s);
  expect(broken).toMatch(/^HTTP\/1\.1 400 .*"InvalidInput"/s);
  expect(huge).toMatch(/^HTTP\/1\.1 431 .*"InvalidInput"/s);
  expect((await slow.stranger.call(publicConfig)).status, 'and the others are served').toBe(200);
});

test('who leaves before the answer is no failure of ours, and none is logged', async () => {
  const left = await newApp();
  const fleet = await makeAccount(left.database);
  const { unitId } = await makeUnit(left.database, { accountId: fleet });
  // More than is compressed in one piece.
  for (let hour = 0; hour < 60; hour += 1)
    await makeTrip(left.database, { accountId: fleet, unitId }, { start: new Date(Date.UTC(2026, 0, 12, hour)).toISOString() });
  const { token = '' } = await left.signInAs(await makeMember(left.database, { accountId: fleet }));
  await left.app.listen({ port: 0, host: '127.0.0.1' });
  // They go as the answer has been made and is being compressed, when nothing of it has been sent.
  left.app.server.prependListener('request', ({ socket }, response: ServerResponse) => {
    const set = response.setHeader.bind(response);
    response.setHeader = (name, value) => {
      if (name === 'content-encoding') socket.destroy();
      return set(name, value);
    };
  });
  const { port } = left.app.server.address() as { port: number };
  const body = JSON.stringify({ from: '2026-01-01', to: '2026-01-31' });
  await talk(
    port,
    [
      `POST ${pathOf(generateTrips.id)} HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${token}`,
      'accept-encoding: gzip',
      'content-type: application/json',
      `content-length: ${body.length}`,
      `\r\n${body}`,
    ].join('\r\n'),
  );
  const about = () => left.logged.filter(({ msg }) => /a call failed|the caller left/.test(String(msg)));
  await expect.poll(about).toMatchObject([{ level: 'info', endpoint: 'trips.generate' }]);
});

test('I18N-002, NFR-009: a header that names no zone or language is as if it were not there', async () => {
  for (const timezone of ['Europe/Stockholm', 'Mars/Olympus', '../../etc', 'x'.repeat(500)])
    expect((await admin.call(me, {}, { timezone, 'accept-language': 'xx;q=0, ;;;q=a, nb-NO' })).status).toBe(200);
});
