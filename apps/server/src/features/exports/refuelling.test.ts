import { readFileSync } from 'node:fs';
import { downloadLog } from '@spora/contract/exports/endpoints';
import { saveRefuelling } from '@spora/contract/refuelling/endpoints';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { makeTrip } from '../../testing/trips.ts';
import { REFUELLING_COLUMN_IDS } from './refuelling-rules.ts';

const app = await testApp();
afterAll(() => app.close());
const MARCH = { from: '2026-03-01', to: '2026-03-31' };
let unit: MadeUnit;
let admin: Caller;
let driver: Caller;
let driverId: number;

const ENTRY = {
  at: '2026-03-10T09:30:00Z',
  fuel_type: 'diesel',
  amount: 48.25,
  price: 912.4,
  currency: 'SEK',
  odometer_km: 112,
  station: '=Macken',
  note: '',
} as const;
const add = (body: object = {}) => driver.call(saveRefuelling, { params: { imei: unit.imei }, body: { ...ENTRY, ...body } });

beforeAll(async () => {
  app.clock.now = new Date('2026-04-03T08:00:00Z');
  const accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Anna Admin' }));
  const member = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  driverId = member.id;
  driver = await app.signInAs(member);
  unit = await makeUnit(app.database, { accountId, name: 'Volvo Västra', visibleTo: [driverId] });
  const of = { accountId, unitId: unit.unitId };
  await makeTrip(app.database, of, { start: '2026-03-10T09:00:00Z', driver: driverId });
  await makeTrip(app.database, of, { start: '2026-03-20T17:00:00Z', driver: driverId, type: 'private' });
  await add();
  await add({
    at: '2026-03-20T18:00:00Z',
    fuel_type: 'electric',
    amount: 31,
    price: null,
    currency: null,
    odometer_km: 130,
    station: 'Hemma hos Bo',
  });
  await add({ at: '2026-04-01T18:00:00Z', odometer_km: 200, station: 'Utanför perioden' });
});

async function download(caller: Caller, format: 'csv' | 'xlsx' | 'pdf' | 'json', query: object = {}): Promise<Buffer> {
  const answer = await caller.call(
    downloadLog,
    { params: { format }, query: { ...MARCH, imeis: unit.imei, ...query } },
    { 'accept-language': 'sv' },
  );
  expect([answer.status, answer.errors]).toEqual([200, undefined]);
  return answer.raw;
}

test('TRIP-035: in a CSV what was filled and charged in the period is a table of its own after the trips, whose header row and rows stay one table', async () => {
  const text = (await download(driver, 'csv')).toString('utf8');
  const [trips, refuelling] = text.split('\r\n\r\n');
  expect(trips!.split('\r\n')).toHaveLength(3);
  expect(refuelling!.split('\r\n')).toEqual([
    'Tankning och laddning',
    'Datum;Tid;Enhet;Registreringsnummer;Drivmedel;Mängd;Mått;Belopp;Valuta;Mätarställning (km);Station;Noterad av;Kvitto;Anteckning;Anmärkningar',
    expect.stringMatching(/^2026-03-10;10:30;Volvo Västra;[^;]*;Diesel;48,25;l;912,40;SEK;112,0;'=Macken;Dag Driver;;;$/),
    expect.stringMatching(/^2026-03-20;19:00;Volvo Västra;[^;]*;El;31,00;kWh;;;130,0;Hemma hos Bo;Dag Driver;;;$/),
  ]);
  expect((await download(driver, 'csv', { from: '2026-02-01', to: '2026-02-28' })).toString()).not.toContain('Tankning');
});

test('TRIP-035, TRIP-032: workbook, JSON and PDF have them too; where a private trip of somebody else had gone is in none of them', async () => {
  const files = unzipSync(await download(admin, 'xlsx'));
  expect(strFromU8(files['xl/workbook.xml']!)).toContain('Tankning');
  expect(strFromU8(files['xl/worksheets/sheet2.xml']!)).toContain('<v>48.25</v>');
  const json = JSON.parse((await download(admin, 'json')).toString()) as { refuelling: object[]; periods: unknown[] };
  expect(json.refuelling).toMatchObject([
    { at: '2026-03-10T09:30:00.000Z', amount: 48.25, price: 912.4, currency: 'SEK', odometer_km: 112 },
    { at: '2026-03-19T23:00:00.000Z', amount: 31, price: null, odometer_km: 130, station: '', recorded_by: '', is_masked: true },
  ]);
  expect((await download(admin, 'pdf')).length).toBeGreaterThan(10_000);
  const csv = (await download(admin, 'csv')).toString();
  expect(csv).toContain('Under någon annans privata körning');
  const told = [csv, JSON.stringify(json), ...Object.values(files).map((file) => strFromU8(file))].join('');
  expect(told).not.toContain('Hemma hos Bo');
  expect(told).not.toContain('19:00');
});

test('TRIP-035: an export of one driver’s trips has that driver’s refuelling, and nobody else’s', async () => {
  expect((await download(admin, 'csv', { driver_ids: String(driverId) })).toString()).toContain('Macken');
  expect((await download(admin, 'csv', { driver_ids: '1' })).toString()).not.toContain('Macken');
});

test('TRIP-035: an export of what was searched for has the refuelling of the units whose trips it holds', async () => {
  const found = (search: string) => download(driver, 'csv', { imeis: '', search }).then(String);
  expect(await found('Västra')).toContain('Macken');
  expect(await found('Östra')).not.toContain('Macken');
});

test('TRIP-032: whose refuelling on a private trip was is told neither by its row nor by the filter of drivers', async () => {
  const of = async (caller: Caller) => (await download(caller, 'csv', { driver_ids: String(driverId) })).toString();
  expect(await of(admin)).not.toContain('31,00;kWh');
  expect(await of(driver)).toContain('31,00;kWh');
  expect((await download(admin, 'csv')).toString()).toMatch(/^2026-03-20;;Volvo Västra;[^;]*;El;31,00;kWh;;;130,0;;;;;"Under/m);
});

test('TRIP-035: every column of refuelling that the table of the tax authorities names is in the export', () => {
  const table = readFileSync(new URL('../../../../../docs/tax-log.md', import.meta.url), 'utf8');
  const named = [...table.matchAll(/`refuelling\.(\w+)`/g)].map(([, id]) => id);
  expect(named).toEqual(expect.arrayContaining(['date', 'amount', 'price', 'odometer', 'receipt']));
  expect(REFUELLING_COLUMN_IDS).toEqual(expect.arrayContaining(named));
});

test('TRIP-017, TRIP-035: a PDF holds no more of what was filled than of trips, since it is drawn whole; what is more is refused with the number', async () => {
  const { owner } = app.database;
  await sql`INSERT INTO refuelling (account_id, unit_id, at, fuel_type, amount, member_id, created_at, changed_at)
    SELECT account_id, id, '2026-02-10T08:00:00Z'::timestamptz + make_interval(mins => n), 'diesel', 1, ${driverId}, now(), now()
    FROM unit, generate_series(1, 5001) n WHERE id = ${unit.unitId}`.execute(owner);
  const query = { from: '2026-02-01', to: '2026-02-28', imeis: unit.imei };
  const asked = await admin.call(downloadLog, { params: { format: 'pdf' }, query });
  expect(asked).toMatchObject({ status: 422, errors: { msg: 'ExportTooLong', count: 5000 } });
  expect((await admin.call(downloadLog, { params: { format: 'csv' }, query })).status).toBe(200);
  await sql`DELETE FROM refuelling WHERE at < '2026-03-01'`.execute(owner);
});
