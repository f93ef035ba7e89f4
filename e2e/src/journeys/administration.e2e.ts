import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScrolling, product, signIn } from '../people.ts';

const ACCOUNT = '/administration/user-accounts?tab=';
const PAGES: readonly (readonly [string, string])[] = [
  ['the units', '/user/edit-terminal-list'],
  ['a unit', '/user/edit-terminal?imei=001001000000015'],
  ['its looks', '/user/edit-terminal?imei=001001000000015&tab=appearance'],
  ['its access', '/user/edit-terminal?imei=001001000000015&tab=access'],
  ['its connection', '/user/edit-terminal?imei=001001000000015&tab=connection'],
  ['a new unit', '/administration/add-terminal'],
  ['the access of all', `${ACCOUNT}access`],
  ['the departments', `${ACCOUNT}departments`],
  ['the company', `${ACCOUNT}company`],
  ['the audit log', `${ACCOUNT}audit`],
];

for (const [colorScheme, width] of [
  ['light', 320],
  ['dark', 1440],
] as const)
  test(`NFR-003, NFR-004, NFR-005: units and account are accessible in ${colorScheme} and fit ${width} px`, async ({ browser }) => {
    test.setTimeout(150_000);
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, locale: 'sv-SE' });
    const page = await context.newPage();
    await signIn(page, 'admin', '/user/profile');
    for (const [name, path] of PAGES)
      await test.step(name, async () => {
        await page.goto(product.url + path);
        await expect(page.locator('#content').getByRole('heading').first()).toBeVisible({ timeout: 20_000 });
        await expect(page.locator('#content [aria-busy="true"]')).toHaveCount(0, { timeout: 20_000 });
        await expectAccessible(page);
        await expectNoSidewaysScrolling(page);
      });
    await context.close();
  });
