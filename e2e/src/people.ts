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

/** Signs in as one of the demo's people and waits for the page behind. */
export async function signIn(page: Page, person: Person, path = '/'): Promise<void> {
  await page.goto(product.url + path);
  await page.getByRole('textbox', { name: /användarnamn|user name|brukernavn/i }).fill(PEOPLE[person]);
  await page.locator('input[type=password]').fill(product.passwords[PEOPLE[person]] ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/user\//, { timeout: 20_000 });
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

/** No violation of WCAG 2.2 AA that axe-core can find. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE);
  const result = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: (context: Document, options: object) => Promise<AxeResult> } };
    return axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
  });
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
