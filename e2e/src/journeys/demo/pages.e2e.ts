import { expect, test, type Page } from '@playwright/test';
import { ADDRESSES, SIGNED_IN_ADDRESSES } from '../../../../apps/web/src/lib/addresses.ts';
import { enter, untilPastIsTold } from '../../people.ts';
import {
  expectAccessible,
  expectFitsEverywhere,
  expectLoaded,
  expectNoSidewaysScrolling,
  expectWellMade,
  followLoaded,
  openLoaded,
} from '../../well-made.ts';

const UNIT = '/user/edit-terminal?imei=001001000000015';
const ACCOUNT = '/administration/user-accounts';
const LOG = '/user/create-triplog';

test.beforeAll(untilPastIsTold);

async function look(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths)
    await test.step(path, async () => {
      await followLoaded(page, path);
      await expectWellMade(page);
    });
}

/** The addresses of all the sections of a page, as its list has them. */
async function sectionsOf(page: Page, path: string): Promise<string[]> {
  const [base = ''] = path.split('?');
  await followLoaded(page, path);
  const links = page.locator('#content nav a[href^="?"]');
  return (await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))).map((href) => base + href);
}

const PAGES: Readonly<Record<string, readonly string[]>> = {
  'the log and its attestation': [LOG, ...['mine', 'status', 'history', 'proposals'].map((view) => `/user/attest?view=${view}`)],
  'drivers and places': [
    ...['people', 'now', 'missing', 'tags', 'codes'].map((tab) => `/user/drivers?tab=${tab}`),
    '/user/today',
    '/user/check-in',
    '/user/places',
    '/user/places/add-edit-places',
    '/user/sensors',
    '/user/car-schedule',
  ],
  reports: [
    '/user/reports/summary',
    '/user/reports/benefit-value',
    '/user/reports/fuel',
    '/user/create-triplog/congestionreportnew',
    '/user/create-triplog/green-driving',
  ],
  'units, profile and what is planned': [
    '/user/edit-terminal-list',
    '/administration/add-terminal',
    '/user/low-battery',
    '/user/service',
    '/user/alarms',
    '/administration/configure-alarm-receiver',
    '/administration/first-steps',
    '/user/profile',
    '/user/geofences',
    '/user/geofences?view=log',
    '/user/geofences/add-edit-geofences',
    '/administration/safe-return-home',
    '/verify',
  ],
};
for (const [name, paths] of Object.entries(PAGES))
  test(`NFR-003, NFR-004, NFR-005: ${name} are accessible in both themes and fit 320 and 1440 px`, async ({ page }) => {
    await enter(page, 'admin', '/user/profile');
    await look(page, paths);
  });

for (const [name, path, least] of [
  ['the unit', UNIT, 16],
  ['the account', ACCOUNT, 13],
] as const)
  test(`NFR-003, NFR-004, NFR-005: every section of ${name} is accessible in both themes and fits 320 and 1440 px`, async ({
    page,
  }) => {
    await enter(page, 'admin', '/user/profile');
    const sections = await sectionsOf(page, path);
    expect(sections.length).toBeGreaterThanOrEqual(least);
    await look(page, sections);
  });

/** The map has a journey of its own, and alert numbers are one account's, which the demo has not. */
const ELSEWHERE: readonly string[] = [ADDRESSES.map, ADDRESSES.alertNumbers];
test('NFR-003, NFR-005: no page behind the sign-in is forgotten here', () => {
  const looked = [UNIT, ACCOUNT, ...Object.values(PAGES).flat()].map((path) => path.split('?')[0]);
  const pages = SIGNED_IN_ADDRESSES.filter((address) => !address.includes('$') && !ELSEWHERE.includes(address));
  expect(pages.filter((address) => !looked.includes(address))).toEqual([]);
});

/** Those with most texts. The other tests look at all of them in Swedish. */
const WORDY = [
  LOG,
  '/user/today',
  '/user/attest?view=mine',
  '/user/drivers?tab=now',
  '/user/places/add-edit-places',
  '/user/reports/summary',
  '/user/create-triplog/congestionreportnew',
  '/user/service',
  '/user/alarms',
  '/user/profile',
  `${UNIT}&tab=trip-settings`,
  `${ACCOUNT}?tab=users`,
];
for (const language of ['en', 'no'])
  test(`NFR-013, NFR-003: in ${language} no control's name is cut off and nothing sticks out, on a phone and on a desk`, async ({
    page,
  }) => {
    await enter(page, 'admin', '/user/profile');
    await page.evaluate((chosen) => localStorage.setItem('language', JSON.stringify({ v: 1, data: chosen })), language);
    await openLoaded(page, '/user/profile');
    await expect(page.locator('html')).toHaveAttribute('lang', language === 'no' ? 'nb' : language);
    for (const path of WORDY)
      await test.step(path, async () => {
        await followLoaded(page, path);
        await expectFitsEverywhere(page);
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
  await enter(page, 'admin', LOG);
  for (const [name, show] of Object.entries(DIALOGS))
    await test.step(name, async () => {
      await expectLoaded(page);
      await show(page);
      const dialog = page.getByRole('dialog').first();
      await expect(dialog).toBeVisible();
      await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectAccessible(page, 'dialog[open], [role=dialog]');
      await expectNoSidewaysScrolling(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
});
