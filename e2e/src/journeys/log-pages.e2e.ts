import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScrolling, product, signIn } from '../people.ts';

const LOG = '/user/create-triplog';
const PAGES: readonly string[] = [
  LOG,
  ...['mine', 'status', 'history', 'proposals'].map((view) => `/user/attest?view=${view}`),
  ...['now', 'missing', 'tags', 'codes'].map((tab) => `/user/drivers?tab=${tab}`),
  '/user/check-in',
  '/user/places',
  '/user/places/add-edit-places',
  '/user/reports/summary',
  '/verify',
  '/user/edit-terminal?imei=001001000000015&tab=refuelling',
  '/administration/user-accounts?tab=days-off',
  '/administration/user-accounts?tab=integrations',
  '/administration/first-steps',
];

/** The page with everything it fetches. */
async function open(page: Page, path: string): Promise<void> {
  const answer = await page.goto(product.url + path);
  expect(answer?.status()).toBe(200);
  // On some pages the only heading is the one in the header.
  await expect(page.getByRole('heading').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0, { timeout: 20_000 });
}

// Each theme and each width once: all four pairs take more than two minutes of two cores.
for (const [colorScheme, width] of [
  ['dark', 320],
  ['light', 1440],
] as const)
  test(`NFR-003, NFR-004, NFR-005: the log and what belongs to it are accessible in ${colorScheme} and fit ${width} px`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, 'admin', '/user/profile');
    for (const path of PAGES)
      await test.step(path, async () => {
        await open(page, path);
        await expectAccessible(page);
        await expectNoSidewaysScrolling(page);
      });
  });

/** What opens over the log, and how it is opened. */
const DIALOGS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the columns': (page) => page.getByRole('button', { name: /kolumner/i }).click(),
  'more filters': (page) => page.getByRole('button', { name: /fler filter/i }).click(),
  'a manual trip': (page) => page.getByRole('button', { name: /lägg till resa/i }).click(),
  'a refuelling': (page) => page.getByRole('button', { name: /^tanka/i }).click(),
  'the schedules': (page) => fromExports(page, /skicka/i),
  'the calendar': (page) => fromExports(page, /kalender/i),
};

async function fromExports(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: /exportera/i }).click();
  await page.getByRole('menuitem', { name }).click();
  // The menu lies in a dialog of its own, which is still there while it closes.
  await expect(page.getByRole('menu')).toHaveCount(0);
}

test('NFR-004, NFR-005: what opens over the log is accessible', async ({ page }) => {
  await signIn(page, 'admin', '/user/profile');
  for (const [name, show] of Object.entries(DIALOGS))
    await test.step(name, async () => {
      await open(page, LOG);
      await show(page);
      const dialog = page.getByRole('dialog').first();
      await expect(dialog).toBeVisible();
      await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectAccessible(page, 'dialog[open], [role=dialog]');
      await expectNoSidewaysScrolling(page);
    });
});
