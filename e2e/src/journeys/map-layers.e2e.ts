import { expect, test, type Page } from '@playwright/test';
import { PEOPLE, sendSignIn } from '../people.ts';
import { type Product, startProduct } from '../product.ts';
import { startTiles, type TileServer } from '../tiles.ts';

/** A product of its own, whose operator has sources for more maps, with a provider of them on this machine. */
test.describe.configure({ mode: 'default' });
let tiles: TileServer;
let mapped: Product;
test.beforeAll(async () => {
  tiles = await startTiles('terrain');
  const source = (name: string, layer: string, more = '') => ({
    [`MAP_${name}_URL`]: `${tiles.url}/${layer}/{z}/{x}/{y}.png${more}`,
    [`MAP_${name}_ATTRIBUTION`]: `© ${layer}`,
  });
  mapped = await startProduct(['api'], {
    ...{ MAP_MODE: 'auto', MAP_STYLE_URL: `${tiles.url}/style.json`, MAP_SATELLITE_KEY: 'a-key' },
    ...source('SATELLITE', 'satellite', '?key={key}'),
    ...source('TERRAIN', 'terrain'),
    ...source('SEA_CHART', 'sea'),
    // No key is configured.
    ...source('TRAFFIC', 'traffic', '?key={key}'),
  });
});
test.afterAll(async () => {
  tiles.stop();
  await mapped.stop();
});

async function openMap(page: Page, search = ''): Promise<void> {
  await page.goto(`${mapped.url}/user/realtime-tracking${search}`);
  const button = page.getByRole('button', { name: 'Kartlager' });
  const form = page.locator('input[name=password]');
  await expect(button.or(form)).toBeVisible();
  if (await form.isVisible()) await sendSignIn(page, { email: PEOPLE.admin, password: mapped.passwords[PEOPLE.admin] ?? '' });
  await button.click();
}
const makers = (page: Page) => page.locator('.maplibregl-ctrl-attrib');

test('MAP-026, STORE-010, NAV-037: maps with a source are offered, drawn with their makers named, and kept with the person', async ({
  page,
  browser,
}) => {
  await openMap(page);
  const maps = page.getByRole('radio');
  await expect(page.getByRole('radio', { name: 'Satellit med namn' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Gatukarta' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Enkel karta' })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Sjökort' })).toBeAttached();
  // Terrain is refused by its provider, traffic has no key.
  await expect(maps).toHaveCount(4);
  await expect(page.getByRole('switch', { name: 'Trafik' })).toHaveCount(0);

  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/user/preferences'),
  );
  await page.getByText('Satellit', { exact: true }).click();
  await page.getByText('Sjökort').click();
  await expect(page).toHaveURL(/layer=satellite\.sea-chart/);
  await expect(makers(page)).toContainText('© satellite');
  await expect(makers(page)).toContainText('© sea');
  expect(tiles.asked.some((url) => /^\/satellite\/[1-9]\d*\/\d+\/\d+\.png\?key=a-key$/.test(url))).toBe(true);
  expect((await saved).ok()).toBe(true);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(makers(page)).toBeVisible();
  await expect(makers(page)).toContainText('© satellite');

  const other = await (await browser.newContext({ locale: 'sv-SE' })).newPage();
  await openMap(other);
  await expect(other.getByRole('radio', { name: 'Satellit', exact: true })).toBeChecked();
  await expect(other).toHaveURL(/layer=satellite/);
  // A link shows its own layers, which are nobody's choice.
  await openMap(other, '?layer=simple.zones');
  await expect(other.getByRole('radio', { name: 'Enkel karta' })).toBeChecked();
  await expect(other.getByRole('switch', { name: 'Zoner' })).toBeChecked();
  await openMap(other);
  await expect(other.getByRole('radio', { name: 'Satellit', exact: true })).toBeChecked();
  await other.context().close();
});
