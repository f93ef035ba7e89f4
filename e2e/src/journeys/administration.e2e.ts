import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScrolling, product, signIn } from '../people.ts';

const UNIT = '/user/edit-terminal?imei=001001000000015';
const ACCOUNT = '/administration/user-accounts';
const PAGES: readonly (readonly [string, string])[] = [
  ['the units', '/user/edit-terminal-list'],
  ['a new unit', '/administration/add-terminal'],
  ['the low batteries', '/user/low-battery'],
  ['the services', '/user/service'],
];

async function look(page: Page, name: string, path: string): Promise<void> {
  await test.step(name, async () => {
    await page.goto(product.url + path);
    await expectLoaded(page);
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  });
}

async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('#content').getByRole('heading').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('#content [aria-busy="true"]')).toHaveCount(0, { timeout: 20_000 });
}

/** The addresses of all the sections of a page, as its list has them. */
async function sectionsOf(page: Page, path: string): Promise<string[]> {
  await page.goto(product.url + path);
  await expectLoaded(page);
  // On phones the list is not shown, and is there all the same.
  const links = page.locator('#content nav a[href^="?"]');
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}

for (const [colorScheme, width] of [
  ['light', 320],
  ['dark', 320],
  ['light', 1440],
  ['dark', 1440],
] as const)
  test(`NFR-003, NFR-004, NFR-005: every section of units and account is accessible in ${colorScheme} and fits ${width} px`, async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, locale: 'sv-SE' });
    const page = await context.newPage();
    await signIn(page, 'admin', '/user/profile');
    for (const [name, path] of PAGES) await look(page, name, path);
    for (const [path, least] of [
      [UNIT, 16],
      [ACCOUNT, 13],
    ] as const) {
      const sections = await sectionsOf(page, path);
      expect(sections.length).toBeGreaterThanOrEqual(least);
      for (const section of sections) await look(page, section, path.split('?')[0] + section);
    }
    await context.close();
  });
