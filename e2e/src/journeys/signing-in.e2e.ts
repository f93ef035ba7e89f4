import { expect, test, type Page } from '@playwright/test';
import { credentialsOfDemo, enter, sendSignIn, signIn, signOut } from '../people.ts';
import { product } from '../started.ts';
import { expectLoaded, expectWellMade } from '../well-made.ts';

test('AUTH-009, NAV-002: a stranger is sent to sign in, and after it to the page they wanted', async ({ page }) => {
  await page.goto(`${product.url}/user/create-triplog`);
  await expect(page).toHaveURL(`${product.url}/`);
  await sendSignIn(page, credentialsOfDemo('admin'));
  await expect(page).toHaveURL(/create-triplog/);
});

test('AUTH-011: a wrong password says how many attempts are left and keeps the name', async ({ page }) => {
  await page.goto(product.url);
  const name = page.getByRole('textbox', { name: /användarnamn/i });
  await name.fill('nobody@sorlaby.example');
  await page.locator('input[type=password]').fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('4 försök kvar');
  await expect(name).toHaveValue('nobody@sorlaby.example');
});

test('I18N-002, I18N-012, STORE-006: the language changes without losing what was typed and is kept', async ({ page }) => {
  await page.goto(product.url);
  await page.getByRole('textbox', { name: /användarnamn/i }).fill('half-typed');
  await page.getByRole('combobox', { name: /språk/i }).selectOption({ label: 'Norsk' });
  await expect(page.getByRole('textbox', { name: /brukernavn/i })).toHaveValue('half-typed');
  await page.reload();
  await expect(page.getByRole('textbox', { name: /brukernavn/i })).toBeVisible();
});

test('SEC-003, SEC-004, SEC-005: the token lies neither readable in storage nor in an address', async ({ page }) => {
  const tokens: string[] = [];
  const addresses: string[] = [];
  page.on('request', (request) => {
    addresses.push(request.url());
    const header = request.headers()['authorization'];
    if (header) tokens.push(header.replace('Bearer ', ''));
  });
  await signIn(page, 'admin');
  await expect.poll(() => tokens.length).toBeGreaterThan(0);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  for (const token of new Set(tokens)) {
    expect(stored).not.toContain(token);
    expect(addresses.filter((address) => address.includes(token))).toEqual([]);
  }
});

test('SEC-002, NAV-031: signing out ends the session in every tab', async ({ context }) => {
  const page = await context.newPage();
  await signIn(page, 'driver');
  const other = await context.newPage();
  await other.goto(`${product.url}/user/create-triplog`);
  await expect(other).toHaveURL(/create-triplog/);
  await signOut(page);
  await expect(other).toHaveURL(`${product.url}/`);
});

test('NFR-003, NFR-004, NFR-005: the sign-in page is accessible in both themes and fits 320 px', async ({ page }) => {
  await page.goto(product.url);
  await expect(page.locator('input[name=password]')).toBeVisible();
  await expectWellMade(page);
});

/** Kilobytes as they went over the wire, compressed, of all that was asked for before the first paint. */
async function kbOfFirstPaint(page: Page): Promise<number> {
  const painted = 'first-contentful-paint';
  await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, painted);
  return page.evaluate((name) => {
    const paintedAt = performance.getEntriesByName(name)[0]?.startTime ?? 0;
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    return (
      (entries as PerformanceResourceTiming[])
        .filter((entry) => entry.startTime <= paintedAt)
        .reduce((sum, entry) => sum + entry.transferSize, 0) / 1000
    );
  }, painted);
}

test('NFR-001: the sign-in page takes at most 105 kB of the 120 it may, and the map library is loaded on the map page alone', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  const hasMap = () => scripts.some((path) => /maplibre|\/engine-/.test(path));
  await page.goto(product.url);
  await expect(page.locator('input[type=password]')).toBeVisible();
  const kilobytes = await kbOfFirstPaint(page);
  expect(kilobytes).toBeGreaterThan(30);
  expect(kilobytes).toBeLessThanOrEqual(105);
  expect(hasMap()).toBe(false);
  await enter(page, 'driver', '/user/create-triplog');
  await expectLoaded(page);
  expect(hasMap()).toBe(false);
  await page.goto(`${product.url}/user/realtime-tracking`);
  await expect.poll(hasMap).toBe(true);
});

test('SEC-011: the page runs without a breach of its content security policy', async ({ page }) => {
  const breaches: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) breaches.push(message.text());
  });
  const answer = await page.goto(product.url);
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe-inline');
  await signIn(page, 'admin');
  // The map with its tiles and workers, the list, and the stream of what is live.
  await expect(page.getByRole('group', { name: 'Kartans reglage' })).toBeVisible();
  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.waitForLoadState('load');
  expect(breaches).toEqual([]);
});
