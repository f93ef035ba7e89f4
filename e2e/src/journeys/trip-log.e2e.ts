import { expect, test, type Locator, type Page } from '@playwright/test';
import { createCompany, LAST_MONTH, LAST_MONTH_DAYS, timeOf, tripsOf, type Company, type TripRow } from '../fleet.ts';
import { enter } from '../people.ts';
import { drive } from '../trackers.ts';
import { expectAccessible, expectFitsEverywhere, expectLoaded, expectTextsFit } from '../well-made.ts';

/** A log of three trips, which only these journeys change. */
test.describe.configure({ mode: 'default' });

let company: Company;
let trips: TripRow[];
const { from, to } = LAST_MONTH_DAYS;
const MONTH = `/user/create-triplog?period=custom&from=${from}&to=${to}`;

test.beforeAll(async () => {
  company = await createCompany('Loggen', 1);
  const day = `${LAST_MONTH}-12`;
  await drive(company.imeis[0]!, [
    { at: timeOf(day, '08:00'), from: 0, to: 2 },
    { at: timeOf(day, '10:00'), from: 2, to: 3 },
    { at: timeOf(day, '12:00'), from: 3, to: 0 },
  ]);
  trips = await tripsOf(company.admin, company.imeis[0]!, LAST_MONTH_DAYS, 3);
});

const rowOf = (page: Page, { id }: TripRow): Locator => page.getByRole('table', { name: 'Resor' }).locator(`[data-row="${id}"]`);

/** Whether an empty field says what it is for. */
const isPrompted = (field: Locator): Promise<boolean> =>
  field.evaluate((input) => !/^rgba\(.*, 0\)$/.test(getComputedStyle(input, '::placeholder').color));

/** Where what is read on a card stands, in whole pixels. */
const partsOf = (card: Locator) =>
  card.evaluate((row) => {
    const edgesOf = (part: Element, inset = 0) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      return { left: Math.round(left + inset), right: Math.round(right), top: Math.round(top), bottom: Math.round(bottom) };
    };
    const prompt = row.querySelector('[data-column="purpose"]')!;
    const { paddingLeft, borderLeftWidth } = getComputedStyle(prompt);
    return {
      tick: edgesOf(row.querySelector('[data-column="tick"]')!),
      time: edgesOf(row.querySelector('[data-column="time"]')!),
      route: edgesOf(row.querySelector('[data-column="time"]')!.closest('[role="cell"]')!.nextElementSibling!.firstElementChild!),
      type: edgesOf(row.querySelector('[data-column="type"]')!),
      prompt: edgesOf(prompt, parseFloat(paddingLeft) + parseFloat(borderLeftWidth)),
    };
  });

test('TRIP-002: the log has trips with start, stop, distance and address, and a purpose written in place is kept', async ({
  page,
}) => {
  await enter(page, company.owner, MONTH);
  const row = rowOf(page, trips[0]!);
  await expect(row).toContainText(/\d,\d\s*km/);
  await expect(row).toContainText(/\d\d:\d\d–\d\d:\d\d/);
  const purpose = row.getByRole('combobox', { name: /ärende för resan/i });
  await purpose.fill('Kundbesök i hamnen');
  await purpose.press('Enter');
  await expect(row.getByText('Sparat', { exact: true })).toBeVisible();
  await page.reload();
  await expect(rowOf(page, trips[0]!).getByRole('combobox', { name: /ärende för resan/i })).toHaveValue('Kundbesök i hamnen');
});

test('TRIP-001, TRIP-024: the type changes in place, the totals follow and the row tells who decided', async ({ page }) => {
  await enter(page, company.owner, MONTH);
  const type = rowOf(page, trips[1]!).getByRole('button', { name: /typ för resan/i });
  await expect(type).toHaveAccessibleName(/tjänst/i);
  await type.click();
  await page.getByRole('menuitemradio', { name: 'Övrigt' }).click();
  await expect(type).toHaveAccessibleName(/övrigt/i);
  await expect(page.getByText(/Övrigt [\d\s,\u202f]+km/).first()).toBeVisible();
});

test('TRIP-015: a period without trips says so', async ({ page }) => {
  await enter(page, company.owner, '/user/create-triplog?period=yesterday');
  await expect(page.getByRole('heading', { name: /inga uppgifter för vald period/i })).toBeVisible();
  await expectLoaded(page);
  await expectAccessible(page);
});

test('13-A2: twelve trips stand on a screen and four on a phone, with one left edge; ticking moves none, the chosen one is in view, and back leads to the log', async ({
  page,
}) => {
  const full = await createCompany('Tätloggen', 1);
  const day = `${LAST_MONTH}-12`;
  const hours = Array.from({ length: 14 }, (_, i) => `${String(5 + i).padStart(2, '0')}:00`);
  await drive(
    full.imeis[0]!,
    hours.map((hour, i) => ({ at: timeOf(day, hour), from: i % 2, to: (i + 1) % 2 })),
  );
  await tripsOf(full.admin, full.imeis[0]!, LAST_MONTH_DAYS, 14);
  const table = page.getByRole('table', { name: 'Resor' });
  /** The tops of the rows that are seen whole, between the names of the columns and the sums. */
  const seen = (): Promise<number[]> =>
    table.locator('[data-row]').evaluateAll((rows) => {
      const foot = document.querySelector('[role="rowheader"], [role="region"][aria-label="Markerade resor"]');
      const end = foot?.closest('[role="rowgroup"], [role="region"]')?.getBoundingClientRect().top ?? innerHeight;
      return rows
        .map((row) => row.getBoundingClientRect())
        .flatMap(({ top, bottom }) => (bottom <= end + 1 ? [Math.round(top)] : []));
    });
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, full.owner, MONTH);
  await expect(table.locator('[data-row]')).toHaveCount(14);
  const before = await seen();
  expect(before.length).toBeGreaterThanOrEqual(12);
  await table.locator('[data-row]').nth(1).getByRole('checkbox').check();
  await expect(page.getByRole('region', { name: 'Markerade resor' })).toBeVisible();
  expect((await seen()).slice(0, 12)).toEqual(before.slice(0, 12));
  await table.locator('[data-row]').nth(1).getByRole('checkbox').uncheck();
  const note = table
    .locator('[data-row]')
    .nth(2)
    .getByRole('textbox', { name: /Anteckning/ });
  const purpose = table
    .locator('[data-row]')
    .nth(2)
    .getByRole('combobox', { name: /Ärende/ });
  await page.mouse.move(5, 5);
  expect(await isPrompted(purpose), 'what has to be filled in is asked for').toBe(true);
  expect(await isPrompted(note), 'what may be filled in is said where somebody points').toBe(false);
  await note.hover();
  expect(await isPrompted(note)).toBe(true);
  await page.mouse.move(5, 5);
  await note.focus();
  expect(await isPrompted(note), 'or comes to it with the keyboard').toBe(true);
  const eleventh = table.locator('[data-row]').nth(10);
  await eleventh.locator('[data-column="time"]').click();
  await expect(page.getByRole('complementary', { name: 'Resa' })).toBeVisible();
  await expect(eleventh).toBeInViewport({ ratio: 1 });
  await expectTextsFit(page);
  await expect(table.getByRole('columnheader', { name: 'Enhet' }), 'whose each trip is').toBeVisible();
  const cut = await table
    .locator('[data-row] span')
    .evaluateAll((spans) =>
      spans
        .filter((span) => getComputedStyle(span).textOverflow === 'ellipsis' && span.scrollWidth > span.clientWidth + 1)
        .map((span) => span.textContent),
    );
  expect(cut, 'and where it went').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: 'Resa' })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(table.locator('[data-row]')).toHaveCount(14);
  expect((await seen()).length).toBeGreaterThanOrEqual(4);
  const card = await partsOf(table.locator('[data-row]').first());
  expect([card.route.left, card.prompt.left], 'one left edge').toEqual([card.time.left, card.time.left]);
  expect(card.tick.right).toBeLessThan(card.time.left);
  expect(card.type.top, 'the type stands on the line of the route').toBeLessThan(card.route.bottom);
  expect(card.type.left).toBeGreaterThan(card.route.left);
  await expectFitsEverywhere(page);
  await table.locator('[data-row]').first().locator('[data-column="time"]').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(table.locator('[data-row]')).toHaveCount(14);
});
