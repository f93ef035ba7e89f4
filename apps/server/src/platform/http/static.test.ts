import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '../../testing/http.ts';

const folder = await mkdtemp(join(tmpdir(), 'spora-web-'));
const root = join(folder, 'dist');
await mkdir(join(root, 'assets'), { recursive: true });
await mkdir(join(root, 'map'));
await writeFile(
  join(root, 'index.html'),
  '<!doctype html><html data-brand="{{subsite}}" data-brand-by="{{by}}"><link href="/manifest.webmanifest{{search}}"><title>{{name}}</title></html>',
);
await writeFile(join(root, 'assets', 'main-Ab3dEf9h.js'), `console.log(${JSON.stringify('x'.repeat(5000))})`);
await writeFile(join(root, 'assets', 'packed-Ab3dEf9h.js'), 'console.log("as it was written")');
await writeFile(join(root, 'assets', 'packed-Ab3dEf9h.js.br'), 'packed by the build');
await writeFile(join(root, 'assets', 'packed-Ab3dEf9h.js.gz'), 'packed otherwise');
await writeFile(join(root, 'app-worker.js'), 'self.addEventListener("fetch", () => undefined)');
await mkdir(join(root, '.git'));
await writeFile(join(root, '.git', 'config'), 'hidden');
await writeFile(join(root, 'assets', '.env'), 'hidden');
await writeFile(join(root, 'map', 'world.pmtiles'), Buffer.alloc(5000, 7));
await writeFile(join(folder, 'own.pmtiles'), Buffer.alloc(300, 9));
await writeFile(join(folder, 'secret.txt'), 'secret');

const app = await testApp({
  webRoot: root,
  env: { MAP_PMTILES: join(folder, 'own.pmtiles'), PUBLIC_URL: 'https://spora.example' },
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});
const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers });
const BROWSER = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' };

test('NAV-006: the page of every known address is the application, asked for again each time', async () => {
  for (const url of [
    '/',
    '/user/realtime-tracking',
    '/user/create-triplog?unit=1',
    '/administration/units',
    '/account/deletion',
    '/terms?lang=no',
    '/support',
    '/support/accounts/42',
    '/shared/theft-report',
    '/shared/position',
    '/shared/alarm',
    '/verify',
  ]) {
    const response = await get(url, BROWSER);
    expect({ url, status: response.statusCode, cache: response.headers['cache-control'] }).toEqual({
      url,
      status: 200,
      cache: 'no-cache',
    });
    expect(response.body).toContain('<title>Spora');
  }
});

test('an unknown address shows the application with status 404, and a missing file is no page at all', async () => {
  const page = await get('/somewhere', BROWSER);
  expect(page.statusCode).toBe(404);
  expect(page.body).toContain('<title>Spora');
  for (const url of ['/assets/gone-Ab3dEf9h.js', '/robots.txt']) {
    const missing = await get(url, { accept: '*/*', 'sec-fetch-mode': 'no-cors' });
    expect({ url, status: missing.statusCode }).toEqual({ url, status: 404 });
    expect(missing.body).not.toContain('<title>');
  }
  expect((await get('/api/nothing', BROWSER)).json()).toEqual({ success: false, errors: 'NotFound' });
});

test('NFR-006, NFR-011: a page that the worker asks for is the application, in the words of each browser; a call of a script is not', async () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  for (const asked of [
    { accept, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    // Firefox, of a navigation that goes through a service worker.
    { accept, 'sec-fetch-mode': 'same-origin', 'sec-fetch-dest': 'empty' },
  ]) {
    const page = await get('/user/create-triplog?period=month', asked);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<title>Spora');
  }
  const called = await get('/user/create-triplog', { accept: '*/*', 'sec-fetch-mode': 'same-origin', 'sec-fetch-dest': 'empty' });
  expect(called.statusCode).toBe(404);
  expect(called.json()).toEqual({ success: false, errors: 'NotFound' });
});

test("NFR-006: the application's worker is asked for again each time, so that a new version is noticed", async () => {
  const response = await get('/app-worker.js', { 'sec-fetch-mode': 'same-origin', accept: '*/*' });
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': expect.stringContaining('javascript') });
});

test('a file whose name holds its hash is kept for a year and sent compressed', async () => {
  const response = await get('/assets/main-Ab3dEf9h.js', { 'accept-encoding': 'gzip, br' });
  expect(response.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'br' });
  expect(response.rawPayload.length).toBeLessThan(500);
});

test.each([
  ['/map/world.pmtiles', 7, 5000],
  ['/map/installation.pmtiles', 9, 300],
])('MAP-026: %s is read in ranges, uncompressed', async (url, byte, size) => {
  const part = await get(url, { range: 'bytes=100-199', 'accept-encoding': 'gzip, br' });
  expect(part.statusCode).toBe(206);
  expect(part.headers).toMatchObject({ 'content-range': `bytes 100-199/${size}`, 'content-length': '100' });
  expect(part.headers['content-encoding']).toBeUndefined();
  expect(part.rawPayload.equals(Buffer.alloc(100, byte))).toBe(true);
  const whole = await get(url, { 'accept-encoding': 'gzip, br' });
  expect({ status: whole.statusCode, length: whole.rawPayload.length, encoding: whole.headers['content-encoding'] }).toEqual({
    status: 200,
    length: size,
    encoding: undefined,
  });
});

test('no path leads out of the folder', async () => {
  for (const url of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '//secret.txt',
  ]) {
    const response = await get(url);
    expect(response.statusCode, url).toBeGreaterThanOrEqual(400);
    expect(response.body, url).not.toContain('secret\n');
    expect(response.body, url).not.toBe('secret');
  }
});

test('ASVS 13.4.1, ASVS 13.4.3: hidden files and lists of a folder are told to nobody', async () => {
  for (const url of ['/.git/config', '/assets/.env', '/.git/', '/assets/', '/assets', '/map/']) {
    const { statusCode, body } = await get(url);
    expect({ url, statusCode }).toEqual({ url, statusCode: 404 });
    expect(body, url).not.toMatch(/hidden|main-Ab3dEf9h|world\.pmtiles/);
  }
});

test.each(['TRACE', 'POST', 'DELETE'])(
  'ASVS 13.4.4: %s of a page or a file is not found, and repeats nothing of what was sent',
  async (method) => {
    for (const url of ['/', '/user/log', '/assets/main-Ab3dEf9h.js']) {
      const { statusCode, body } = await app.app.inject({
        method: method as 'POST',
        url,
        headers: { ...BROWSER, 'x-mark': 'sent' },
      });
      expect({ url, statusCode, body }).toEqual({ url, statusCode: 404, body: '{"success":false,"errors":"NotFound"}' });
    }
  },
);

test('SEC-011: every answer carries the policy, also errors, files and the interface', async () => {
  for (const url of ['/', '/assets/main-Ab3dEf9h.js', '/api/config', '/api/nothing', '/docs', '/healthz']) {
    const { headers } = await get(url, { ...BROWSER, origin: 'https://another.example' });
    const policy = String(headers['content-security-policy']);
    expect(policy, url).toMatch(/default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self';/);
    expect(policy, url).not.toMatch(/unsafe|\*|data:[^;]*script/);
    for (const closed of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"])
      expect(policy, url).toContain(closed);
    expect(headers['access-control-allow-origin'], `${url}: no other site reads an answer`).toBeUndefined();
    expect(headers['set-cookie'], `${url}: a session is no cookie, so no other site can send it along`).toBeUndefined();
    expect(headers, url).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  }
});

test('13-C, NFR-001: what the build has packed is sent as it is, to each browser in the form that it takes, and kept for a year', async () => {
  const sent = async (encoding: string) => {
    const { body, headers } = await get('/assets/packed-Ab3dEf9h.js', { 'accept-encoding': encoding });
    return [
      body,
      headers['content-encoding'],
      headers['cache-control'],
      headers['content-type']?.toString().split(';')[0],
      headers['vary'],
    ];
  };
  const kept = ['public, max-age=31536000, immutable', 'application/javascript', 'accept-encoding'];
  const [cache, type, vary] = kept;
  expect(await sent('gzip, deflate, br, zstd')).toEqual(['packed by the build', 'br', cache, type, vary]);
  expect(await sent('gzip')).toEqual(['packed otherwise', 'gzip', cache, type, vary]);
  expect((await sent('identity'))[0]).toBe('console.log("as it was written")');
});
