import { expect, test, type Page } from '@playwright/test';
import { startEmbeddedDatabase } from '@spora/server/platform/database/embedded';
import { textOfPdf } from '@spora/server/testing/pdf';
import pg from 'pg';
import { type Api, apiAs } from '../api.ts';
import {
  bytesOf,
  command,
  createCompany,
  hire,
  LAST_MONTH,
  LAST_MONTH_DAYS,
  openPhone,
  pageAs,
  timeOf,
  tripsOf,
  type Company,
  type Employee,
  type TripRow,
} from '../fleet.ts';
import { readMail } from '../mailbox.ts';
import { notice } from '../people.ts';
import { readCsv, readWorkbook } from '../sheet.ts';
import { product } from '../started.ts';
import { drive } from '../trackers.ts';

/** Issue 5's acceptance, 3, and its exports: one car, one driver, a month of five trips, which no journey changes for another. */
test.describe.configure({ mode: 'default' });

let company: Company;
let driver: Employee;
let driverApi: Api;
let trips: TripRow[];
const { from, to } = LAST_MONTH_DAYS;
const MONTH = `/user/create-triplog?period=custom&from=${from}&to=${to}`;

/** One of the five is private; the month is attested by its driver and an administrator. */
test.beforeAll(async () => {
  company = await createCompany('Sigill', 1);
  const { admin } = company;
  const imei = company.imeis[0]!;
  const day = (n: number, clock: string): number => timeOf(`${LAST_MONTH}-${n}`, clock);
  await drive(imei, [
    { at: day(10, '06:00'), from: 0, to: 1 },
    { at: day(10, '15:00'), from: 1, to: 0 },
    { at: day(11, '06:00'), from: 0, to: 2, minutes: 15 },
    { at: day(11, '16:00'), from: 2, to: 0, minutes: 15 },
    { at: day(12, '09:00'), from: 0, to: 1 },
  ]);
  const [unit] = (await admin<{ units: { id: number }[] }>('units.rows')).data.units;
  driver = await hire(admin, { name: 'Kaj Lund', language: 'sv', unit_ids: [unit!.id] });
  driverApi = await apiAs(driver);
  trips = await tripsOf(admin, imei, { from, to }, 5);
  const checkIn = { imei, driver_id: driver.id, from_trip_id: trips[0]!.id, extent: 'all' };
  expect((await admin('drivers.check-in', { body: checkIn })).errors).toBeUndefined();
  const reading = { value: 50_000, time: new Date(day(10, '05:00')).toISOString() };
  expect((await admin('maintenance.save-odometer', { params: { imei }, body: reading })).errors).toBeUndefined();
  for (const [i, { id }] of trips.entries())
    expect((await driverApi('trips.update', { params: { id }, body: { purpose: `Ärende ${i + 1}` } })).status).toBe(200);
  await driverApi('trips.set-type', { body: { trip_ids: [trips[4]!.id], type: 'private' } });
  await driverApi('trips.set-type', { body: { trip_ids: [trips[3]!.id], type: 'other' } });
  expect((await driverApi('attestation.attest', { body: { from, to } })).errors).toBeUndefined();
  const rows = [{ unit_id: unit!.id, user_id: driver.id, from, to }];
  const status = (await admin<{ rows: { attestation_id: number }[] }>('attestation.status')).data.rows;
  const attested = await admin<{ results: { success: boolean }[] }>('attestation.attest-batch', {
    body: { rows: rows.map((row) => ({ ...row, attestation_id: status[0]!.attestation_id })) },
  });
  expect(attested.data.results).toMatchObject([{ success: true }]);
  trips = await tripsOf(driverApi, imei, { from, to }, 5);
});

/** Exports from the page what it shows. */
async function exported(page: Page, format: RegExp): Promise<Buffer> {
  await page.getByRole('button', { name: 'Exportera' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  return bytesOf(await downloading);
}

const SEALED_JSON = /^JSON med sigill/;
const OURS = /Filen kommer från oss, skapades .* och är oförändrad/;
const DIFFERS = 'Det som skiljer sig';
const NOT_OURS = 'Det här är ingen av våra filer i oförändrat skick.';

/** What `/verify` says of a file, to a stranger. */
async function verified(page: Page, name: string, buffer: Buffer): Promise<string> {
  await page.goto(`${product.url}/verify`);
  await page.getByTestId('verify-file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  // The result comes all at once, under the file's name.
  const heading = page.getByRole('heading', { name, exact: true });
  await expect(heading).toBeVisible();
  return page.locator('[aria-live=polite]').filter({ has: heading }).innerText();
}

interface Log {
  trips: { id: number; distance_m: number; purpose: string; type: string; start: { odometer_km: number | null } }[];
  totals: { trips: number; distance_m: number };
  periods: { document: { rows: Record<string, { value?: string | number | null; hash?: string }>[] } }[];
}

test('ATT-003, ATT-012, ATT-016, TRIP-017, TRIP-031: an untouched export carries both stamps and verifies; one changed digit of a distance, a day or an odometer does not', async ({
  page,
  browser,
}) => {
  const log = await pageAs(browser, driver, MONTH);
  const pdf = await exported(log, /^PDF, att skriva ut/);
  const json = await exported(log, SEALED_JSON);
  await log.context().close();

  const printout = textOfPdf(pdf);
  expect(printout).toMatch(/Attesterad av föraren: Kaj Lund, \d{4}-/);
  expect(printout).toMatch(/Attesterad av en administratör: Runa Ek, \d{4}-/);
  expect(printout).toContain('Alla resor i körjournalen är attesterade');
  expect(await verified(page, 'logg.pdf', pdf)).toMatch(OURS);
  const untouched = await verified(page, 'logg.json', json);
  expect(untouched).toMatch(OURS);
  expect(untouched).toContain('Oförändrad');
  expect(untouched).not.toContain(DIFFERS);
  expect(untouched).toContain('Attesterad av föraren: Kaj Lund');
  expect(untouched).toContain('Attesterad av en administratör: Runa Ek');

  const digits: [field: string, change: (value: string) => string][] = [
    ['distance_m', (value) => value.replace(/[1-8]/, (digit) => String(Number(digit) + 1))],
    ['started_at', (value) => value.replace('-10T', '-13T')],
    ['start_odometer_m', (value) => value.replace(/^5/, '4')],
  ];
  for (const [field, change] of digits) {
    const copy = JSON.parse(json.toString()) as Log;
    const cell = copy.periods[0]!.document.rows[0]![field]!;
    const changed = change(String(cell.value));
    expect(changed).not.toBe(String(cell.value));
    cell.value = typeof cell.value === 'number' ? Number(changed) : changed;
    const told = await verified(page, `${field}.json`, Buffer.from(JSON.stringify(copy)));
    expect(told, field).toContain(NOT_OURS);
    expect(told, field).toContain('Inte som när den förseglades');
  }
  const copy = JSON.parse(json.toString()) as Log;
  copy.trips[0]!.distance_m += 1;
  const told = await verified(page, 'rows.json', Buffer.from(JSON.stringify(copy)));
  expect(told).not.toMatch(OURS);
  expect(told).toMatch(/1 resa .* inte som när den förseglades/);

  const printed = Buffer.from(pdf);
  const digit = printed.indexOf('/CreationDate (D:2') + '/CreationDate (D:'.length;
  printed[digit] = '3'.charCodeAt(0);
  expect(await verified(page, 'changed.pdf', printed)).toContain(NOT_OURS);
});

test('TRIP-032, ATT-012: an administrator’s export withholds the driver’s private trip, and still verifies', async ({
  page,
  browser,
}) => {
  const log = await pageAs(browser, company.owner, MONTH);
  const json = await exported(log, SEALED_JSON);
  await log.context().close();
  expect(json.toString()).not.toContain('Ärende 5');
  const told = await verified(page, 'masked.json', json);
  expect(told).toMatch(OURS);
  expect(told).toContain('Oförändrad');
  expect(told).toMatch(/\d+ fält är dolda; sigillet omfattar även dem/);
  expect(told).not.toContain(DIFFERS);
});

test('TRIP-029, ATT-012: a trip that is changed in the database is found by verify-log and by the page, until it is put back', async ({
  page,
  browser,
}) => {
  expect(await command('verify-log')).toMatchObject({ code: 0, text: expect.stringContaining(': as they were sealed.') });
  const { superuserUrl } = await startEmbeddedDatabase({ dataDir: product.dataDir });
  const database = new pg.Client({
    connectionString: superuserUrl.replace('/postgres?', '/spora?').replace(/\/postgres$/, '/spora'),
  });
  await database.connect();
  const { id, distance_m: metres } = trips[0]!;
  const set = (distance: number) => database.query('UPDATE trip SET distance_m = $1 WHERE id = $2', [distance, id]);
  const log = await pageAs(browser, driver, MONTH);
  const verdict = async (): Promise<string> => {
    await log.goto(product.url + MONTH);
    return verified(page, 'logg.json', await exported(log, SEALED_JSON));
  };
  try {
    expect((await set(metres - 1000)).rowCount).toBe(1);
    const found = await command('verify-log');
    expect(found.code).toBe(1);
    expect(found.text).toContain('NOT as they were sealed.');
    expect(found.text).toContain(`trip ${id}, distance_m was sealed as ${metres} and is ${metres - 1000}.`);
    const told = await verdict();
    expect(told).toMatch(/1 resa .* inte som när den förseglades/);
    expect(told, '12-A8').toMatch(new RegExp(`Resa .* \\(nummer ${id}\\).*Sträcka: förseglat som`));
  } finally {
    await set(metres);
    await database.end();
  }
  expect((await command('verify-log')).code).toBe(0);
  const clean = await verdict();
  expect(clean).toContain('Oförändrad');
  expect(clean).not.toContain('förseglades');
  await log.context().close();
});

const decimal = (text: string): number => Number(text.replaceAll(/\s/g, '').replace(',', '.'));
const tenths = (kilometres: number): number => Math.round(kilometres * 10) / 10;

test('TRIP-016, TRIP-017, TRIP-018: CSV, workbook, PDF and JSON of a filtered log hold the rows and the sum of the page', async ({
  browser,
}) => {
  const page = await pageAs(browser, driver, `${MONTH}&type=business`);
  const rows = page.getByRole('table', { name: 'Resor' }).locator('[data-row]');
  await expect(rows).toHaveCount(3);
  const shown: { km: number; purpose: string }[] = [];
  for (const row of await rows.all()) {
    const km = /([\d\s]+,\d)\s*km/.exec(await row.innerText())?.[1] ?? '';
    shown.unshift({ km: decimal(km), purpose: (await row.getAttribute('data-row')) ?? '' });
  }
  const ids = shown.map(({ purpose }) => Number(purpose));
  const purposes = ids.map((id) => trips.find((trip) => trip.id === id)!.purpose);
  const sum = decimal(
    /([\d\s]+,\d)\s*km\s*$/.exec(await page.getByRole('rowheader', { name: '3 resor' }).locator('..').innerText())![1]!,
  );

  const csv = readCsv(await exported(page, /^CSV/)).rows;
  expect(csv.map((row) => tenths(decimal(row['Sträcka (km)']!)))).toEqual(shown.map(({ km }) => km));
  expect(csv.map((row) => row['Ärende'])).toEqual(purposes);
  expect(tenths(csv.reduce((total, row) => total + decimal(row['Sträcka (km)']!), 0))).toBe(sum);
  const workbook = readWorkbook(await exported(page, /^Excel/));
  expect(workbook.map((row) => tenths(Number(row['Sträcka (km)'])))).toEqual(shown.map(({ km }) => km));
  expect(workbook.map((row) => row['Ärende'])).toEqual(purposes);
  const json = JSON.parse((await exported(page, SEALED_JSON)).toString()) as Log;
  expect(json.trips.map(({ id }) => id)).toEqual(ids);
  expect(tenths(json.totals.distance_m / 1000)).toBe(sum);
  const pdf = textOfPdf(await exported(page, /^PDF, att skriva ut/));
  for (const purpose of purposes) expect(pdf).toContain(purpose);
  expect(pdf).not.toContain('Ärende 4');
  expect(pdf).toContain(`${new URL(product.url).host}/verify`);
  expect(pdf).toContain(`${sum.toFixed(1).replace('.', ',')} km`);
  await page.context().close();
});

test('TRIP-016: a scheduled log is tried: the mail has it attached; the calendar of trips answers at its address', async ({
  browser,
}) => {
  const page = await pageAs(browser, driver, MONTH);
  await page.getByRole('button', { name: 'Exportera' }).click();
  await page.getByRole('menuitem', { name: 'Skicka regelbundet med e-post' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Lägg till' }).click();
  await dialog.getByRole('textbox', { name: 'Namn' }).fill('Månadens logg');
  await dialog.getByRole('combobox', { name: 'Fil', exact: true }).selectOption('csv');
  await dialog.getByRole('button', { name: 'Spara' }).click();
  await dialog.getByRole('button', { name: 'Skicka ett prov till mig' }).click();
  await expect(notice(page, `Ett prov är på väg till ${driver.email}`)).toBeVisible();
  const mail = await readMail({
    to: driver.email,
    subject: `Prov: Månadens logg, körjournal ${from} till ${to} från Spora`,
  });
  const file = /href="([^"]*\/file)"/.exec(mail)?.[1] ?? '';
  const answer = await fetch(product.url + file);
  expect(answer.headers.get('content-disposition')).toMatch(/\.csv$/);
  expect(readCsv(Buffer.from(await answer.arrayBuffer())).rows.map((row) => row['Ärende'])).toEqual(
    trips.map(({ purpose }) => purpose),
  );
  await dialog.getByRole('button', { name: 'Stäng' }).click();

  await page.getByRole('button', { name: 'Exportera' }).click();
  await page.getByRole('menuitem', { name: 'Resor i min kalender' }).click();
  await dialog.getByRole('button', { name: 'Skapa en adress' }).click();
  const address = await dialog.getByRole('textbox', { name: 'Kalenderns adress' }).inputValue();
  const calendar = await fetch(address);
  expect(calendar.headers.get('content-type')).toMatch(/^text\/calendar/);
  const told = await calendar.text();
  expect(told.match(/BEGIN:VEVENT/g)).toHaveLength(5);
  expect(told).not.toContain('Ärende 5');
  await page.context().close();
});

test('TRIP-035: what is filled is noted on the phone with a picture of the receipt, and stands in the export', async ({
  browser,
}) => {
  const phone = await openPhone(browser, driver, '/user/create-triplog?period=this-month');
  await phone.getByRole('button', { name: 'Mer' }).tap();
  await phone.getByRole('button', { name: 'Tanka' }).tap();
  const sheet = phone.getByRole('dialog');
  await sheet.getByRole('textbox', { name: 'Mängd' }).fill('42,5');
  await sheet.getByRole('textbox', { name: 'Belopp totalt' }).fill('899');
  await sheet.getByRole('textbox', { name: 'Station' }).fill('Hamnmacken');
  const choosing = phone.waitForEvent('filechooser');
  await sheet.getByRole('button', { name: 'Lägg till bild' }).tap();
  await (await choosing).setFiles({ name: 'kvitto.png', mimeType: 'image/png', buffer: await phone.screenshot() });
  await expect(sheet.getByText('kvitto.png')).toBeVisible();
  await sheet.getByRole('button', { name: 'Spara' }).tap();
  await expect(notice(phone, /^Sparat på /)).toBeVisible();
  const { rest } = readCsv(await exported(phone, /^CSV/));
  expect(rest).toMatch(/Tankning och laddning\r\n.*\r\n.*;42,5.*;899,00;SEK;.*Hamnmacken;Kaj Lund;Ja;/);
  await phone.context().close();
});
