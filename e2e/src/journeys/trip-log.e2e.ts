import { expect, test, type Locator, type Page } from '@playwright/test';
import { createCompany, LAST_MONTH, LAST_MONTH_DAYS, timeOf, tripsOf, type Company, type TripRow } from '../fleet.ts';
import { enter } from '../people.ts';
import { drive } from '../trackers.ts';
import { expectAccessible, expectLoaded } from '../well-made.ts';

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
