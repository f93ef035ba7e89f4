import { weekSpan, addDays } from '@spora/calendar/days';
import { dayIn, localTimeIn } from '@spora/calendar/zones';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { apiAs } from '../api.ts';
import { bytesOf, createCompany, hire, pageAs } from '../fleet.ts';
import { notice } from '../people.ts';
import { expectAccessible, expectFitsEverywhere } from '../well-made.ts';

const ZONE = 'Europe/Stockholm';
/** A week of which every day is still to come. */
const MONDAY = addDays(weekSpan(dayIn(Date.now(), ZONE)).from, 7);
const PAGE = `/user/car-schedule?week=${MONDAY}`;

/** In the dialog that is open. */
const choose = async (dialog: Locator, from: string, to: string): Promise<void> => {
  await dialog.getByRole('combobox', { name: 'Från, tid' }).selectOption(from);
  await dialog.getByRole('combobox', { name: 'Till, tid' }).selectOption(to);
};
const startOn = async (page: Page, vehicle: string, weekday: string): Promise<Locator> => {
  await page.getByRole('button', { name: new RegExp(`^Boka ${vehicle}, ${weekday}`) }).click();
  return page.getByRole('dialog', { name: 'Ny bokning' });
};

test('16-A1, BOOK-009, BOOK-017, BOOK-018, BOOK-040, BOOK-044, DEC-22: a manager and an employee book, meet, move, return and delete', async ({
  browser,
}) => {
  const company = await createCompany('Bilpoolen', 3);
  const units = (await company.admin<{ units: { id: number }[] }>('units.list')).data.units;
  const employee = await hire(company.admin, { name: 'Nils Fors', language: 'sv', unit_ids: units.map(({ id }) => id) });

  const manager = await pageAs(browser, company.owner, PAGE);
  await expect(manager.getByRole('grid')).toBeVisible();
  await expectAccessible(manager);
  const first = await startOn(manager, 'Bil 1', 'måndag');
  await first.getByRole('textbox', { name: 'Ärende' }).fill('Besök hos kund');
  await choose(first, '09:00', '11:00');
  await expect(first.getByText('Fordonet är ledigt då.')).toBeVisible();
  await expectAccessible(manager);
  await first.getByRole('button', { name: 'Boka' }).click();
  await expect(notice(manager, /^Fordonet är bokat\./)).toBeVisible();
  await expect(manager.getByRole('button', { name: /^09:00–11:00 Din · Besök hos kund måndag .*, Bil 1$/ })).toBeVisible();

  // Under way in a moment: for the return at the end.
  const mine = await apiAs(employee);
  const soon = localTimeIn(Date.now() + 60_000, ZONE)
    .replace('T', ' ')
    .slice(0, 16);
  const later = localTimeIn(Date.now() + 3_660_000, ZONE)
    .replace('T', ' ')
    .slice(0, 16);
  const ongoing = await mine<{ id: number }>('bookings.save', {
    body: {
      imei: company.imeis[2],
      start_date: `${soon}:00`,
      end_date: `${later}:00`,
      purpose: 'Hämta material',
      driver_id: employee.id,
    },
  });
  expect(ongoing.errors).toBeUndefined();

  const page = await pageAs(browser, employee, PAGE);
  const second = await startOn(page, 'Bil 1', 'måndag');
  await expect(second.getByRole('combobox', { name: 'Förare' })).toHaveCount(0);
  await second.getByRole('textbox', { name: 'Ärende' }).fill('Möte i stan');
  await choose(second, '10:00', '12:00');
  await expect(second.getByRole('listitem').filter({ hasText: 'Runa Ek' })).toContainText('09:00–11:00');
  await expect(second.getByText(/^Fordonet kan inte bokas då\./)).toBeVisible();
  await second.getByRole('button', { name: 'Boka', exact: true }).press('Enter');
  await expect(second.getByText('Fordonet är upptaget då')).toBeVisible();
  await expectAccessible(page);
  await second
    .getByRole('group', { name: 'Närmaste lediga tider' })
    .getByRole('button', { name: /11:00–13:00/ })
    .click();
  await expect(second.getByText('Fordonet är ledigt då.')).toBeVisible();
  await second.getByRole('button', { name: 'Boka', exact: true }).click();
  await expect(notice(page, /^Fordonet är bokat\./)).toBeVisible();

  // By the keyboard alone: a day later, and half an hour longer.
  const own = page.getByRole('button', { name: /^11:00–13:00 Din · Möte i stan måndag .*, Bil 1$/ });
  await own.focus();
  await own.press('Alt+ArrowRight');
  await own.press('Shift+Alt+ArrowDown');
  await own.press('Shift+Alt+ArrowDown');
  await own.press('Enter');
  await expect(notice(page, /^Bokningen är flyttad till Bil 1, tis .* 11:00–13:30\.$/)).toBeVisible();
  const moved = page.getByRole('button', { name: /^11:00–13:30 Din · Möte i stan tisdag .*, Bil 1$/ });
  await expect(moved).toBeVisible();
  await expectAccessible(page);
  await expectFitsEverywhere(page);

  // What others have is for reading, and what it is for is theirs.
  const others = page.getByRole('button', { name: /^09:00–11:00 Runa Ek måndag .*, Bil 1$/ });
  await others.click();
  const reading = page.getByRole('dialog', { name: 'Bokning' });
  await expect(reading).toContainText('Du kan inte ändra andras bokningar.');
  await expect(reading).not.toContainText('Besök hos kund');
  await page.keyboard.press('Escape');
  await expect(reading).toBeHidden();

  // Dragged to another vehicle, and back.
  const from = (await moved.boundingBox())!;
  const target = (await page.getByRole('button', { name: /^Boka Bil 2, onsdag/ }).boundingBox())!;
  await page.mouse.move(from.x + 20, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 20, { steps: 3 });
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 6 });
  await page.mouse.up();
  await expect(page.getByRole('button', { name: /^11:00–13:30 Din · Möte i stan onsdag .*, Bil 2$/ })).toBeVisible();
  // The notice of the booking itself may still stand, with a way back of its own: the newest is the last.
  await page.getByRole('button', { name: 'Ångra' }).last().click();
  await expect(moved).toBeVisible();

  await moved.click();
  await page.getByRole('dialog', { name: 'Ändra bokning' }).getByRole('button', { name: 'Avboka' }).click();
  const question = page.getByRole('dialog', { name: 'Avboka den här tiden?' });
  await expect(question).toContainText('Möte i stan');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Avboka' }).click();
  await expect(notice(page, 'Bokningen är avbokad.')).toBeVisible();
  await expect(moved).toHaveCount(0);

  await expect
    .poll(async () => (await mine<{ phase: string }>('bookings.get', { params: { id: ongoing.data.id } })).data.phase, {
      timeout: 90_000,
    })
    .toBe('ongoing');
  await page.getByRole('button', { name: 'I dag' }).click();
  await page
    .getByRole('button', { name: /Din · Hämta material .*, Bil 3$/ })
    .first()
    .click();
  const running = page.getByRole('dialog', { name: 'Bokning' });
  await expect(running).toContainText('Bokningen pågår: du kan lämna tillbaka fordonet, men inte ändra tiden.');
  await running.getByRole('button', { name: 'Lämna tillbaka nu' }).click();
  await page.getByRole('button', { name: 'Lämna tillbaka', exact: true }).click();
  await expect(running).toContainText(/Fordonet lämnades tillbaka \d\d:\d\d/);
  await running.getByRole('textbox', { name: 'Anteckning' }).fill('Tankad. Repa på bakdörren.');
  await running.getByRole('button', { name: 'Spara överlämningen' }).click();
  await expect(notice(page, 'Överlämningen är sparad.')).toBeVisible();
  await expectAccessible(page);
});

test('16-A1, BOOK-010, BOOK-046, BOOK-049, NAV-027: the month of one’s own, and the week on a phone', async ({ browser }) => {
  const company = await createCompany('Poolen', 2);
  const page = await pageAs(browser, company.owner, '/user/geofences');
  await page.getByRole('navigation', { name: 'Huvudmeny' }).getByRole('link', { name: 'Bilbokning' }).click();
  await page.getByRole('button', { name: 'Mina bokningar' }).click();
  const month = page.getByRole('dialog', { name: 'Mina bokningar' });
  await expect(month.getByRole('cell')).toHaveCount(42);
  await expectAccessible(page);
  await month.getByRole('button', { name: 'Nästa månad' }).click();
  await month.getByRole('button', { name: /^.*dag 15 / }).click();
  const fresh = page.getByRole('dialog', { name: 'Ny bokning' });
  await fresh.getByRole('combobox', { name: 'Fordon' }).selectOption({ label: 'Bil 2' });
  await fresh.getByRole('textbox', { name: 'Ärende' }).fill('Mässa');
  await fresh.getByRole('button', { name: 'Boka' }).click();
  await expect(month.getByRole('button', { name: /^Bil 2 \d\d:00–\d\d:00$/ })).toBeVisible();
  const file = page.waitForEvent('download');
  await month.getByRole('button', { name: /^Hämta .* som CSV$/ }).click();
  expect((await bytesOf(await file)).toString()).toContain('Mässa');
  await month.getByRole('button', { name: 'Stäng' }).last().click();
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(page.getByRole('group', { name: 'Dagar i veckan' }).getByRole('button')).toHaveCount(7);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Boka Bil 1/ }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Avbryt' }).click();
  await expectFitsEverywhere(page);
  await page.getByRole('button', { name: 'Hitta ett fordon' }).click();
  const find = page.getByRole('dialog', { name: 'Hitta ett fordon' });
  await find.getByRole('textbox', { name: 'Ärende' }).fill('Ärende i stan');
  await expect(find.getByRole('button', { name: 'Boka Bil 1' })).toBeVisible();
  await expectAccessible(page);
  await find.getByRole('button', { name: 'Boka Bil 1' }).click();
  await expect(notice(page, /^Fordonet är bokat\./)).toBeVisible();
});
