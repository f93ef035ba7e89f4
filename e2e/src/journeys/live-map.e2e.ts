import { connect, type Socket } from 'node:net';
import { expect, test } from '@playwright/test';
import { encodeFrame, encodeHello } from '@spora/protocols/teltonika/encode';
import type { PositionRecord } from '@spora/telemetry/record';
import { expectAccessible, expectNoSidewaysScrolling, product, signIn } from '../people.ts';

const list = 'listbox';

test('MAP-001, MAP-016: vehicles of the demo are on the map and in the list, choosing one shows its card', async ({ page }) => {
  await signIn(page, 'admin');
  await expect(page.getByRole('option').first()).toBeVisible({ timeout: 30_000 });
  expect(await page.getByRole('option').count()).toBeGreaterThan(5);
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.getByRole('option').filter({ hasText: '108 Taxi Vasastan' }).click();
  await expect(page.getByRole('region', { name: /uppgifter om 108 taxi vasastan/i })).toContainText('QHV 87V');
  await expect(page).toHaveURL(/unit=\d{15}/);
});

test('MAP-003: a driver sees only the units they were given', async ({ page }) => {
  await signIn(page, 'driver');
  await expect(page.getByRole('option').first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^4 enheter$/)).toBeVisible();
});

test('MAP-036: an empty account is told how to begin, and a phone that is added appears on the map by its first report', async ({
  page,
}) => {
  await signIn(page, 'beginner');
  await expect(page.getByRole('heading', { name: 'Din första enhet' })).toBeVisible();
  await page.getByRole('button', { name: /lägg till.*telefon/i }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('Annas telefon');
  await page.keyboard.press('Enter');
  await expect(dialog.locator('svg').first()).toBeVisible();
  const id = await dialog
    .locator('code, [data-phone-id], input[readonly]')
    .first()
    .evaluate((e) => (e instanceof HTMLInputElement ? e.value : (e.textContent ?? '')));
  expect(id.trim().length).toBeGreaterThan(15);
  const query = new URLSearchParams({
    id: id.trim(),
    timestamp: String(Math.floor(Date.now() / 1000)),
    lat: '59.3293',
    lon: '18.0686',
    speed: '0',
    batt: '81',
    accuracy: '8',
  });
  const answer = await fetch(`http://127.0.0.1:${product.phonePort}/?${query.toString()}`, { method: 'POST' });
  expect(answer.status).toBe(200);
  await expect(dialog).toContainText(/är på kartan|första position/i, { timeout: 15_000 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option').filter({ hasText: 'Annas telefon' })).toBeVisible({ timeout: 15_000 });
});

test('MAP-014, MAP-029, MAP-030: the history of a day plays, shows stops and can be downloaded', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('option').filter({ hasText: '108 Taxi Vasastan' }).click();
  await page.getByRole('button', { name: 'Historik' }).click();
  await page.getByRole('button', { name: 'Föregående dag' }).click();
  await expect(page.getByRole('button', { name: 'Spela' })).toBeVisible({ timeout: 20_000 });
  const scrubber = page.getByRole('slider', { name: 'Tid i historiken' });
  const before = await scrubber.inputValue();
  await page.getByRole('button', { name: 'Spela' }).click();
  await expect.poll(() => scrubber.inputValue()).not.toBe(before);
  await page.getByRole('button', { name: 'Pausa' }).click();
  await expect(page.getByRole('heading', { name: /\d+ stopp/ })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Ladda ner' }).click();
  await page.getByRole('menuitem', { name: 'GPX' }).click();
  expect((await download).suggestedFilename()).toMatch(/^108-Taxi-Vasastan.*\.gpx$/);
  await expectAccessible(page);
});

test('MAP-017: the search finds by plate without its space, and an empty result can be undone', async ({ page }) => {
  await signIn(page, 'admin');
  await expect(page.getByRole('option').first()).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('/');
  await page.keyboard.type('qhv87v');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('no such unit');
  await page.getByRole('button', { name: 'Visa alla enheter' }).first().click();
  await expect(page.getByRole('option').nth(3)).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`NFR-004, NFR-005: the map page is accessible in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'admin');
    await expect(page.getByRole('option').first()).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
    await page.getByRole('option').first().click();
    await expectAccessible(page);
  });
}

test('NFR-003: the map page fits 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, 'admin');
  await expect(page.getByRole(list)).toBeVisible({ timeout: 30_000 });
  await expectNoSidewaysScrolling(page);
});

test('MAP-020, MAP-033: a tracker that never reported is listed with the reason, and on the screen moments after its first frame', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.getByRole('searchbox', { name: /regnr/i }).fill('115');
  const unit = page.getByRole('option').filter({ hasText: '115 Ny bil' });
  await expect(unit).toBeVisible({ timeout: 30_000 });
  await unit.click();
  const imei = new URL(page.url()).searchParams.get('unit') ?? '';
  const card = page.getByRole('region', { name: /uppgifter om/i });
  await expect(card).toBeVisible();
  const socket = await hello(imei);
  socket.write(encodeFrame([driving(Date.now())], '8E'));
  await expect(card).toContainText('37', { timeout: 5000 });
  await expect(card).toContainText('Kör');
  socket.destroy();
});

const driving = (timeMs: number): PositionRecord => ({
  timeMs,
  latE7: 594000000,
  lonE7: 179000000,
  altitudeM: 20,
  headingDeg: 45,
  satellites: 11,
  speedKmh: 37,
  priority: 0,
  eventId: 0,
  io: [
    { id: 239, width: 1, value: 1 },
    { id: 240, width: 1, value: 1 },
  ],
});

function hello(imei: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(product.trackerPort, '127.0.0.1', () => socket.write(encodeHello(imei)));
    socket.once('error', reject);
    socket.once('data', (reply) => (reply[0] === 1 ? resolve(socket) : reject(new Error('refused'))));
  });
}
