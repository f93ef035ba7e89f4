import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScrolling, signIn } from '../people.ts';

test('TRIP-002: the log has trips with start, stop, distance and address, and a purpose written in place is kept', async ({
  page,
}) => {
  await signIn(page, 'admin', '/user/create-triplog');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('combobox', { name: /ärende för resan/i }) })
    .first();
  await expect(row).toBeVisible({ timeout: 40_000 });
  await expect(row).toContainText(/\d,\d\s*km/);
  await expect(row).toContainText(/\d\d:\d\d–\d\d:\d\d/);
  const text = `Kundbesök ${Date.now()}`;
  await row.getByRole('combobox', { name: /ärende för resan/i }).fill(text);
  await page.keyboard.press('Enter');
  await expect(row.getByText('Sparat')).toBeVisible();
  await page.reload();
  await expect(page.locator(`input[value="${text}"]`)).toBeVisible({ timeout: 40_000 });
});

test('TRIP-001, TRIP-024: the type changes in place, the totals follow and the row tells who decided', async ({ page }) => {
  await signIn(page, 'admin', '/user/create-triplog');
  const type = page.getByRole('button', { name: /typ för resan.*tjänst/i }).first();
  await expect(type).toBeVisible({ timeout: 40_000 });
  await type.click();
  await page.getByRole('menuitemradio', { name: 'Uppdrag' }).click();
  await expect(page.getByRole('button', { name: /typ för resan.*uppdrag/i }).first()).toBeVisible();
  await expect(page.getByText(/Uppdrag [\d\s,\u202f]+km/).first()).toBeVisible({ timeout: 20_000 });
});

test('TRIP-015: a period without trips says so', async ({ page }) => {
  await signIn(page, 'beginner', '/user/create-triplog?period=yesterday');
  await expect(page.getByRole('heading', { name: /inga uppgifter för vald period|inga enheter än/i })).toBeVisible({
    timeout: 40_000,
  });
  await expectAccessible(page);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`NFR-004, NFR-005: the trip log is accessible in ${colorScheme} and fits 320 px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'admin', '/user/create-triplog');
    await expect(page.getByText(/\d+ resor/).first()).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScrolling(page);
  });
}
