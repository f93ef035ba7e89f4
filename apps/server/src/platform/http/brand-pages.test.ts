import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicConfig } from '@spora/contract/accounts/endpoints';
import { BRANDS, SUBSITE_MAX } from '@spora/contract/brands';
import { PROJECT_DIR, readConfig } from '../configuration/config.ts';
import { type TestApp, testApp } from '../../testing/http.ts';

const root = await mkdtemp(join(tmpdir(), 'spora-brands-'));
await writeFile(join(root, 'index.html'), await readFile(join(PROJECT_DIR, 'apps/web/index.html')));
afterAll(() => rm(root, { recursive: true }));

const BROWSER = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
const pageOf = (app: TestApp, host: string, url = '/', more: Record<string, string> = {}) =>
  app.app.inject({ url, headers: { ...BROWSER, host, ...more } });
const subsiteOf = async (app: TestApp, host: string, subsite?: number, more: Record<string, string> = {}) =>
  (await app.stranger.call(publicConfig, { query: { subsite } }, { host, ...more })).data?.subsite_id;
const brandOfPage = (html: string) => /data-brand="(\d)" data-brand-by="(\w+)"/.exec(html)?.slice(1);

describe('in the real mode', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({
      webRoot: root,
      config: { isDemo: false, ...hostsOf('boats.customer.test=3, Machines.Customer.test=4'), trustProxy: '10.0.0.1' },
    });
  });
  afterAll(() => app.close());

  test.each(BRANDS)(
    'BRAND-001, BRAND-002, BRAND-012: the host names of $name show its title, colours, icon and manifest',
    async (brand) => {
      for (const host of [`${brand.slug}.example`, `www.${brand.slug}.example:8443`, `${brand.slug.toUpperCase()}.EXAMPLE`]) {
        const page = await pageOf(app, host, '/user/register');
        expect(brandOfPage(page.body)).toEqual([String(brand.subsiteId), 'host']);
        expect(page.body).toContain(`<title>${brand.name}</title>`);
        expect(page.body).toContain(`href="/brands/${brand.slug}/icon.svg"`);
        expect(page.body).toContain(`content="${brand.name}: vehicles`);
        expect(page.body).toContain(`<noscript>${brand.name} needs JavaScript`);
        expect(page.body).toContain(
          `name="theme-color" content="${brand.pageColours.dark}" media="(prefers-color-scheme: dark)"`,
        );
        expect(page.body).not.toMatch(/\{\{|<script>|style=/);
        expect(await subsiteOf(app, host)).toBe(brand.subsiteId);
        const manifest = await pageOf(app, host, '/manifest.webmanifest', { accept: '*/*', 'sec-fetch-mode': 'cors' });
        expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/);
        expect(manifest.json()).toMatchObject({
          name: brand.name,
          short_name: brand.name,
          start_url: '/',
          display: 'standalone',
          theme_color: brand.mailAccent,
          background_color: brand.pageColours.light,
          icons: [{ src: `/brands/${brand.slug}/icon.svg`, sizes: 'any' }, {}, {}, { purpose: 'maskable' }],
        });
      }
    },
  );

  test('BRAND-002: a name that belongs to nobody shows the first brand, those of BRAND_HOSTS theirs, and the address changes nothing', async () => {
    const shown = async (host: string) => [
      brandOfPage((await pageOf(app, host, '/?subsite=5')).body),
      await subsiteOf(app, host, 5),
    ];
    expect(await shown('tracking.elsewhere.test')).toEqual([['0', 'host'], 0]);
    expect(await shown('constructor')).toEqual([['0', 'host'], 0]);
    expect(await shown('boats.customer.test')).toEqual([['3', 'host'], 3]);
    expect(await shown('machines.customer.test.')).toEqual([['4', 'host'], 4]);
  });

  test('BRAND-002: a forwarded host name counts only when it comes through a proxy that is trusted', async () => {
    const forwarded = { 'x-forwarded-host': 'kustlys.example', 'x-forwarded-for': '192.0.2.7' };
    const through = (remoteAddress: string) =>
      app.app.inject({ url: '/', remoteAddress, headers: { ...BROWSER, host: 'inner.test', ...forwarded } });
    expect(brandOfPage((await through('10.0.0.1')).body)).toEqual(['3', 'host']);
    expect(brandOfPage((await through('192.0.2.9')).body)).toEqual(['0', 'host']);
  });

  test('a page that has not changed is not sent again; that of another brand is another page', async () => {
    const first = await pageOf(app, 'kustlys.example');
    const etag = String(first.headers['etag']);
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
    const again = await pageOf(app, 'kustlys.example', '/', { 'if-none-match': etag });
    expect({ status: again.statusCode, length: again.body.length }).toEqual({ status: 304, length: 0 });
    expect((await pageOf(app, 'hemvag.example', '/', { 'if-none-match': etag })).statusCode).toBe(200);
  });

  test('the page is sent compressed, and never with its marks', async () => {
    const page = await pageOf(app, 'kustlys.example', '/', { 'accept-encoding': 'br' });
    expect(page.headers['content-encoding']).toBe('br');
    expect((await pageOf(app, 'kustlys.example', '/index.html')).headers['location']).toBe('/');
  });
});

describe('in the demo', () => {
  let app: TestApp;
  beforeAll(async () => (app = await testApp({ webRoot: root, config: { isDemo: true } })));
  afterAll(() => app.close());

  test('BRAND-002: the address chooses the brand of the page, its manifest and the configuration', async () => {
    const page = await pageOf(app, 'localhost:8080', '/?subsite=6');
    expect(brandOfPage(page.body)).toEqual(['6', 'choice']);
    expect(page.body).toContain('href="/manifest.webmanifest?subsite=6"');
    const manifest = await pageOf(app, 'localhost:8080', '/manifest.webmanifest?subsite=6');
    expect(manifest.json()).toMatchObject({ name: 'Hemväg', start_url: '/?subsite=6' });
    expect(await subsiteOf(app, 'localhost', 6)).toBe(6);
    expect(brandOfPage((await pageOf(app, 'localhost')).body)).toEqual(['0', 'choice']);
    expect(brandOfPage((await pageOf(app, 'localhost', `/?subsite=${SUBSITE_MAX + 1}`)).body)).toEqual(['0', 'choice']);
  });

  test('BRAND-002: a host name of a brand wins over the address', async () => {
    expect(brandOfPage((await pageOf(app, 'hemvag.localhost:8080', '/?subsite=2')).body)).toEqual(['6', 'host']);
    expect(await subsiteOf(app, 'hemvag.localhost', 2)).toBe(6);
  });
});

function hostsOf(BRAND_HOSTS: string) {
  const { brandHosts } = readConfig({ BRAND_HOSTS });
  return { brandHosts };
}

test('BRAND-002: host names that are not pairs with a subsite stop the start with a sentence', () => {
  for (const wrong of ['fleet.example', `fleet.example=${SUBSITE_MAX + 1}`, 'fleet.example=2;boats.example=3', '=2'])
    expect(() => readConfig({ BRAND_HOSTS: wrong })).toThrow(/^BRAND_HOSTS must be pairs/);
  expect(readConfig({ BRAND_HOSTS: 'Fleet.example=2, boats.example=3' }).brandHosts).toEqual({
    'fleet.example': 2,
    'boats.example': 3,
  });
});
