import { expect, test, type Locator, type Page } from '@playwright/test';
import { apiAs } from '../api.ts';
import { createCompany, hire, LAST_MONTH, LAST_MONTH_DAYS, timeOf, tripsOf, type Company, type TripRow } from '../fleet.ts';
import { enter, expectSignedIn, sendSignIn, signOut } from '../people.ts';
import { product } from '../started.ts';
import { drive } from '../trackers.ts';
import { expectAccessible, expectFitsEverywhere } from '../well-made.ts';

/** Under way without a network. Only these journeys have the application's service worker. */
test.use({ serviceWorkers: 'allow' });
test.describe.configure({ mode: 'default' });

const { from, to } = LAST_MONTH_DAYS;
const MONTH = `/user/create-triplog?period=custom&from=${from}&to=${to}`;
let company: Company;
let trips: TripRow[];

test.beforeAll(async () => {
  company = await createCompany('Tågresan', 1);
  const day = `${LAST_MONTH}-12`;
  await drive(company.imeis[0]!, [
    { at: timeOf(day, '08:00'), from: 0, to: 2 },
    { at: timeOf(day, '10:00'), from: 2, to: 3 },
    { at: timeOf(day, '12:00'), from: 3, to: 1 },
    { at: timeOf(day, '14:00'), from: 1, to: 0 },
  ]);
  trips = await tripsOf(company.admin, company.imeis[0]!, LAST_MONTH_DAYS, 4);
});

const rowOf = (page: Page, { id }: TripRow): Locator => page.getByRole('table', { name: 'Resor' }).locator(`[data-row="${id}"]`);
const purposeOf = (page: Page, trip: TripRow): Locator => rowOf(page, trip).getByRole('combobox', { name: /ärende för resan/i });
const typeOf = (page: Page, trip: TripRow): Locator => rowOf(page, trip).getByRole('button', { name: /typ för resan/i });
const writePurpose = async (page: Page, trip: TripRow, text: string): Promise<void> => {
  await purposeOf(page, trip).fill(text);
  await purposeOf(page, trip).press('Enter');
  await expect(rowOf(page, trip).getByText('Väntar på nät')).toBeVisible();
};

/** The worker serves the page, and has what it is made of. */
async function untilKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? null)).toBe('activated');
  await page.reload();
  await expect(page.getByRole('table', { name: 'Resor' })).toBeVisible();
}

/** What lies in the browser's own files of anybody. */
const rowsOf = (page: Page): Promise<{ memberId: number; text: string }[]> =>
  page.evaluate(
    () =>
      new Promise<{ memberId: number; text: string }[]>((resolve, reject) => {
        const opening = indexedDB.open('spora-offline');
        opening.onerror = () => reject(new Error('there is no store'));
        opening.onsuccess = () => {
          const all = opening.result.transaction('rows').objectStore('rows').getAll() as IDBRequest<{ memberId: number }[]>;
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result.map((row) => ({ memberId: row.memberId, text: JSON.stringify(row) })));
          };
        };
      }),
  );

test('NFR-006: a train ride: four edits wait, survive a reload and a question at signing out, and are sent; the one that somebody else changed shows both', async ({
  page,
  context,
}) => {
  const colleague = await hire(company.admin, { name: 'Gro Dahl', language: 'no', is_admin: true });
  await enter(page, company.owner, MONTH);
  await expect(rowOf(page, trips[3]!)).toBeVisible();
  await untilKept(page);
  await expect(rowOf(page, trips[3]!)).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText(/Frånkopplad sedan \d\d:\d\d/)).toBeVisible();
  await writePurpose(page, trips[0]!, 'Möte i Kungälv');
  await writePurpose(page, trips[1]!, 'Leverans');
  await writePurpose(page, trips[2]!, 'Hämtade virke');
  await typeOf(page, trips[3]!).click();
  await page.getByRole('menuitemradio', { name: 'Övrigt' }).click();
  await expect(page.getByText('4 ändringar sparas här')).toBeVisible();

  await page.reload();
  await expect(page.getByText(/Frånkopplad sedan \d\d:\d\d/)).toBeVisible();
  await expect(page.getByText('4 ändringar sparas här')).toBeVisible();
  await expect(purposeOf(page, trips[0]!)).toHaveValue('Möte i Kungälv');
  await expectAccessible(page);
  await expectFitsEverywhere(page);
  await page.getByRole('link', { name: 'Karta', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Karta' })).toBeVisible();
  await expect(page.getByText('Bil 1').first()).toBeVisible();
  await page.getByRole('link', { name: 'Service', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sidan behöver nät' })).toBeVisible();
  await page.goto(product.url + MONTH);
  await expect(purposeOf(page, trips[0]!)).toHaveValue('Möte i Kungälv');
  const kept = await rowsOf(page);
  expect(kept.length).toBeGreaterThan(2);
  expect(kept.map(({ text }) => text).join()).not.toMatch(/Kungälv|Leverans|Bil 1/);

  await page.getByRole('banner').getByRole('button', { name: 'Logga ut' }).click();
  const leaving = page.getByRole('dialog', { name: 'Logga ut med osända ändringar?' });
  await expect(leaving).toContainText('4 ändringar av resor');
  await leaving.getByRole('button', { name: 'Fortsätt vara inloggad' }).click();

  const theirs = await (
    await apiAs(colleague)
  )('trips.update', {
    params: { id: trips[1]!.id },
    body: { purpose: 'Hos kunden i Torslanda' },
  });
  expect(theirs.status).toBe(200);
  await context.setOffline(false);

  await expect(page.getByText('1 ändring är inte sparad: du behöver bestämma.')).toBeVisible();
  await expect(page.getByText(/Frånkopplad/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Bestäm', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Vad ska gälla?' });
  await expect(question).toContainText('Leverans');
  await expect(question).toContainText('Hos kunden i Torslanda');
  await expect(question).toContainText('Sparat under tiden av Gro Dahl');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Behåll ditt' }).click();
  await expect(question).toHaveCount(0);

  const saved = async () => {
    const now = await tripsOf(company.admin, company.imeis[0]!, LAST_MONTH_DAYS, 4);
    return [now[0]!.purpose, now[1]!.purpose, now[2]!.purpose, now[3]!.type];
  };
  await expect.poll(saved).toEqual(['Möte i Kungälv', 'Leverans', 'Hämtade virke', 'other']);
  await expect(page.getByText('Väntar på nät')).toHaveCount(0);
});

test('NFR-006: after a change of user on the same telephone nothing of the one before is left, and what is given up at signing out without a network is sent by nobody', async ({
  page,
  context,
}) => {
  const [anna, bo] = [
    await hire(company.admin, { name: 'Anna Ny', language: 'sv', is_admin: true }),
    await hire(company.admin, { name: 'Bo Ny', language: 'sv', is_admin: true }),
  ];
  const signInAs = async (who: typeof anna): Promise<void> => {
    await page.goto(product.url);
    await sendSignIn(page, who);
    await expectSignedIn(page);
    await page.goto(product.url + MONTH);
    await expect(rowOf(page, trips[0]!)).toBeVisible();
  };
  await signInAs(anna);
  await untilKept(page);
  await expect.poll(async () => (await rowsOf(page)).map(({ memberId }) => memberId)).toContain(anna.id);
  await signOut(page);
  await expect.poll(() => rowsOf(page)).toEqual([]);

  await context.setOffline(true);
  await page.goto(product.url + MONTH);
  await expect(page.locator('input[name=password]')).toBeVisible();
  await context.setOffline(false);

  await signInAs(bo);
  await expect.poll(async () => new Set((await rowsOf(page)).map(({ memberId }) => memberId))).toEqual(new Set([bo.id]));

  await context.setOffline(true);
  await expect(page.getByText(/Frånkopplad sedan \d\d:\d\d/)).toBeVisible();
  const was = await purposeOf(page, trips[0]!).inputValue();
  await writePurpose(page, trips[0]!, 'Given up');
  await page.getByRole('banner').getByRole('button', { name: 'Logga ut' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logga ut ändå' }).click();
  await expect(page.locator('input[name=password]')).toBeVisible();
  await expect.poll(() => rowsOf(page)).toEqual([]);
  await context.setOffline(false);
  await signInAs(bo);
  await expect(purposeOf(page, trips[0]!)).toHaveValue(was);
  await expect(page.getByText(/ändring(ar)? skickad/)).toHaveCount(0);
});
