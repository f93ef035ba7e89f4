import {
  attest,
  attestStatus,
  batchAttest,
  checkAttestation,
  toggleAttestation,
  unattest,
} from '@spora/contract/attestation/endpoints';
import { downloadLog } from '@spora/contract/exports/endpoints';
import { EXPORT_FORMATS } from '@spora/contract/exports/values';
import { summaryReport } from '@spora/contract/reports/endpoints';
import {
  addManualTrip,
  bulkUpdateTrips,
  generateTrips,
  mergeTrips,
  previewMerge,
  removeManualTrip,
  setTripType,
  unmergeTrips,
  updateTrip,
} from '@spora/contract/trips/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp, testPorts } from '../../testing/http.ts';
import { remindMonthly } from '../attestation/reminders/service.ts';
import { makeTrip } from '../../testing/trips.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const ports = testPorts();
const app = await testApp({ ports, http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner } = app.database;

const MARCH = { from: '2026-03-01', to: '2026-03-31' };
const REFUSED = { status: 403, errors: 'BasicSubscription' };
let accountId: AccountId;
let admin: Caller;
let driver: Caller;
let driverId: number;
let basic: MadeUnit;
let whole: MadeUnit;
let ids: number[];
let wholeId: number;
let merged: number;
let manual: number;
let attested: number;

const subscribe = (unit: MadeUnit, type: string) =>
  sql`UPDATE unit SET subscription_type = ${type} WHERE id = ${unit.unitId}`.execute(owner);
const manualTrip = (unit: MadeUnit, day: string) => ({
  imei: unit.imei,
  start: `${day}T10:00:00Z`,
  stop: `${day}T10:30:00Z`,
  start_address: 'A',
  stop_address: 'B',
  distance_m: 5000,
  type: 'business' as const,
  purpose: '',
  note: '',
  driver_id: null,
  start_odometer_km: null,
});

/** A unit that had a trip log until now: everything of it is there, and may be read. */
beforeAll(async () => {
  app.clock.now = new Date('2026-04-03T08:00:00Z');
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const member = await makeMember(app.database, { accountId, isAdmin: false });
  driverId = member.id;
  driver = await app.signInAs(member);
  [basic, whole] = [
    await makeUnit(app.database, { accountId, visibleTo: [driverId] }),
    await makeUnit(app.database, { accountId, visibleTo: [] }),
  ];
  const trip = (start: string, unit = basic) =>
    makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, driver: driverId });
  attested = await (async () => {
    await trip('2026-02-10T08:00:00Z');
    const { data } = await driver.call(attest, { body: { from: '2026-02-01', to: '2026-02-28', imei: basic.imei } });
    return data!.attested[0]!.id;
  })();
  ids = [await trip('2026-03-10T08:00:00Z'), await trip('2026-03-10T09:00:00Z')];
  const pair = [await trip('2026-03-12T08:00:00Z'), await trip('2026-03-12T09:00:00Z')];
  merged = (await driver.call(mergeTrips, { body: { trip_ids: pair } })).data!.trip.id;
  manual = (await driver.call(addManualTrip, { body: manualTrip(basic, '2026-03-14') })).data!.trip.id;
  wholeId = await makeTrip(app.database, { accountId, unitId: whole.unitId }, { start: '2026-03-20T08:00:00Z' });
  await subscribe(basic, 'Bas');
});

test('TRIP-033: the log of a unit with the basic subscription is read, and none of its trips can be edited', async () => {
  const { data } = await driver.call(generateTrips, { body: MARCH });
  expect(data!.trips).toHaveLength(4);
  expect(data!.trips.map(({ can }) => can.edit)).toEqual([false, false, false, false]);
});

test('TRIP-033: types, texts and merges of such trips are refused on the server, to its driver and to administrators, and nothing is changed', async () => {
  const [id, second] = ids as [number, number];
  const before = (await admin.call(generateTrips, { body: MARCH })).data;
  for (const caller of [driver, admin]) {
    expect(await caller.call(updateTrip, { params: { id }, body: { purpose: 'Kund' } })).toMatchObject(REFUSED);
    expect((await caller.call(setTripType, { body: { trip_ids: [id], type: 'private' } })).data!.results).toEqual([
      { id, success: false, error: 'BasicSubscription' },
    ]);
    expect((await caller.call(bulkUpdateTrips, { body: { trip_ids: ids, changes: { note: 'x' } } })).data!.results).toEqual(
      ids.map((one) => ({ id: one, success: false, error: 'BasicSubscription' })),
    );
    expect(await caller.call(previewMerge, { body: { trip_ids: [id, second] } })).toMatchObject(REFUSED);
    expect(await caller.call(mergeTrips, { body: { trip_ids: [id, second] } })).toMatchObject(REFUSED);
    expect(await caller.call(unmergeTrips, { body: { trip_id: merged } })).toMatchObject(REFUSED);
    expect(await caller.call(addManualTrip, { body: manualTrip(basic, '2026-03-16') })).toMatchObject(REFUSED);
    expect(await caller.call(removeManualTrip, { params: { id: manual } })).toMatchObject(REFUSED);
  }
  expect((await admin.call(generateTrips, { body: MARCH })).data).toEqual(before);
  // Beside one that has a trip log each still answers for itself.
  const mixed = await admin.call(setTripType, { body: { trip_ids: [id, wholeId], type: 'other' } });
  expect(mixed.data!.results.map(({ success }) => success)).toEqual([false, true]);
});

test('TRIP-033: its periods are neither checked, attested, stamped nor opened again; all units together leave it out', async () => {
  for (const caller of [driver, admin]) {
    expect(await caller.call(checkAttestation, { body: { ...MARCH, imei: basic.imei } })).toMatchObject(REFUSED);
    expect(await caller.call(attest, { body: { ...MARCH, imei: basic.imei } })).toMatchObject(REFUSED);
  }
  // The driver sees no other unit; the administrator's question is about those with a trip log alone.
  expect(await driver.call(attest, { body: MARCH })).toMatchObject(REFUSED);
  expect(await driver.call(attestStatus, { query: { month: '2026-03' } })).toMatchObject(REFUSED);
  expect((await admin.call(checkAttestation, { body: { ...MARCH, user_id: driverId } })).data).toMatchObject({
    totals: { trips: 0 },
    matters: [],
  });
  const { data } = await admin.call(attestStatus, { query: { month: '2026-03' } });
  expect(data!.rows.map(({ unit_id }) => unit_id)).toEqual([whole.unitId]);
  expect(await admin.call(toggleAttestation, { body: { id: attested, attested: true } })).toMatchObject(REFUSED);
  expect(await admin.call(unattest, { body: { id: attested, reason: 'x' } })).toMatchObject(REFUSED);
  const span = { unit_id: basic.unitId, user_id: driverId };
  const batch = await admin.call(batchAttest, {
    body: {
      rows: [
        { ...span, ...MARCH },
        { ...span, attestation_id: attested, from: '2026-02-01', to: '2026-02-28' },
      ],
    },
  });
  expect(batch.data!.results).toEqual([0, 1].map((row) => ({ row, success: false, error: 'BasicSubscription' })));
});

test('TRIP-033, ATT-014: nobody is reminded to attest what cannot be attested', async () => {
  await sql`UPDATE account SET monthly_attest_reminder = true WHERE id = ${accountId}`.execute(owner);
  const mails = async () =>
    await owner
      .selectFrom('mail')
      .select('template')
      .where('account_id', '=', accountId)
      .where('template', 'like', 'attest%')
      .execute();
  const system = { actor: { kind: 'system' as const }, db: app.database.pipeline, now: () => app.clock.now, ports };
  const remind = () =>
    remindMonthly({ ...system, log: { info: () => undefined } } as unknown as Parameters<typeof remindMonthly>[0]);
  await remind();
  expect(await mails()).toEqual([]);
  await subscribe(basic, 'Standard');
  await remind();
  expect((await mails()).length).toBe(1);
  await subscribe(basic, 'Bas');
});

test('TRIP-033: what carries types does not leave: exports in every format and the summary, of that unit and of all that a member sees', async () => {
  const summary = (caller: Caller, imeis: string[] = []) => caller.call(summaryReport, { body: { ...MARCH, imeis } });
  const file = (caller: Caller, format: (typeof EXPORT_FORMATS)[number], imeis = '') =>
    caller.call(downloadLog, { params: { format }, query: { ...MARCH, imeis } });
  for (const format of EXPORT_FORMATS) {
    expect(await file(driver, format)).toMatchObject(REFUSED);
    expect(await file(driver, format, basic.imei)).toMatchObject(REFUSED);
    expect(await file(admin, format, basic.imei)).toMatchObject(REFUSED);
  }
  expect(await summary(driver)).toMatchObject(REFUSED);
  expect(await summary(admin, [basic.imei])).toMatchObject(REFUSED);
  // DEC-73: with one unit that has more the page is the trip log, and its files equal it.
  expect((await file(admin, 'csv')).status).toBe(200);
  expect((await summary(admin)).status).toBe(200);
  expect(
    await owner
      .selectFrom('audit_entry')
      .select('id')
      .where('account_id', '=', accountId)
      .where('action', '=', 'log-exported')
      .execute(),
  ).toHaveLength(1);
});

test('TRIP-033: another account’s basic units stay unknown, and with another subscription everything is back', async () => {
  const stranger = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  expect((await stranger.call(attest, { body: { ...MARCH, imei: basic.imei } })).errors).toBe('UnitNotFound');
  expect((await stranger.call(addManualTrip, { body: manualTrip(basic, '2026-03-17') })).errors).toBe('UnitNotFound');
  await subscribe(basic, 'Plus');
  const [id] = ids as [number];
  expect((await driver.call(updateTrip, { params: { id }, body: { purpose: 'Kund' } })).status).toBe(200);
  expect((await driver.call(attest, { body: { ...MARCH, imei: basic.imei } })).status).toBe(200);
});
