import { expect, test, type Page } from '@playwright/test';
import { joinDemo, openPhone } from '../fleet.ts';
import { enter } from '../people.ts';
import { product } from '../started.ts';

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(product.url + path);
};
const title = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

test('NAV-025, DEC-18, NAV-024: a driver who types an address of the administration is told that there is no such page', async ({
  page,
}) => {
  await enter(page, 'driver', '/administration/user-accounts');
  await title(page, 'Sidan hittades inte');
  await expect(page).toHaveTitle(/hittades inte/);
  await expect(page.getByRole('link', { name: 'Konto' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Till kartan' }).click();
  await expect(page).toHaveURL(/realtime-tracking/);
});

test('AUTH-020, AUTH-021: a later visit opens the last page; unsaved typing holds the tab', async ({ page }) => {
  await enter(page, 'beginner', '/user/profile');
  await title(page, 'Min profil');
  // The title stands before the page does; it is the last one when it is there.
  await expect(page.getByRole('textbox', { name: 'Telefon' })).toBeVisible();
  await open(page, '/');
  await expect(page).toHaveURL(/user\/profile/);
  await page.getByRole('textbox', { name: 'Telefon' }).fill('070');
  await page.getByRole('link', { name: 'Körjournal' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Fortsätt redigera' }).click();
  await expect(page.getByRole('textbox', { name: 'Telefon' })).toHaveValue('070');
});

test('STORE-010: the appearance that somebody chose meets them in another browser', async ({ page, browser }) => {
  const who = await joinDemo('beginner');
  await enter(page, who, '/user/profile');
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/user/preferences'),
  );
  await page.getByRole('combobox', { name: 'Utseende' }).selectOption({ label: 'Mörkt' });
  expect((await saved).ok()).toBe(true);
  const other = await browser.newPage();
  await enter(other, who, '/user/profile');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await other.close();
});

test('NFR-006: a telephone that is slow to close its menu does not keep a thumb from what lies below', async ({ browser }) => {
  const page = await openPhone(browser, await joinDemo('beginner'), '/user/profile');
  await page.evaluate(() => {
    const slow = new CSSStyleSheet();
    slow.replaceSync('[data-exiting] { animation-duration: 60s !important; }');
    document.adoptedStyleSheets.push(slow);
  });
  await page.getByRole('button', { name: 'Öppna menyn' }).tap();
  await page.getByRole('link', { name: 'Körjournal' }).tap();
  await page.getByRole('button', { name: /Period$/ }).tap({ timeout: 15_000 });
  await expect(page.getByRole('option', { name: 'I går' })).toBeVisible();
  await page.context().close();
});

test('NAV-036: on a laptop’s window every entry of the side menu is reached by wheel and by keyboard, above the person at its foot', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 560 });
  await enter(page, 'admin', '/user/profile');
  const menu = page.getByRole('navigation', { name: 'Huvudmeny' });
  const person = page.getByRole('button', { name: /: Byt lösenord$/ });
  const [first, last] = [menu.getByRole('link').first(), menu.getByRole('link').last()];
  // Entries that come once the account's settings are known: the menu is whole with them.
  for (const name of ['Bilbokning', 'Trygg hemkomst']) await expect(menu.getByRole('link', { name })).toHaveCount(1);
  await expect(person).toBeInViewport({ ratio: 1 });
  await expect(last).not.toBeInViewport();
  await first.hover();
  await page.mouse.wheel(0, 2_000);
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(first).not.toBeInViewport();
  await expect(person).toBeInViewport({ ratio: 1 });
  await person.focus();
  for (let left = await menu.getByRole('link').count(); left > 0; left -= 1) await page.keyboard.press('Shift+Tab');
  await expect(first).toBeFocused();
  await expect(first).toBeInViewport({ ratio: 1 });
});
