import { expect, test, type Locator, type Page } from '@playwright/test';
import { createCompany, LAST_MONTH, LAST_MONTH_DAYS, timeOf, tripsOf, type Company, type TripRow } from '../fleet.ts';
import { enter } from '../people.ts';
import { drive } from '../trackers.ts';
import { expectAccessible, expectFitsEverywhere, expectLoaded } from '../well-made.ts';

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

test('13-A2: twelve trips stand on a screen and four on a phone; ticking moves none, the chosen one is in view, and back leads to the log', async ({
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
  const eleventh = table.locator('[data-row]').nth(10);
  await eleventh.locator('[data-column="time"]').click();
  await expect(page.getByRole('complementary', { name: 'Resa' })).toBeVisible();
  await expect(eleventh).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: 'Resa' })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(table.locator('[data-row]')).toHaveCount(14);
  expect((await seen()).length).toBeGreaterThanOrEqual(4);
  await expectFitsEverywhere(page);
  await table.locator('[data-row]').first().locator('[data-column="time"]').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(table.locator('[data-row]')).toHaveCount(14);
});
