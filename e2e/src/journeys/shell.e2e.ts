import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScrolling, product, signIn } from '../people.ts';

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(product.url + path);
};
const title = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible({ timeout: 20_000 });

test('NAV-025, DEC-18, NAV-024: a driver who types an address of the administration is told that there is no such page', async ({
  page,
}) => {
  await signIn(page, 'driver');
  await open(page, '/administration/user-accounts');
  await title(page, 'Sidan hittades inte');
  await expect(page).toHaveTitle(/hittades inte/);
  await expect(page.getByRole('link', { name: 'Konto' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Till kartan' }).click();
  await expect(page).toHaveURL(/realtime-tracking/);
});

test('AUTH-020, AUTH-021: a later visit opens the last page; unsaved typing holds the tab', async ({ page }) => {
  await signIn(page, 'beginner');
  await open(page, '/user/profile');
  await title(page, 'Min profil');
  await open(page, '/');
  await expect(page).toHaveURL(/user\/profile/, { timeout: 20_000 });
  await page.getByRole('textbox', { name: 'Telefon' }).fill('070');
  await page.getByRole('link', { name: 'Körjournal' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Fortsätt redigera' }).click();
  await expect(page.getByRole('textbox', { name: 'Telefon' })).toHaveValue('070');
});

test('STORE-010: the appearance that somebody chose meets them in another browser', async ({ page, browser }) => {
  await signIn(page, 'beginner', '/user/profile');
  const saved = page.waitForResponse(/\/user\/preferences$/);
  await saved;
  const sent = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/user/preferences'));
  await page.getByRole('combobox', { name: 'Utseende' }).selectOption({ label: 'Mörkt' });
  await sent;
  const other = await browser.newPage();
  await signIn(other, 'beginner', '/user/profile');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark', { timeout: 20_000 });
  await other.close();
});

for (const [name, path] of [
  ['profile', '/user/profile'],
  ['users', '/administration/user-accounts'],
  ['planned page', '/user/geofences'],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`NFR-003, NFR-004: the ${name} in ${colorScheme} is accessible and stays within 320 px`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 700 }, locale: 'sv-SE' });
      const page = await context.newPage();
      await signIn(page, 'admin', '/user/profile');
      await open(page, path);
      await expect(page.locator('#content [aria-busy="true"]')).toHaveCount(0, { timeout: 20_000 });
      await expect(page.locator('#content h2').first()).toBeAttached({ timeout: 20_000 });
      await expectNoSidewaysScrolling(page);
      await expectAccessible(page);
      await context.close();
    });
