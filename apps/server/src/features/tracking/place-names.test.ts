import { DAY_MS } from '@spora/calendar/durations';
import { columnsOf } from '@spora/telemetry/columns';
import { removePlace, savePlace, setPlaceStatus, updatePlace } from '@spora/contract/places/endpoints';
import { history, positions } from '@spora/contract/tracking/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp, type TestApp } from '../../testing/http.ts';
import { recordOf } from '../../testing/projector.ts';
import { append, ensurePartitions } from '../../core/log/segments.ts';
import { prepare } from '../../core/log/appender.ts';
import { driveBuilder } from '../../testing/drive.ts';
import { makeTrip } from '../../testing/trips.ts';
import { projectNext } from '../../testing/engine.ts';

let app: TestApp;
let accountId: AccountId;
let admin: Caller;
let unit: MadeUnit;
const START = Date.parse('2026-03-10T08:00:00Z');
const LATER = new Date('2026-03-10T09:00:00Z');
/** Stands, drives and stands again; `end` is where. */
const drive = driveBuilder({ startMs: START, withOdometer: true })
  .stand(120, { ignition: false })
  .drive(900, 50, { ignition: true })
  .stand(600, { ignition: false });
const last = drive.fixes.at(-1)!;
const end = { lat: last.latE7 / 1e7, lng: last.lonE7 / 1e7 };

beforeAll(async () => {
  app = await testApp();
  await ensurePartitions(app.database.pipeline, new Date(START - 5 * DAY_MS), new Date(START + 5 * DAY_MS));
  app.clock.now = LATER;
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  unit = await makeUnit(app.database, { accountId });
});
afterAll(() => app.close());

async function report(fixes: typeof drive.fixes): Promise<void> {
  const frame = { trackerId: unit.trackerId, columns: columnsOf(fixes.map(recordOf)), bytes: 1, settle: () => {} };
  await append(app.database.pipeline, prepare([frame], app.clock.now, 24));
  while ((await projectNext(app.database.pipeline, app.clock.now, { trackers: 50, segments: 4 })).trackers > 0) continue;
}
const shown = async (by = admin) => (await by.call(positions)).data?.units.find(({ imei }) => imei === unit.imei)?.place;
const add = async (label: string, body: Record<string, unknown>) => {
  const answer = await admin.call(savePlace, { body: { label, ...end, ...body, apply_from: '2026-03-10' } });
  if (!answer.data) throw new Error(JSON.stringify(answer.errors));
  return answer.data.place.id;
};

test('PLACE-012: where a unit stands the map card says the place’s name, the smallest that is for it and in use; on its way it does not', async () => {
  const other = await makeUnit(app.database, { accountId });
  const foreign = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  await foreign.call(savePlace, { body: { label: 'Någon annans', ...end, radius: 50 } });
  await add('Området', { radius: 5000 });
  const depot = await add('Depån', { radius: 300 });
  await add('En annan bils', { radius: 60, imeis: [other.imei] });
  await report(drive.fixes.filter((fix) => fix.timeMs < START + 900_000));
  expect(await shown()).toBeUndefined();
  await report(drive.fixes.filter((fix) => fix.timeMs >= START + 900_000));
  expect(await shown()).toBe('Depån');
  await admin.call(setPlaceStatus, { params: { id: depot }, body: { active: false } });
  expect(await shown()).toBe('Området');
});

test('PLACE-012: the stops of a history bear the names that their trips ended at', async () => {
  const { data } = await admin.call(history, {
    query: { imei: unit.imei, from: '2026-03-10T00:00:00Z', to: LATER.toISOString() },
  });
  expect(data?.stops.at(-1)).toMatchObject({ place: 'Depån' });
});

test('PLACE-012: an edited, switched-off or removed place is told to open maps at once, for the units that stand there', async () => {
  const { owner } = app.database;
  /** Which units' maps were told of by what was done. */
  const told = async (work: () => Promise<{ errors?: unknown }>) => {
    await owner.deleteFrom('live_event').execute();
    expect((await work()).errors).toBeUndefined();
    const rows = await owner.selectFrom('live_event').where('kind', '=', 'position').select('unit_id').execute();
    return rows.map((row) => row.unit_id);
  };
  const put = { label: 'Terminalen', ...end, radius: 70 };
  expect(await told(() => admin.call(savePlace, { body: put }))).toEqual([unit.unitId]);
  expect(await shown()).toBe('Terminalen');
  const id = await owner.selectFrom('place').where('label', '=', 'Terminalen').select('id').executeTakeFirstOrThrow();
  expect(await told(() => admin.call(updatePlace, { params: id, body: { label: 'Hamnen' } }))).toEqual([unit.unitId]);
  expect(await shown()).toBe('Hamnen');
  // Moved away, it no longer bears the name of where the unit stands.
  expect(await told(() => admin.call(updatePlace, { params: id, body: { lat: end.lat + 1 } }))).toEqual([unit.unitId]);
  expect(await shown()).toBe('Området');
  expect(await told(() => admin.call(updatePlace, { params: id, body: { lat: end.lat } }))).toEqual([unit.unitId]);
  expect(await told(() => admin.call(setPlaceStatus, { params: id, body: { active: false } }))).toEqual([unit.unitId]);
  expect(await told(() => admin.call(setPlaceStatus, { params: id, body: { active: true } }))).toEqual([unit.unitId]);
  expect(await told(() => admin.call(removePlace, { params: id }))).toEqual([unit.unitId]);
  expect(await shown()).toBe('Området');
});

test('PLACE-012, TRIP-032: while somebody drives privately the place where the unit stands is told to its driver alone', async () => {
  const driver = await makeMember(app.database, { accountId, isAdmin: false });
  await app.database.owner
    .insertInto('unit_access')
    .values({ account_id: accountId, unit_id: unit.unitId, member_id: driver.id })
    .execute();
  const trip = { start: LATER.toISOString(), type: 'private', driver: driver.id, isOngoing: true };
  await makeTrip(app.database, { accountId, unitId: unit.unitId }, trip);
  expect(await shown()).toBeUndefined();
  expect(await shown(await app.signInAs(driver))).toBe('Området');
});
