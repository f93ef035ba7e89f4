import { DAY_MS } from '@spora/calendar/durations';
import { readAudit } from '@spora/contract/accounts/endpoints';
import { exportOwnData, exportPersonData } from '@spora/contract/accounts/settings';
import {
  getReceipt,
  listRefuellings,
  removeReceipt,
  removeRefuelling,
  restoreRefuelling,
  saveRefuelling,
} from '@spora/contract/refuelling/endpoints';
import { pathOf } from '@spora/contract/paths';
import { lockUnit } from '@spora/contract/units/endpoints';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { jpegOf, withExif } from '../../testing/picture.ts';
import { makeTrip } from '../../testing/trips.ts';
import { dropOldRefuellings } from './service.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner, pipeline } = app.database;
const NOW = new Date('2026-04-03T08:00:00Z');
app.clock.now = NOW;

async function newAccount() {
  const accountId = await makeAccount(app.database);
  const admin = await makeMember(app.database, { accountId, fullName: 'Anna Admin' });
  const driver = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  const colleague = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Kim Kollega' });
  const without = await makeMember(app.database, { accountId, isAdmin: false });
  const unit = await makeUnit(app.database, { accountId, visibleTo: [driver.id, colleague.id] });
  await owner.updateTable('unit').set({ fuel_type: 'diesel' }).where('id', '=', unit.unitId).execute();
  return {
    accountId,
    unit,
    driverId: driver.id,
    params: { imei: unit.imei },
    admin: await app.signInAs(admin),
    driver: await app.signInAs(driver),
    colleague: await app.signInAs(colleague),
    without: await app.signInAs(without),
  };
}

const photo = async (): Promise<Buffer> => withExif(await jpegOf(120, 200), 1, 'GPS 59.9 16.6');
async function attach(caller: Caller, { imei, id }: { imei: string; id: number }, payload?: Buffer) {
  const response = await caller.request({
    method: 'PUT',
    url: pathOf('refuelling.set-receipt', { imei, id }),
    headers: { 'content-type': 'image/jpeg' },
    payload: payload ?? (await photo()),
  });
  return { status: response.statusCode, errors: response.json<{ errors?: unknown }>().errors };
}

const ENTRY = {
  at: '2026-04-01T10:15:00Z',
  fuel_type: 'diesel',
  amount: 48.2,
  price: 912.4,
  currency: 'SEK',
  odometer_km: 12_000,
  station: 'Macken i Sala',
  note: 'Biltvätt ingår',
} as const;
const list = async (caller: Caller, imei: string) => (await caller.call(listRefuellings, { params: { imei } })).data!;
const add = async (caller: Caller, imei: string, body: object = {}) =>
  (await caller.call(saveRefuelling, { params: { imei }, body: { ...ENTRY, ...body } })).data!.id;

test('TRIP-035: a driver notes what was filled, for how much, at which odometer; the list has the newest first and what was used since', async () => {
  const { params, driver, admin } = await newAccount();
  const draft = (await list(driver, params.imei)).draft;
  expect(draft).toMatchObject({ fuel_type: 'diesel', currency: 'SEK' });
  await add(driver, params.imei);
  await add(driver, params.imei, { at: '2026-04-02T10:00:00Z', odometer_km: 12_500, amount: 30, price: null, currency: null });
  const { rows } = await list(admin, params.imei);
  expect(rows).toMatchObject([
    { amount: 30, price: null, currency: null, odometer_km: 12_500, per_10km: 0.6, recorded_by: 'Dag Driver' },
    { ...ENTRY, at: '2026-04-01T10:15:00.000Z', per_10km: null, has_receipt: false, is_masked: false },
  ]);
  const { rows: audit } = (await admin.call(readAudit, { query: { action: 'refuelling-added' } })).data!;
  expect(audit.map(({ details }) => [details['filled'], details['amount'], details['currency']])).toEqual([
    [30, undefined, undefined],
    [ENTRY.amount, ENTRY.price, ENTRY.currency],
  ]);
});

test('ADM-018: a corrected refuelling is told by its amount before and after, and never by where or when it was', async () => {
  const { params, driver, admin } = await newAccount();
  const id = await add(driver, params.imei);
  const body = { ...ENTRY, id, amount: 84.2, station: 'Macken i Gävle', at: '2026-04-01T11:15:00Z' };
  expect((await driver.call(saveRefuelling, { params, body })).status).toBe(200);
  const [line] = (await admin.call(readAudit, { query: { action: 'refuelling-changed' } })).data!.rows;
  expect(line).toMatchObject({
    details: { fields: 'at, amount, station', fuel_type: 'diesel', filled: 84.2 },
    changes: [{ field: 'amount', before: 48.2, after: 84.2 }],
  });
  expect(JSON.stringify(line)).not.toMatch(/Macken|11:15/);
});

test('TRIP-035: an amount no vehicle holds, a price without its currency and a time to come are refused with what to do', async () => {
  const { params, driver } = await newAccount();
  const refused = async (body: object) => (await driver.call(saveRefuelling, { params, body: { ...ENTRY, ...body } })).errors;
  expect(await refused({ amount: 2001 })).toEqual({ amount: ['RefuellingTooMuch'] });
  expect(await refused({ amount: 0 })).toEqual({ amount: ['SpecifyAmount'] });
  expect(await refused({ currency: null })).toEqual({ currency: ['SpecifyCurrency'] });
  expect(await refused({ at: '2026-04-03T09:00:00Z' })).toEqual({ at: ['RefuellingInFuture'] });
  await add(driver, params.imei, { at: '2026-04-03T08:02:00Z' });
  expect((await list(driver, params.imei)).rows[0]!.at).toBe(NOW.toISOString());
});

test('TRIP-035: an odometer below an earlier entry, or above a later one, is asked about and not refused', async () => {
  const { params, driver } = await newAccount();
  await add(driver, params.imei);
  const body = { ...ENTRY, at: '2026-04-02T10:00:00Z', odometer_km: 11_999 };
  expect(await driver.call(saveRefuelling, { params, body })).toMatchObject({ status: 409, errors: 'ConfirmRefuelling' });
  expect((await driver.call(saveRefuelling, { params, body: { ...body, confirmed: true } })).status).toBe(200);
  const earlier = { ...ENTRY, at: '2026-03-31T10:00:00Z', odometer_km: 12_001 };
  expect((await driver.call(saveRefuelling, { params, body: earlier })).errors).toBe('ConfirmRefuelling');
  // Without an odometer there is nothing to ask about.
  await add(driver, params.imei, { odometer_km: null });
});

test('TRIP-035: an odometer equal to that of the filling before is asked about; a charge at it is not, nor is the entry itself', async () => {
  const { params, driver } = await newAccount();
  const id = await add(driver, params.imei);
  const again = { ...ENTRY, at: '2026-04-02T10:00:00Z' };
  const save = (body: object) => driver.call(saveRefuelling, { params, body: { ...again, ...body } });
  expect(await save({})).toMatchObject({ status: 409, errors: 'ConfirmSameOdometer' });
  expect((await save({ fuel_type: 'electric' })).status).toBe(200);
  expect((await save({ id, ...ENTRY, amount: 40 })).status).toBe(200);
  expect((await save({ confirmed: true })).status).toBe(200);
});

test('TRIP-035: an amount or a price far from the entries before is asked about; what was confirmed is not asked again, nor what is kept', async () => {
  const { params, driver } = await newAccount();
  const days = ['2026-03-28', '2026-03-29', '2026-03-30'];
  for (const [i, day] of days.entries()) await add(driver, params.imei, { at: `${day}T10:00:00Z`, odometer_km: 11_000 + i });
  const save = (body: object) => driver.call(saveRefuelling, { params, body: { ...ENTRY, ...body } });
  const refused = { status: 409, errors: 'ConfirmFilling' };
  expect(await save({ amount: 482, price: 9124 })).toMatchObject(refused);
  expect(await save({ price: 91.24 })).toMatchObject(refused);
  expect((await save({ price: 0 })).status, 'nothing was paid').toBe(200);
  const odd = { amount: 482, price: 9124, odometer_km: 12_500, at: '2026-04-02T10:00:00Z' };
  const id = (await save({ ...odd, confirmed: true })).data!.id;
  expect((await save({ ...odd, id, note: 'Två dunkar' })).status).toBe(200);
  expect(await save({ ...odd, id, amount: 600 })).toMatchObject(refused);
});

test('TRIP-035, SEC-008, LOCK-005: one’s own entries, administrators all; nobody without access, of another account or shut out by a lock', async () => {
  const { params, unit, admin, driver, colleague, without } = await newAccount();
  const id = await add(driver, params.imei);
  const change = { params, body: { ...ENTRY, id, amount: 50 } };
  expect(await colleague.call(saveRefuelling, change)).toMatchObject({ status: 403, errors: 'Forbidden' });
  expect((await list(colleague, params.imei)).rows[0]!.can.edit).toBe(false);
  expect((await admin.call(saveRefuelling, change)).status).toBe(200);
  expect((await list(driver, params.imei)).rows[0]).toMatchObject({ amount: 50, recorded_by: 'Dag Driver', can: { edit: true } });
  const foreign = await newAccount();
  for (const caller of [without, foreign.admin]) {
    expect(await caller.call(listRefuellings, { params })).toMatchObject({ status: 404, errors: 'UnitNotFound' });
    expect(await caller.call(saveRefuelling, change)).toMatchObject({ status: 404, errors: 'UnitNotFound' });
  }
  // The id of another account's entry under one's own unit.
  for (const endpoint of [removeRefuelling, restoreRefuelling, removeReceipt])
    expect((await foreign.admin.call(endpoint, { params: { ...foreign.params, id } })).status).toBe(404);
  expect(await foreign.admin.call(saveRefuelling, { ...change, params: foreign.params })).toMatchObject({
    errors: 'RefuellingNotFound',
  });
  await owner.updateTable('unit').set({ is_benefit_car: true }).where('id', '=', unit.unitId).execute();
  await driver.call(lockUnit, { params, body: { reason: '' } });
  expect(await admin.call(listRefuellings, { params })).toMatchObject({ status: 403, errors: 'UnitLocked' });
  expect(await admin.call(saveRefuelling, change)).toMatchObject({ status: 403, errors: 'UnitLocked' });
});

test('TRIP-035: an entry taken away is gone from the list and can be brought back; after 30 days, and after seven years, it is gone for good', async () => {
  const { params, driver, unit } = await newAccount();
  const id = await add(driver, params.imei);
  const of = { params: { ...params, id } };
  await driver.call(removeRefuelling, of);
  expect((await list(driver, params.imei)).rows).toEqual([]);
  expect((await driver.call(removeRefuelling, of)).errors).toBe('RefuellingNotFound');
  await driver.call(restoreRefuelling, of);
  expect((await list(driver, params.imei)).rows).toHaveLength(1);

  await driver.call(removeRefuelling, of);
  const old = await add(driver, params.imei, { at: '2019-03-01T10:00:00Z', odometer_km: null });
  await attach(driver, { ...params, id: old });
  const kept = await add(driver, params.imei);
  await dropOldRefuellings(pipeline, new Date('2019-04-03'), new Date(NOW.getTime() + 31 * DAY_MS));
  const left = await owner.selectFrom('refuelling').select('id').where('unit_id', '=', unit.unitId).execute();
  expect(left).toEqual([{ id: kept }]);
  const receipts = await owner
    .selectFrom('refuelling_receipt')
    .select('refuelling_id')
    .where('refuelling_id', '=', old)
    .execute();
  expect(receipts).toEqual([]);
});

test('TRIP-035, SEC-012: the receipt is the picture written anew, without the place where it was taken; what is no picture is refused', async () => {
  const { params, driver, colleague, without } = await newAccount();
  const id = await add(driver, params.imei);
  const of = { ...params, id };
  expect((await photo()).toString('latin1')).toContain('GPS 59.9');
  expect((await attach(colleague, of)).errors).toBe('Forbidden');
  expect((await attach(driver, of)).status).toBe(200);
  const shown = await colleague.call(getReceipt, { params: of });
  expect(shown.status).toBe(200);
  expect(shown.raw.toString('latin1')).not.toMatch(/Exif|GPS/);
  expect((await without.call(getReceipt, { params: of })).errors).toBe('UnitNotFound');
  expect((await attach(driver, of, Buffer.from('%PDF-1.7 kvitto'))).errors).toBe('ImageWrongType');
  expect((await list(driver, params.imei)).rows[0]!.has_receipt).toBe(true);
  await driver.call(removeReceipt, { params: of });
  expect((await driver.call(getReceipt, { params: of })).errors).toBe('PictureNotFound');
});

test('TRIP-035, TRIP-032: where somebody’s private trip had taken the unit, an entry tells others its day, amount and odometer, and not when and where', async () => {
  const { accountId, unit, params, driverId, driver, admin, colleague } = await newAccount();
  await makeTrip(
    app.database,
    { accountId, unitId: unit.unitId },
    { start: '2026-04-01T09:00:00Z', type: 'private', driver: driverId },
  );
  const id = await add(driver, params.imei);
  await attach(driver, { ...params, id });
  for (const caller of [admin, colleague]) {
    const [row] = (await list(caller, params.imei)).rows;
    expect(row).toMatchObject({
      at: '2026-03-31T22:00:00.000Z',
      amount: 48.2,
      odometer_km: 12_000,
      station: '',
      note: '',
      recorded_by: '',
      has_receipt: false,
      is_masked: true,
      can: { edit: false },
    });
    expect((await caller.call(getReceipt, { params: { ...params, id } })).errors).toBe('PictureNotFound');
    expect((await caller.call(removeRefuelling, { params: { ...params, id } })).errors).toBe('Forbidden');
  }
  expect((await list(driver, params.imei)).rows[0]).toMatchObject({ station: 'Macken i Sala', is_masked: false });
  const filesOf = (raw: Buffer) => Object.entries(unzipSync(raw)).map(([name, bytes]) => [name, strFromU8(bytes)] as const);
  const own = filesOf((await driver.call(exportOwnData)).raw);
  expect(own.map(([name]) => name)).toEqual(expect.arrayContaining(['refuelling.json', `receipts/${id}.jpg`]));
  expect(own.map(([, text]) => text).join('')).toContain('Macken i Sala');
  const asked = filesOf((await admin.call(exportPersonData, { params: { id: driverId } })).raw);
  expect(asked.map(([name]) => name)).not.toContain(`receipts/${id}.jpg`);
  const text = asked.map(([, each]) => each).join('');
  expect(text).toContain('48.2');
  expect(text).not.toContain('Macken i Sala');
  expect(text).not.toContain('10:15');
});

test('TRIP-032: neither the order of the list, the use per 10 km nor what is asked about an odometer tells when a private driver filled', async () => {
  const { accountId, unit, params, driverId, driver, colleague } = await newAccount();
  await makeTrip(
    app.database,
    { accountId, unitId: unit.unitId },
    { start: '2026-04-01T05:00:00Z', minutes: 60, type: 'private', driver: driverId },
  );
  const before = await add(colleague, params.imei, { at: '2026-03-31T10:00:00Z', odometer_km: 11_000 });
  const secret = await add(driver, params.imei, { odometer_km: 12_000 });
  const told = [];
  // What a colleague tries around the secret entry, which is of 10:15.
  for (const at of ['2026-04-01T10:14:00Z', '2026-04-01T10:16:00Z']) {
    const asked = [];
    for (const odometer_km of [11_500, 12_500])
      asked.push((await colleague.call(saveRefuelling, { params, body: { ...ENTRY, at, odometer_km } })).errors);
    const { rows } = await list(colleague, params.imei);
    told.push({
      asked,
      rows: rows.map(({ id, odometer_km, per_10km }) => [[before, secret].includes(id), odometer_km, per_10km]),
    });
    await sql`DELETE FROM refuelling WHERE unit_id = ${unit.unitId} AND id NOT IN (${before}, ${secret})`.execute(owner);
  }
  expect(told[0]).toEqual(told[1]);
  // On another day it is held against what the colleague can see of it.
  const later = { ...ENTRY, at: '2026-04-02T08:00:00Z', odometer_km: 11_999 };
  expect((await colleague.call(saveRefuelling, { params, body: later })).errors).toBe('ConfirmRefuelling');
});

test('SEC-015, TRIP-035: personal data hold every receipt, however many, each as it is kept', async () => {
  const { accountId, params, driver } = await newAccount();
  const ids: number[] = [];
  for (let day = 1; day <= 23; day += 1)
    ids.push(await add(driver, params.imei, { at: `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`, odometer_km: null }));
  await attach(driver, { ...params, id: ids[0]! });
  await sql`INSERT INTO refuelling_receipt (account_id, refuelling_id, content_type, data)
    SELECT ${accountId}, r.id, p.content_type, p.data FROM refuelling r, refuelling_receipt p
    WHERE r.account_id = ${accountId} AND p.refuelling_id = ${ids[0]} AND r.id <> p.refuelling_id`.execute(owner);
  const kept = (await driver.call(getReceipt, { params: { ...params, id: ids[0]! } })).raw;
  const files = unzipSync((await driver.call(exportOwnData)).raw);
  expect(Object.keys(files).filter((name) => name.startsWith('receipts/'))).toEqual(ids.map((id) => `receipts/${id}.jpg`));
  for (const id of ids) expect(Buffer.from(files[`receipts/${id}.jpg`]!).equals(kept)).toBe(true);
});
