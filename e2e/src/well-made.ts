import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { product } from './started.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/** No violation of WCAG 2.2 AA that axe-core can find on the page, or in the part of it that `part` selects. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  await untilAtRest(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const result = await page.evaluate(async (selector) => {
    const { axe } = globalThis as unknown as {
      axe: { run: (context: Document | string, options: object) => Promise<AxeResult> };
    };
    const judge = (runOnly: readonly string[] | { type: 'rule'; values: readonly string[] }): Promise<AxeResult> =>
      axe.run(selector ?? document, { runOnly, resultTypes: ['violations'] });
    const result = await judge(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
    const small = result.violations.find(({ id }) => id === 'target-size');
    if (!small) return result;
    // What lies half under a bar that stays in place is whole a little further on: too small is what is so in both places.
    const moved = [...document.querySelectorAll('*')].filter((each) => {
      const before = each.scrollTop;
      each.scrollTop += 48;
      return each.scrollTop !== before;
    });
    const again = (await judge({ type: 'rule', values: ['target-size'] })).violations.flatMap(({ nodes }) => nodes);
    for (const each of moved) each.scrollTop -= 48;
    const nodes = small.nodes.filter(({ html }) => again.some((other) => other.html === html));
    const others = result.violations.filter((each) => each !== small);
    return { violations: nodes.length > 0 ? [...others, { ...small, nodes }] : others };
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

/**
 * What a language's longest words could break: names of controls and headings. Not what people wrote: the rows of lists and tables, which
 * are shortened where they must.
 */
const ROW = 'li, td, [role=row], [role=option]';
const NAMED = `:is(button, label):not(:is(${ROW}) *), [role=tab], [role=menuitem], [role=radio], legend, th, h1, h2, nav a`;

/** No name of a control is cut off, wherever its language has longer words (NFR-013). */
export async function expectTextsFit(page: Page): Promise<void> {
  const cut = await page.locator(NAMED).evaluateAll((all) =>
    all
      .flatMap((named) => [named, ...named.querySelectorAll('*')])
      .filter((part) => {
        const { overflowX, textOverflow, clip } = getComputedStyle(part);
        const isForReadersOnly = clip !== 'auto' || part.clientWidth <= 1;
        return (
          !isForReadersOnly && (overflowX !== 'visible' || textOverflow === 'ellipsis') && part.scrollWidth > part.clientWidth + 1
        );
      })
      .map((part) => part.textContent),
  );
  expect(cut).toEqual([]);
}

const PHONE = { width: 320, height: 640 };

/** Each theme once and each width once: the page as it is, on a small phone in the dark, then at its own size in the light. */
export async function expectWellMade(page: Page): Promise<void> {
  const size = page.viewportSize();
  await resize(page, PHONE);
  await expectWellMadeIn(page, 'dark');
  if (size) await resize(page, size);
  await expectWellMadeIn(page, 'light');
}

async function expectWellMadeIn(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
  await expectAccessible(page);
  await expectFits(page);
}

async function expectFits(page: Page): Promise<void> {
  await expectNoSidewaysScrolling(page);
  await expectTextsFit(page);
}

/** Gives the page another size, and the two frames in which it changes what it shows for it. */
async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** The page fits on a small phone and at its own size. */
export async function expectFitsEverywhere(page: Page): Promise<void> {
  const size = page.viewportSize();
  await resize(page, PHONE);
  await expectFits(page);
  if (size) await resize(page, size);
  await expectFits(page);
}

/** Opens a page of the application and waits until it has all that it fetches. */
export async function openLoaded(page: Page, path: string): Promise<void> {
  const answer = await page.goto(product.url + path);
  expect(answer?.status()).toBe(200);
  await expectLoaded(page);
}

interface Router {
  readonly history: { readonly push: (path: string) => void };
  readonly subscribe: (event: 'onRendered', listener: () => void) => () => void;
}

/** Goes to another page of the application as one of its own links does, which costs a quarter of loading all of it anew. */
export async function followLoaded(page: Page, path: string): Promise<void> {
  await expectLoaded(page);
  await page.evaluate(async (to) => {
    // The router puts itself there.
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: Router };
    await new Promise<void>((resolve) => {
      const forget = router.subscribe('onRendered', () => {
        forget();
        resolve();
      });
      router.history.push(to);
    });
  }, path);
  await expectLoaded(page);
}

export async function expectLoaded(page: Page): Promise<void> {
  // On some pages the only heading is the one in the header.
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('#content')).not.toBeEmpty();
  await expect(page.locator('main [aria-busy="true"], #content [aria-busy="true"]')).toHaveCount(0);
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
