import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScrolling, product, signIn } from '../people.ts';

const UNIT = '/user/edit-terminal?imei=001001000000015';

test('OUT-002, OUT-006, OUT-010: an output is named, switched, waits, and is confirmed by the tracker while the page stands open', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await signIn(page, 'admin', '/user/profile');
  await page.goto(`${product.url}${UNIT}&tab=io`);
  await page.getByRole('button', { name: 'Inställningar för Utgång 1' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Namn').fill('Kupévärmare');
  await dialog.getByLabel('Vad som är anslutet').selectOption('heater');
  await dialog.getByRole('button', { name: 'Spara' }).click();
  await page.getByRole('button', { name: 'Slå till Kupévärmare' }).click();
  // The simulated tracker answers over its connection; it is out of coverage now and then.
  await expect(page.getByRole('button', { name: 'Slå från Kupévärmare' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('row', { name: /Kupévärmare · Till .*Bekräftat/ })).toBeVisible();
});

for (const [colorScheme, width] of [
  ['light', 320],
  ['dark', 1440],
] as const)
  test(`NFR-003, NFR-004, NFR-005: inputs, outputs and eco-driving are accessible in ${colorScheme} and fit ${width} px`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, locale: 'sv-SE' });
    const page = await context.newPage();
    await signIn(page, 'admin', '/user/profile');
    for (const tab of ['io', 'eco']) {
      await page.goto(`${product.url}${UNIT}&tab=${tab}`);
      await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible({ timeout: 20_000 });
      await expectAccessible(page);
      await expectNoSidewaysScrolling(page);
    }
    await context.close();
  });
