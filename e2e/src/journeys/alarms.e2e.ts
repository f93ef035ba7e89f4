import { expect, test } from '@playwright/test';
import { createCompany } from '../fleet.ts';
import { enter } from '../people.ts';
import { trackerWith } from '../trackers.ts';
import { expectAccessible, expectFitsEverywhere, expectNoSidewaysScrolling } from '../well-made.ts';

test('14-A1, 14-A6, ALARM-035: an alarm comes to an open screen, is counted in the menu, and is handled with the keyboard and on a small phone', async ({
  page,
}) => {
  const { owner, imeis } = await createCompany('Larmet', 1);
  await enter(page, owner, '/user/alarms');
  await expect(page.getByText('Inga öppna larm')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Välj vem som får larm' })).toBeVisible();
  await expectAccessible(page);

  const tracker = trackerWith(imeis[0]!);
  tracker.connect();
  await tracker.reportJamming(true);
  const alarm = page.getByRole('list', { name: 'Larm' }).getByRole('button', { name: /^Bil 1: / });
  await expect(alarm).toBeVisible();
  await expect(page.getByRole('link', { name: /^Larm ?, 1 nytt larm$/ })).toBeVisible();
  await expectAccessible(page);
  await expectFitsEverywhere(page);

  // On a phone a row is told whole, and its button says what it does.
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  const row = page.getByRole('list', { name: 'Larm' }).getByRole('listitem').first();
  const cut = await row
    .locator('*')
    .evaluateAll((parts) => parts.filter((part) => getComputedStyle(part).textOverflow === 'ellipsis').length);
  expect(cut).toBe(0);
  const words = await row.getByRole('button', { name: 'Klarmarkera' }).evaluate((button) => getComputedStyle(button).fontSize);
  expect(Number.parseFloat(words)).toBeGreaterThanOrEqual(11);
  await page.setViewportSize(size);

  await alarm.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Bil 1' });
  await sheet.getByLabel('Anteckning').fill('Ringt föraren');
  // What is over is said while somebody writes.
  await tracker.reportJamming(false);
  await expect(sheet.getByText(/^Varade /)).toBeVisible();
  await expect(sheet.getByLabel('Anteckning')).toHaveValue('Ringt föraren');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScrolling(page);
  const handled = sheet.getByRole('button', { name: 'Klarmarkera' });
  await expect(handled).toBeInViewport();
  await handled.press('Enter');
  await expect(sheet).toBeHidden();
  await expect(page.getByText('Inga öppna larm')).toBeVisible();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByLabel('Visa', { exact: true }).selectOption('handled');
  await page.getByRole('button', { name: 'Visa larm' }).click();
  await expect(page).toHaveURL(/state=handled/);
  await expect(page.getByText('Åtgärdat').first()).toBeVisible();
  tracker.close();
});
