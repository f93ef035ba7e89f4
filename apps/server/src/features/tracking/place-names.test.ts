import { columnsOf } from '@spora/telemetry/columns';
import { savePlace, setPlaceStatus } from '@spora/contract/places';
import { history, positions } from '@spora/contract/tracking';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../platform/testing.ts';
import { type Caller, testApp, type TestApp } from '../../platform/testing-http.ts';
import { projectNext } from '../telemetry/projection/service.ts';
import { recordOf } from '../telemetry/projector.testing.ts';
import { append, ensurePartitions } from '../telemetry/repository.ts';
import { prepare } from '../telemetry/service.ts';
import { driveBuilder } from '../trips/projection.testing.ts';

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
  await ensurePartitions(app.database.pipeline, new Date(START - 5 * 86_400_000), new Date(START + 5 * 86_400_000));
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
  const { data } = await admin.call(history, { query: { imei: unit.imei, from: '2026-03-10T00:00:00Z', to: LATER.toISOString() } });
  expect(data?.stops.at(-1)).toMatchObject({ place: 'Depån' });
});
