import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { attest, toggleAttestation } from '@spora/contract/attestation/endpoints';
import { readAudit } from '@spora/contract/accounts/endpoints';
import type { InputOf } from '@spora/contract/endpoint-map';
import { downloadLog, exportQuery, recordList, verifyFile, verifyKeys } from '@spora/contract/exports/endpoints';
import { generateTrips, tripFilter, updateTrip } from '@spora/contract/trips/endpoints';
import type { SealDocument } from '@spora/seal/document';
import { publicKeyOf, type Seal, verifySeal } from '@spora/seal/seal';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { textOfPdf } from '../../testing/pdf.ts';
import { makeTrip, type NewTrip } from '../../testing/trips.ts';
import { columnsFor } from './rules.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner } = app.database;

const MARCH = { from: '2026-03-01', to: '2026-03-31' };
let accountId: AccountId;
let admin: Caller;
let driver: Caller;
let other: Caller;
let driverId: number;
let members: [admin: { id: number }, driver: { id: number }, other: { id: number }];
let unit: MadeUnit;
let ids: { business: number; night: number; secret: number };

beforeAll(async () => {
  app.clock.now = new Date('2026-04-03T08:00:00Z');
  accountId = await makeAccount(app.database, { name: 'Åkeriet AB' });
  const anna = await makeMember(app.database, { accountId, fullName: 'Anna Admin' });
  const member = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  driverId = member.id;
  const colleague = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Kim Kollega' });
  members = [anna, member, colleague];
  await signIn();
  unit = await makeUnit(app.database, { accountId, name: 'Volvo Västra', visibleTo: [driverId, colleague.id] });
  await sql`UPDATE unit SET registration_number = 'ABC12D' WHERE id = ${unit.unitId}`.execute(owner);
  await owner
    .insertInto('object_description')
    .values({
      unit_id: unit.unitId,
      account_id: accountId,
      manufacturer: 'Volvo',
      model: 'V60',
      built_year: 2023,
      changed_at: new Date(),
    })
    .execute();
  const made = async (trip: NewTrip, odometerM: number): Promise<number> => {
    const id = await makeTrip(app.database, { accountId, unitId: unit.unitId }, { driver: driverId, ...trip });
    const stop = odometerM + (trip.distanceM ?? 10_000);
    await sql`UPDATE trip SET start_odometer_m = ${odometerM}, stop_odometer_m = ${stop} WHERE id = ${id}`.execute(owner);
    return id;
  };
  ids = {
    business: await made({ start: '2026-03-10T07:00:00Z', distanceM: 12_345 }, 100_000),
    night: await made({ start: '2026-03-12T22:40:00Z', minutes: 60, distanceM: 20_000 }, 112_345),
    secret: await made(
      { start: '2026-03-20T17:00:00Z', type: 'private', distanceM: 8100, stopAddress: 'Hemliga gatan 7' },
      132_345,
    ),
  };
  await made({ start: '2026-04-01T08:00:00Z' }, 140_445);
  await driver.call(updateTrip, {
    params: { id: ids.business },
    body: { purpose: '=Kundbesök; "akut"', visited: 'Bygg & Co', note: 'Rad 1' },
  });
});

// Files are counted by address: each test sits elsewhere, as all of them together ask for more than a minute allows.
let sittings = 0;
async function signIn(): Promise<void> {
  const address = `10.0.0.${++sittings}`;
  [admin, driver, other] = (await Promise.all(members.map((each) => app.signInAs(each, address)))) as [Caller, Caller, Caller];
}
beforeEach(signIn);

type Query = Record<string, string | number | boolean>;
async function download(
  caller: Caller,
  format: 'csv' | 'xlsx' | 'pdf' | 'json',
  query: Query = {},
  language = 'sv',
): Promise<Buffer> {
  const answer = await caller.call(
    downloadLog,
    { params: { format }, query: { ...MARCH, imeis: unit.imei, ...query } },
    { 'accept-language': language },
  );
  expect([answer.status, answer.errors]).toEqual([200, undefined]);
  return answer.raw;
}
const csv = async (caller: Caller, query: Query = {}, language = 'sv') =>
  (await download(caller, 'csv', query, language)).toString('utf8');
const rowsOf = (text: string): string[] => text.split('\r\n\r\n')[0]!.split('\r\n').slice(1);

test('TRIP-016, REP-007: a Swedish CSV has its header row first, decimal commas and semicolons; an English one points and commas', async () => {
  const text = await csv(driver);
  expect(text.startsWith('\ufeffDatum;Start;Stopp;Enhet;Registreringsnummer;Förare;')).toBe(true);
  const [business, night] = rowsOf(text);
  expect(business).toContain('2026-03-10;2026-03-10 08:00;2026-03-10 08:30;Volvo Västra;ABC12D;Dag Driver;;');
  expect(business).toContain(';100,0;112,3;12,345;30;Tjänst;');
  expect(night).toContain('2026-03-12;2026-03-12 23:40;2026-03-13 00:40;');
  const english = await csv(driver, {}, 'en');
  expect(english.startsWith('\ufeffDate,Start,Stop,Unit,Registration number,Driver,')).toBe(true);
  expect(english).toContain(',100.0,112.3,12.345,30,Business,');
  expect((await csv(driver, {}, 'no')).startsWith('\ufeffDato;Start;Stopp;Enhet;Registreringsnummer;Fører;')).toBe(true);
});

test('TRIP-017: a text that a spreadsheet would take for a formula, or for the end of its cell, stays a text', async () => {
  expect(rowsOf(await csv(driver))[0]).toContain(`"'=Kundbesök; ""akut""";Bygg & Co;;Rad 1;`);
});

test('TRIP-017, REP-018: an export states account, unit, vehicle, driver, period, filters, zone, when it was made, odometers and totals', async () => {
  const text = await csv(driver, { types: 'business', search: 'Hornsgatan' });
  const about = text.slice(text.indexOf('\r\n\r\n'));
  for (const line of [
    'Konto;Åkeriet AB',
    'Enheter;Volvo Västra (ABC12D)',
    'Fordon;Volvo Västra (ABC12D): Volvo V60 2023',
    'Förare;Dag Driver',
    'Period;2026-03-01 till 2026-03-31',
    'Urval;"Typ: Tjänst; Text: Hornsgatan"',
    'Tidszon;Europe/Stockholm',
    'Framtagen;2026-04-03 10:00 av Dag Driver',
    'Resor;2',
    'Tjänst;"32,3\u00a0km"',
    'Privat;"0,0\u00a0km"',
    'Totalt;"32,3\u00a0km"',
    'Volvo Västra (ABC12D);"Vid periodens början: 100,0\u00a0km; Vid periodens slut: 140,4\u00a0km"',
    ';Inte attesterad',
  ])
    expect(about).toContain(`\r\n${line}\r\n`);
});

test('TRIP-017: a log that words narrow names the units and drivers that are in it, with how many trips nobody is known to have driven', async () => {
  const mine = await makeAccount(app.database);
  const anna = await makeMember(app.database, { accountId: mine, fullName: 'Anna Admin' });
  const caller = await app.signInAs(anna);
  const [crane, bus] = [
    await makeUnit(app.database, { accountId: mine, name: 'Kran 113' }),
    await makeUnit(app.database, { accountId: mine, name: 'Buss 7' }),
  ];
  const drive = (car: MadeUnit, trip: NewTrip) => makeTrip(app.database, { accountId: mine, unitId: car.unitId }, trip);
  await drive(crane, { start: '2026-03-10T07:00:00Z', driver: anna.id });
  await drive(crane, { start: '2026-03-11T07:00:00Z' });
  await drive(bus, { start: '2026-03-11T07:00:00Z' });
  const secret = { start: '2026-03-12T07:00:00Z', type: 'private', driver: driverId };
  await drive(crane, secret);
  const about = async (query: Query) => (await csv(caller, { imeis: '', ...query })).replaceAll('"', '');
  expect(await about({ search: '113' })).toContain('\r\nEnheter;Kran 113\r\n');
  expect(await about({ search: '113' })).toContain('\r\nFörare;Anna Admin, 1 resa utan förare\r\n');
  expect(await about({})).toContain('\r\nEnheter;Alla enheter (2 enheter)\r\n');
  expect(await about({}), 'of a masked trip nothing is told').toContain('\r\nFörare;Anna Admin, 2 resor utan förare\r\n');
  expect(await about({ search: 'finns inte' })).toContain('\r\nEnheter;Inga\r\n');
});

test('REP-018: the odometer at the end of a period is what was read off after its last trip; the trip tells where nothing was', async () => {
  const mine = await makeAccount(app.database);
  const member = await makeMember(app.database, { accountId: mine });
  const caller = await app.signInAs(member);
  const car = await makeUnit(app.database, { accountId: mine });
  const of = { accountId: mine, unitId: car.unitId };
  await makeTrip(app.database, of, { start: '2026-03-10T07:00:00Z', distanceM: 12_000 });
  const read = (at: string, value: number) =>
    owner
      .insertInto('unit_reading')
      .values({
        account_id: mine,
        unit_id: car.unitId,
        kind: 'odometer',
        taken_at: at,
        saved_at: at,
        value,
        member_id: member.id,
      })
      .execute();
  const ends = async (to: string) =>
    /periodens slut: ([\d,\s]+)\skm/.exec(await csv(caller, { imeis: car.imei, to }))?.[1]?.replaceAll(/\s/g, '');
  expect(await ends('2026-03-31')).toBe('1010,0');
  await read('2026-03-31T21:00:00Z', 1_042_000);
  expect(await ends('2026-03-31')).toBe('1042,0');
  await makeTrip(app.database, of, { start: '2026-04-01T07:00:00Z', distanceM: 5000 });
  await owner
    .updateTable('trip')
    .set({ attested_stop_odometer_m: 1_047_000 })
    .where('unit_id', '=', car.unitId)
    .where('started_at', '>', new Date('2026-04-01'))
    .execute();
  expect(await ends('2026-04-30')).toBe('1047,0');
});

test('TRIP-019, REP-007: fuel, CO2 and average speed stand in CSV, workbook, PDF and JSON, each with its sum; electricity by itself, and of what is not stated nothing', async () => {
  const mine = await makeAccount(app.database);
  const caller = await app.signInAs(await makeMember(app.database, { accountId: mine }));
  const [diesel, electric] = [
    await makeUnit(app.database, { accountId: mine }),
    await makeUnit(app.database, { accountId: mine }),
  ];
  await sql`UPDATE unit SET fuel_type = 'diesel', consumption_per_10km = 0.6, co2_g_per_km = 150 WHERE id = ${diesel.unitId}`.execute(
    owner,
  );
  await sql`UPDATE unit SET fuel_type = 'electric', consumption_per_10km = 1.7 WHERE id = ${electric.unitId}`.execute(owner);
  await makeTrip(app.database, { accountId: mine, unitId: diesel.unitId }, { start: '2026-03-10T07:00:00Z', distanceM: 12_345 });
  await makeTrip(
    app.database,
    { accountId: mine, unitId: electric.unitId },
    { start: '2026-03-11T07:00:00Z', distanceM: 20_000 },
  );
  const all = { imeis: '' };
  const text = await csv(caller, all);
  expect(text.slice(0, text.indexOf('\r\n')).replaceAll('"', '')).toContain(
    'Medelhastighet (km/h);Drivmedel (liter, beräknat);El (kWh, beräknat);CO2 (kg, beräknat);',
  );
  const [first, second] = rowsOf(text);
  expect(first).toContain(';25;0,741;;1,852;');
  expect(second).toContain(';40;;3,400;;');
  for (const line of ['Drivmedel (liter, beräknat);0,7', 'El (kWh, beräknat);3,4', 'CO2 (kg, beräknat);1,9'])
    expect(text.replaceAll('"', '')).toContain(`\r\n${line}\r\n`);
  const workbook = unzipSync(await download(caller, 'xlsx', all));
  const sheet = Object.entries(workbook).find(([name]) => name.endsWith('sheet1.xml'))![1];
  expect(strFromU8(sheet), 'as numbers').toContain('<v>3.4');
  expect((await download(caller, 'pdf', all)).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await csv(caller, all, 'en')).toContain(',25,0.741,,1.852,');
  const json = JSON.parse((await download(caller, 'json', all)).toString('utf8')) as { trips: object[]; totals: object };
  expect(json.trips).toMatchObject([
    { fuel: expect.closeTo(0.7407, 4), fuel_unit: 'l' },
    { fuel: expect.closeTo(3.4, 6), fuel_unit: 'kWh', co2_kg: null },
  ]);
  expect(json.totals).toMatchObject({
    fuel_l: expect.closeTo(0.7407, 4),
    electricity_kwh: expect.closeTo(3.4, 6),
    co2_kg: expect.closeTo(1.85175, 5),
  });
});

test('TRIP-035: a log over the turn of the year states the odometer on 1 January', async () => {
  await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start: '2025-12-30T08:00:00Z' });
  expect(await csv(driver, { from: '2025-12-01', to: '2026-03-31' })).toContain('1 januari 2026: 1\u202f010,0\u00a0km');
  expect(await csv(driver, { from: '2025-12-01', to: '2025-12-31' })).toContain('1 januari 2026: 1\u202f010,0\u00a0km');
  await sql`DELETE FROM trip WHERE started_at < '2026-01-01'`.execute(owner);
});

test('TRIP-032: of a private trip of somebody else only date, distance and odometer leave, in every format', async () => {
  for (const caller of [admin, other]) {
    const row = rowsOf(await csv(caller))[2]!;
    expect(row).toBe(
      '2026-03-20;;;Volvo Västra;ABC12D;;;;;132,3;140,4;8,100;;Privat;;;;;;;;;;;;"Någon annans privata resa: bara datum, sträcka och mätarställning visas"',
    );
    for (const format of ['csv', 'json'] as const) expect((await download(caller, format)).toString()).not.toContain('Hemliga');
    const sheets = Object.values(unzipSync(await download(caller, 'xlsx'))).map((file) => strFromU8(file));
    expect(sheets.join('')).not.toContain('Hemliga');
    expect(await csv(caller, { search: 'Hemliga' })).toContain('\r\nResor;0\r\n');
  }
  expect(rowsOf(await csv(driver))[2]).toContain('Hemliga gatan 7');
});

test('TRIP-017: an export holds the rows that the log shows under the same filter, and takes every filter that the log has', async () => {
  expect(Object.keys(exportQuery.shape)).toEqual(expect.arrayContaining(Object.keys(tripFilter.shape)));
  for (const filter of [
    {},
    { types: ['private'] as const },
    { search: 'bygg' },
    { min_distance_m: 15_000 },
    { purpose_missing: true },
    { attested: 'yes' as const },
  ]) {
    const shown = await driver.call(generateTrips, {
      body: { ...MARCH, imeis: [unit.imei], descending: false, ...filter, types: [...(filter.types ?? [])] },
    });
    const query = Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]));
    const file = JSON.parse((await download(driver, 'json', query)).toString()) as {
      trips: { id: number }[];
      totals: { distance_m: number };
    };
    expect(file.trips.map(({ id }) => id)).toEqual(shown.data!.trips.map(({ id }) => id));
    expect(file.totals.distance_m).toBe(shown.data!.totals.distance_m);
  }
});

test('TRIP-017: names in a filter may hold commas', async () => {
  await driver.call(updateTrip, { params: { id: ids.night }, body: { project: 'E18, etapp 2' } });
  expect(rowsOf(await csv(driver, { projects: encodeURIComponent('E18, etapp 2') }))).toHaveLength(1);
});

test('TRIP-031: a trip changed later than seven days after it is marked in the export', async () => {
  expect(rowsOf(await csv(driver))[0]).toContain('Ändrad senare än 7 dagar efter resan');
  expect(rowsOf(await csv(driver))[2]).not.toContain('Ändrad senare');
});

test('TRIP-017, TRIP-023: why the odometer of a trip differs stands in the export, of a private trip only for its driver', async () => {
  const moved = [ids.night, ids.secret];
  const differ = (metres: number) =>
    sql`UPDATE trip SET stop_odometer_m = stop_odometer_m + ${metres}::bigint WHERE id = ANY (${moved}::bigint[])`.execute(owner);
  const explain = async (odometer_explanation: { reason: 'tracker-moved'; note: string } | null) => {
    for (const id of moved) await driver.call(updateTrip, { params: { id }, body: { odometer_explanation } });
  };
  await differ(3000);
  await explain({ reason: 'tracker-moved', note: 'Ny bil' });
  const said = 'Mätarskillnad förklarad: Spåraren flyttades eller byttes. Ny bil';
  expect(rowsOf(await csv(driver)).map((row) => row.includes(said))).toEqual([false, true, true]);
  expect(rowsOf(await csv(other)).map((row) => row.includes(said))).toEqual([false, true, false]);
  await explain(null);
  await differ(-3000);
});

test('TRIP-017: a workbook has real numbers and the account’s own wall clock', async () => {
  const files = unzipSync(await download(driver, 'xlsx'));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!);
  // 2026-03-10 08:00 in days since 1900, as the account's clock shows it.
  expect(sheet).toContain('<v>46091.33333333333</v>');
  expect(sheet).toContain('<v>12.345</v>');
  expect(strFromU8(files['xl/workbook.xml']!)).toContain('Om körjournalen');
});

test('TRIP-017: a British log counts miles beside kilometres', async () => {
  await sql`UPDATE account SET country = 'GB' WHERE id = ${accountId}`.execute(owner);
  const text = await csv(driver, {}, 'en');
  await sql`UPDATE account SET country = 'SE' WHERE id = ${accountId}`.execute(owner);
  expect(text).toContain('Distance (km),Distance (miles)');
  expect(text).toContain('12.345,7.671,');
});

test('API-075, UNIT-008, ERR-010: a period over 12 months, a user without units, a PDF with routes over 7 days and a unit of somebody else are refused', async () => {
  const ask = (query: object, caller = driver, format: 'csv' | 'pdf' = 'csv') =>
    caller.call(downloadLog, { params: { format }, query: { ...MARCH, imeis: unit.imei, ...query } });
  expect((await ask({ to: '2027-03-02' })).errors).toBe('PeriodMaxMonths');
  expect((await ask({ routes: true }, driver, 'pdf')).errors).toBe('RouteMaxDays');
  expect((await ask({ to: '2026-02-01' })).errors).toEqual({ to: ['EndDateMustBeAfterStart'] });
  const stranger = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  expect((await ask({}, stranger)).errors).toBe('UnitNotFound');
  const none = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  expect((await ask({}, none)).errors).toBe('UnitNotFound');
  // Of all units, where there is none: a file could not say so.
  expect(await ask({ imeis: '' }, none), 'UNIT-008, ERR-010').toMatchObject({ status: 404, errors: 'NoTrackerForUser' });
  expect(await ask({ imeis: '' }, stranger)).toMatchObject({ status: 404, errors: 'NoTrackerForUser' });
});

test('ADM-018: every file is known by its fingerprint, to anybody who has it, and stands in the audit log; one changed digit is not ours', async () => {
  const file = await download(driver, 'pdf');
  const ask = async (bytes: Buffer) =>
    (await app.stranger.call(verifyFile, { body: { sha256: createHash('sha256').update(bytes).digest('hex') } })).data!.file;
  expect(await ask(file)).toEqual({ kind: 'log-pdf', at: '2026-04-03T08:00:00.000Z' });
  const text = await csv(driver);
  expect(await ask(Buffer.from(text))).toMatchObject({ kind: 'log-csv' });
  expect(await ask(Buffer.from(text.replace('12,345', '12,346')))).toBeNull();
  const { rows } = (await admin.call(readAudit, { query: { action: 'log-exported' } })).data!;
  expect(rows[0]).toMatchObject({ actor: 'Dag Driver', subject: 'Volvo Västra' });
  expect(rows[0]?.details, 'TRIP-032: no number that follows from driving').toEqual({
    format: 'csv',
    from: '2026-03-01',
    to: '2026-03-31',
  });
});

test('ADM-018: a list that the browser makes a file of is on record with its unit and days, without a number that follows from driving', async () => {
  const record = async (caller: typeof driver, body: InputOf<'exports.record-list'>['body']) =>
    (await caller.call(recordList, { body })).status;
  expect(await record(driver, { list: 'alarms', format: 'xlsx', from: '2026-03-01', to: '2026-03-31', rows: 12 })).toBe(200);
  expect(await record(driver, { list: 'lock-log', format: 'csv', imei: unit.imei, rows: 3 })).toBe(200);
  expect(await record(admin, { list: 'units', format: 'csv', rows: 40 })).toBe(200);
  expect(await record(driver, { list: 'lock-log', format: 'csv', imei: '350000000000999', rows: 3 })).toBe(404);
  const { rows } = (await admin.call(readAudit, { query: { action: 'list-exported' } })).data!;
  expect(rows.map(({ actor, subject, details }) => ({ actor, subject, details }))).toEqual([
    { actor: expect.any(String), subject: 'units', details: { format: 'csv' } },
    { actor: 'Dag Driver', subject: 'lock-log', details: { format: 'csv', units: 'Volvo Västra', count: 3 } },
    { actor: 'Dag Driver', subject: 'alarms', details: { format: 'xlsx', from: '2026-03-01', to: '2026-03-31' } },
  ]);
});

test('TRIP-016: a PDF of 400 trips is written with every page numbered and routes drawn on request', async () => {
  const many = await makeUnit(app.database, { accountId, visibleTo: [driverId] });
  for (let i = 0; i < 400; i += 1)
    await makeTrip(
      app.database,
      { accountId, unitId: many.unitId },
      { start: new Date(Date.UTC(2026, 2, 1, 0, i * 90)).toISOString(), driver: driverId },
    );
  const plain = await download(driver, 'pdf', { imeis: many.imei });
  expect(plain.subarray(0, 5).toString()).toBe('%PDF-');
  const week = { imeis: many.imei, from: '2026-03-01', to: '2026-03-05' };
  const drawn = await download(driver, 'pdf', { ...week, routes: true });
  expect(drawn.toString('latin1').match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(
    (await download(driver, 'pdf', week)).toString('latin1').match(/\/Type \/Page\b/g)!.length,
  );
});

test('13-A1, TRIP-011: the routes of a PDF are those of business trips, whoever writes it: it is handed on', async () => {
  const boat = await makeUnit(app.database, { accountId, visibleTo: [driverId] });
  await makeTrip(
    app.database,
    { accountId, unitId: boat.unitId },
    { start: '2026-03-02T08:00:00Z', driver: driverId, type: 'private' },
  );
  const pagesOf = async (routes: boolean) =>
    (await download(driver, 'pdf', { imeis: boat.imei, from: '2026-03-01', to: '2026-03-05', routes }))
      .toString('latin1')
      .match(/\/Type \/Page\b/g)!.length;
  expect(await pagesOf(true)).toBe(await pagesOf(false));
});

interface LogFile {
  periods: { seal: Seal; document: SealDocument; before: Seal | null; after: Seal | null }[];
}
test('Seal, ATT-016: the JSON of an attested period verifies with the public keys, masked or not; the export names both attestations', async () => {
  await driver.call(attest, { body: { ...MARCH, imei: unit.imei } });
  const { id } = await owner.selectFrom('attestation').select('id').where('account_id', '=', accountId).executeTakeFirstOrThrow();
  await admin.call(toggleAttestation, { body: { id, attested: true } });
  const { keys } = (await app.stranger.call(verifyKeys)).data!;
  const known = new Map(await Promise.all(keys.map(async ({ id, jwk }) => [id, await publicKeyOf(jwk)] as const)));
  const withheld = async (caller: Caller, query: Query = {}) => {
    const file = JSON.parse((await download(caller, 'json', query)).toString()) as LogFile;
    const [period] = file.periods;
    const verdict = await verifySeal(period!, known, period!.before);
    expect(verdict.faults).toEqual([]);
    return { ...verdict, text: JSON.stringify(period) };
  };
  expect((await withheld(driver)).withheld).toBe(0);
  const masked = await withheld(admin);
  expect(masked.withheld).toBeGreaterThan(5);
  expect(masked.text).not.toContain('Hemliga');
  // What the filter leaves out does not leave either.
  expect((await withheld(driver, { types: 'private' })).text).not.toContain('Bygg & Co');
  const text = await csv(admin);
  expect(text).toContain('Alla resor i körjournalen är attesterade');
  expect(text).toMatch(
    /Volvo Västra, Dag Driver, 2026-03-01 till 2026-03-31";"Attesterad av föraren: Dag Driver, 2026-04-03 10:00; Attesterad av en administratör: Anna Admin, 2026-04-03 10:00"/,
  );
  // Runs of glyphs break where a line does; blanks are no part of the proof.
  const paper = textOfPdf(await download(admin, 'pdf')).replaceAll(/\s+/g, '');
  for (const named of [
    'Attesterad av föraren: Dag Driver, 2026-04-03 10:00',
    'Attesterad av en administratör: Anna Admin, 2026-04-03 10:00',
  ])
    expect(paper).toContain(named.replaceAll(' ', ''));
});

test('12-A8: a JSON export says of each period where the log differs from its seal, withheld rows too, without what is withheld', async () => {
  const altered = async (caller: Caller): Promise<Record<string, unknown>[]> => {
    const file = JSON.parse((await download(caller, 'json')).toString()) as { periods: { altered: Record<string, unknown>[] }[] };
    return file.periods.flatMap((period) => period.altered);
  };
  expect([await altered(driver), await altered(admin)]).toEqual([[], []]);
  const { business, night, secret } = ids;
  const { rows: were } = await sql<{ address: string; attestation_id: number }>`
    SELECT start_address AS address, attestation_id FROM trip WHERE id = ${secret}`.execute(owner);
  await sql`UPDATE trip SET start_address = 'Forged Street 666' WHERE id IN (${business}, ${secret})`.execute(owner);
  await sql`UPDATE trip SET passengers = '[{"name":"Pia"}]', attestation_id = NULL WHERE id = ${night}`.execute(owner);
  await sql`UPDATE trip SET passengers = '[{"name":"Pia"}]' WHERE id = ${business}`.execute(owner);
  await sql`UPDATE unit SET registration_number = 'XXX999' WHERE id = ${unit.unitId}`.execute(owner);
  const added = await makeTrip(
    app.database,
    { accountId, unitId: unit.unitId },
    { driver: driverId, start: '2026-03-25T07:00:00Z' },
  );
  await sql`UPDATE trip SET attestation_id = ${were[0]!.attestation_id} WHERE id = ${added}`.execute(owner);
  const forged = { field: 'start_address', found: 'Forged Street 666', is_name: false };
  const own = await altered(driver);
  for (const one of [
    { ...forged, row: 0, trip_id: business, sealed: were[0]!.address },
    { ...forged, row: 2, trip_id: secret },
    { row: 0, field: 'passengers', sealed: '[]', found: '["Pia"]' },
    { row: 1, trip_id: night, field: null },
    { row: null, trip_id: added, field: null },
    { row: null, field: 'registration_number', sealed: 'ABC12D', found: 'XXX999', is_name: true },
  ])
    expect(own).toContainEqual(expect.objectContaining(one));
  expect(await altered(admin)).toContainEqual({ row: 2, trip_id: null, field: 'start_address', is_name: false });
  await sql`UPDATE trip SET attestation_id = NULL WHERE id = ${added}`.execute(owner);
  await sql`DELETE FROM trip WHERE id = ${added}`.execute(owner);
  await sql`UPDATE trip SET start_address = ${were[0]!.address}, passengers = '[]', attestation_id = ${were[0]!.attestation_id}
    WHERE id IN (${business}, ${night}, ${secret})`.execute(owner);
  await sql`UPDATE unit SET registration_number = 'ABC12D' WHERE id = ${unit.unitId}`.execute(owner);
  expect(await altered(driver)).toEqual([]);
});

test('TRIP-035: every column that the table of the tax authorities names is in the export', () => {
  const table = readFileSync(new URL('../../../../../docs/tax-log.md', import.meta.url), 'utf8');
  const named = table
    .split('\n')
    .filter((line) => /^\| .*\|$/.test(line))
    .flatMap((line) => [...(line.split('|').at(-2) ?? '').matchAll(/`(\w+)`/g)].map(([, id]) => id ?? ''));
  expect(named).toEqual(expect.arrayContaining(['plate', 'start_odometer', 'visited', 'miles']));
  expect(columnsFor('GB', { passengerRate: true, tolls: true }).map(({ id }) => id)).toEqual(expect.arrayContaining(named));
});

test('13-D: a log of boats alone is in nautical miles and knots; with a car beside them it is in kilometres', async () => {
  const boat = await makeUnit(app.database, { accountId, name: 'Havsörn', kind: 'boat' });
  const start = '2026-03-14T08:00:00Z';
  const id = await makeTrip(app.database, { accountId, unitId: boat.unitId }, { start, minutes: 60, distanceM: 18_520 });
  await sql`UPDATE trip SET start_odometer_m = 1852000, stop_odometer_m = 1870520 WHERE id = ${id}`.execute(owner);
  const text = await csv(admin, { imeis: boat.imei });
  expect(text.split('\r\n')[0]).toContain(';Logg vid start (nm);Logg vid stopp (nm);Distans (nm);');
  expect(text.split('\r\n')[0]).toContain(';Medelfart (knop);');
  expect(rowsOf(text)[0]).toContain(';1000,0;1010,0;10,000;60;');
  expect(rowsOf(text)[0]).toContain(';10,0;');
  expect(text).toContain('10,0\u00a0nm');
  expect(text).not.toContain('\u00a0km');
  const paper = textOfPdf(await download(admin, 'pdf', { imeis: boat.imei }));
  expect(paper).toContain('Distans (nm)');
  expect(paper).toMatch(/10,0\s*kn/);
  const both = await csv(admin, { imeis: `${boat.imei},${unit.imei}` });
  expect(both.split('\r\n')[0]).toContain(';Sträcka (km);');
  expect(both).toContain(';18,520;60;');
});
