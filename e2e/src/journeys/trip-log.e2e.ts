import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScrolling, signIn } from '../people.ts';

test('TRIP-002: the log has trips with start, stop, distance and address, and a purpose written in place is kept', async ({
  page,
}) => {
  await signIn(page, 'anna', '/user/create-triplog');
  const purpose = page.getByRole('button', { name: /lägg till ärende|ärende för resan/i }).first();
  await expect(purpose).toBeVisible({ timeout: 30_000 });
  await purpose.click();
  await page.keyboard.type('Kundbesök');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Kundbesök').first()).toBeVisible();
  await page.waitForTimeout(500);
  await page.reload();
  await expect(page.getByText('Kundbesök').first()).toBeVisible({ timeout: 20_000 });
});

test('TRIP-001, TRIP-024: the type changes in place and the totals follow', async ({ page }) => {
  await signIn(page, 'anna', '/user/create-triplog');
  const type = page.getByRole('button', { name: /typ/i }).filter({ hasText: 'Tjänst' }).first();
  await expect(type).toBeVisible({ timeout: 30_000 });
  await type.click();
  await page
    .getByRole('menuitemradio', { name: 'Övrig' })
    .or(page.getByRole('option', { name: 'Övrig' }))
    .first()
    .click();
  await expect(page.getByText(/övrig\S* [\d,]+ km/i).first()).toBeVisible();
});

test('TRIP-015: a period without trips says so', async ({ page }) => {
  await signIn(page, 'ny', '/user/create-triplog');
  await expect(page.getByRole('heading', { name: /inga data för den valda perioden|inga enheter än/i })).toBeVisible({
    timeout: 20_000,
  });
  await expectAccessible(page);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`NFR-004: the trip log is accessible in ${colorScheme} and fits 320 px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'anna', '/user/create-triplog');
    await expect(page.getByText(/\d+ resor/).first()).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScrolling(page);
  });
}
