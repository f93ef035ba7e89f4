import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';

/** The product that `main.ts` started. */
export const product = JSON.parse(process.env['SPORA_PRODUCT'] ?? '{}') as Omit<Product, 'stop'>;

/** The demo's people: an administrator, a driver who sees four units, and somebody whose account is still empty. */
export const PEOPLE = {
  admin: 'maja@sorlaby.example',
  driver: 'jonas@sorlaby.example',
  beginner: 'start@halvmane.example',
} as const;
export type Person = keyof typeof PEOPLE;

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Fills in the sign-in form that is on the page, in whatever language, and sends it. */
export async function sendSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByRole('textbox', { name: /användarnamn|user name|brukernavn/i }).fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password]').press('Enter');
}

/** The administrator of a new account lands in the guide, everybody else under `/user/`. */
export const expectSignedIn = (page: Page): Promise<void> =>
  page.waitForURL(/\/user\/|\/administration\/first-steps/, { timeout: 20_000 });

/** By the menu in the header, in whatever language. */
export async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(konto|account)/i })
    .click();
  await page.getByRole('menuitem', { name: /logga ut|sign out|logg ut/i }).click();
  await expect(page).toHaveURL(`${product.url}/`);
}

/** Signs in as one of the demo's people and waits for the page behind. */
export async function signIn(page: Page, person: Person, path = '/'): Promise<void> {
  await page.goto(product.url + path);
  await sendSignIn(page, { email: PEOPLE[person], password: product.passwords[PEOPLE[person]] ?? '' });
  await expectSignedIn(page);
  if (path !== '/' || person === 'beginner') return;
  // The search of the last journey was saved (MAP-018): each begins with all units.
  const search = page.getByRole('searchbox', { name: /regnr/i });
  await expect(search).toBeVisible({ timeout: 20_000 });
  await search.fill('');
  await search.blur();
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/** No violation of WCAG 2.2 AA that axe-core can find on the page, or in the part of it that `part` selects. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  await page.evaluate(AXE);
  const result = await page.evaluate(async (selector) => {
    const { axe } = globalThis as unknown as {
      axe: { run: (context: Document | string, options: object) => Promise<AxeResult> };
    };
    return axe.run(selector ?? document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
  }, part);
  expect(
    result.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).slice(0, 3),
    })),
  ).toEqual([]);
}

/** Nothing sticks out sideways (NFR-003). */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(client);
}

/** The page as it is, in both themes and at 320 px; its size and theme are put back. */
export async function expectWellMade(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await untilAtRest(page);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScrolling(page);
  if (size) await page.setViewportSize(size);
}

/** Colours in the middle of a change are nobody's to judge. */
const untilAtRest = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime))
        .map((each) => each.finished),
    ).then(() => undefined),
  );
