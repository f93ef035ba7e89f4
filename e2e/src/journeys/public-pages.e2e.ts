import { expect, test } from '@playwright/test';
import { enter } from '../people.ts';
import { product } from '../started.ts';
import { expectWellMade } from '../well-made.ts';

/** Sign-in, both registrations, the code screen, profile and users are judged in the journeys that lead through them. */
const PAGES = [
  { path: '/user/forgot-password', title: 'Glömt lösenordet', rows: 'PWD-001' },
  { path: '/user/forgot-password?design=old', title: 'Glömt lösenordet', rows: 'PWD-001' },
  { path: '/user/reset-password?_c=a-code', title: 'Välj ett lösenord', rows: 'NAV-005' },
  { path: '/account/deletion', title: 'Radera ditt konto', rows: 'NAV-006' },
  { path: '/user/alerts', title: 'Stoppa larm', rows: 'NAV-007, OPT-001' },
  { path: '/terms', title: 'Användarvillkor', rows: 'REG-013' },
  { path: '/no/such/page', title: 'Sidan hittades inte', rows: 'NAV-023' },
] as const;

for (const { path, title, rows } of PAGES)
  test(`NFR-003, NFR-004, NFR-005, ${rows}: ${path} is accessible in both themes and fits 320 px`, async ({ page }) => {
    await page.goto(product.url + path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectWellMade(page);
  });

test('NFR-003, NFR-004, NFR-005, NAV-023: an unknown page behind the sign-in is accessible in both themes and fits 320 px', async ({
  page,
}) => {
  await enter(page, 'driver', '/no/such/page');
  await expect(page.getByRole('heading', { name: 'Sidan hittades inte' })).toBeVisible();
  await expectWellMade(page);
});

test('13, SEC-011: the sign-in page and the map ask for nothing that their policy forbids', async ({ page }) => {
  const forbidden: string[] = [];
  await page.exposeFunction('tellForbidden', (what: string) => void forbidden.push(what));
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      void (globalThis as unknown as { tellForbidden: (what: string) => void }).tellForbidden(
        `${violatedDirective} ${blockedURI}`,
      );
    }),
  );
  await enter(page, 'driver', '/user/realtime-tracking');
  await expect(page.getByRole('heading', { name: 'Karta' })).toBeVisible();
  await expect(page.locator('canvas').first()).toBeVisible();
  expect(forbidden).toEqual([]);
});
