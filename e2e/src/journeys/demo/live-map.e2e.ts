import { expect, test } from '@playwright/test';
import { createCompany, joinDemo } from '../../fleet.ts';
import { enter, untilPastIsTold } from '../../people.ts';
import { product } from '../../started.ts';
import { trackerWith } from '../../trackers.ts';
import { expectAccessible, expectWellMade } from '../../well-made.ts';

const MAP = '/user/realtime-tracking';
const TAXI = '108 Taxi Vasastan';

/** A map drawn in software costs what its pixels cost: a quarter of them are drawn. */
test.use({ viewport: { width: 1100, height: 640 }, deviceScaleFactor: 0.5 });

test.beforeAll(untilPastIsTold);

test('MAP-001, MAP-016: vehicles of the demo are on the map and in the list, choosing one shows its card', async ({ page }) => {
  await enter(page, 'admin', MAP);
  await expect(page.getByRole('option').nth(5)).toBeVisible();
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.getByRole('option').filter({ hasText: TAXI }).click();
  await expect(page.getByRole('region', { name: /uppgifter om 108 taxi vasastan/i })).toContainText('QHV 87V');
  await expect(page).toHaveURL(/unit=\d{15}/);
});

test('MAP-003: a driver sees the units they were given and no other, not by its address either', async ({ page, browser }) => {
  await enter(page, 'driver', MAP);
  const options = page.getByRole('option');
  await expect(options).toHaveCount(4);
  for (const name of ['102 Servicebil Jonas', '106 Budbil City', '109 Taxi natt', '110 Rondbil dag'])
    await expect(options.filter({ hasText: name })).toHaveCount(1);
  await expect(page.getByText(/^4 enheter$/)).toBeVisible();
  await expect(page.getByText(TAXI)).toHaveCount(0);

  // An administrator has the address of another one.
  const desk = await browser.newPage();
  await enter(desk, 'admin', MAP);
  await desk.getByRole('option').filter({ hasText: TAXI }).click();
  await expect(desk).toHaveURL(/unit=\d{15}/);
  const address = desk.url();
  await expect(desk.getByRole('region', { name: /uppgifter om/i })).toContainText(TAXI);
  await desk.close();
  const positions = page.waitForResponse((answer) => answer.url().includes('/positions'));
  await page.goto(address);
  expect(JSON.stringify(await (await positions).json())).not.toContain('Taxi Vasastan');
  await expect(options).toHaveCount(4);
  await expect(page.getByText(TAXI)).toHaveCount(0);
  await expect(page.getByRole('region', { name: /uppgifter om/i })).toHaveCount(0);
});

test('MAP-036: an empty account is told how to begin, and a phone that is added appears on the map by its first report', async ({
  page,
}) => {
  await enter(page, 'beginner', MAP);
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
  await expect(dialog).toContainText(/är på kartan|första position/i);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option').filter({ hasText: 'Annas telefon' })).toBeVisible();
});

test('MAP-014, MAP-029, MAP-030: the history of a day plays, shows stops and can be downloaded', async ({ page }) => {
  await enter(page, 'admin', MAP);
  await page.getByRole('option').filter({ hasText: TAXI }).click();
  await page.getByRole('button', { name: 'Historik' }).click();
  await page.getByRole('button', { name: 'Föregående dag' }).click();
  await expect(page.getByRole('button', { name: 'Spela' })).toBeVisible();
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
  await enter(page, await joinDemo('admin'), MAP);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('qhv87v');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('no such unit');
  await page.getByRole('button', { name: 'Visa alla enheter' }).first().click();
  await expect(page.getByRole('option').nth(3)).toBeVisible();
});

test('NFR-003, NFR-004, NFR-005: the map page is accessible in both themes and fits 320 px, also with a unit chosen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, 'admin', MAP);
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectWellMade(page);
  await page.getByRole('option').first().click();
  await expect(page.getByRole('region', { name: /uppgifter om/i })).toBeVisible();
  await expectWellMade(page);
});

test('MAP-020, MAP-033: a tracker that never reported is listed with the reason, and on the screen moments after its first frame', async ({
  page,
}) => {
  const { owner, imeis } = await createCompany('Första', 1);
  await enter(page, owner, MAP);
  const unit = page.getByRole('option').filter({ hasText: 'Bil 1' });
  await expect(unit).toContainText('Har aldrig anslutit');
  await unit.click();
  const card = page.getByRole('region', { name: /uppgifter om/i });
  await expect(card).toBeVisible();
  const tracker = trackerWith(imeis[0]!);
  tracker.connect();
  await tracker.reportAt(0, 37);
  await expect(card).toContainText('37 km/h');
  await expect(card).toContainText('Kör');
  tracker.close();
});
