import { DAY_MS } from '@spora/calendar/durations';
import { columnsOf } from '@spora/telemetry/columns';
import { savePlace } from '@spora/contract/places/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp, type TestApp } from '../../testing/http.ts';
import { recordOf } from '../../testing/projector.ts';
import { append, ensurePartitions } from '../../core/log/segments.ts';
import { prepare } from '../../core/log/appender.ts';
import { driveBuilder } from '../../testing/drive.ts';
import type { Fix } from '../trips/projection.ts';
import { projectNext, rebuildTracker, settleSilentUnits } from '../../testing/engine.ts';

let app: TestApp;
let admin: Caller;
let unit: MadeUnit;
const HOME = { lat: 59.3, lng: 18 };
/** Everything happens on a day that is over. */
let morning: number;

beforeAll(async () => {
  app = await testApp();
  morning = Math.floor(app.clock.now.getTime() / DAY_MS - 2) * DAY_MS + 8 * 3_600_000;
  await ensurePartitions(app.database.pipeline, new Date(morning - 5 * DAY_MS), new Date(morning + 5 * DAY_MS));
  const accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  unit = await makeUnit(app.database, { accountId });
});
afterAll(() => app.close());

async function send(fixes: readonly Fix[]): Promise<void> {
  const frame = { trackerId: unit.trackerId, columns: columnsOf(fixes.map(recordOf)), bytes: 1, settle: () => {} };
  await append(app.database.pipeline, prepare([frame], app.clock.now, 24));
  while ((await projectNext(app.database.pipeline, app.clock.now, { trackers: 50, segments: 4 })).trackers > 0) continue;
}
const trips = async () =>
  (
    await sql<
      Record<string, unknown>
    >`SELECT t.id, p.label AS start, q.label AS stop, type, place_rule AS rule, t.purpose, is_ongoing
      FROM trip t LEFT JOIN place p ON p.id = t.start_place_id LEFT JOIN place q ON q.id = t.stop_place_id
      WHERE unit_id = ${unit.unitId} ORDER BY started_at`.execute(app.database.owner)
  ).rows;
const days = async () =>
  (
    await sql`SELECT day, trips, business_m, private_m FROM unit_day WHERE unit_id = ${unit.unitId} ORDER BY day`.execute(
      app.database.owner,
    )
  ).rows;
const picture = async () => ({ trips: await trips(), days: await days() });
const OFF = { ignition: false };
const ON = { ignition: true };
const place = async (label: string, at: { lat: number; lng: number }, body: Record<string, unknown> = {}) => {
  const saved = await admin.call(savePlace, { body: { label, ...at, radius: 200, ...body } });
  expect(saved.errors).toBeUndefined();
};

test('PLACE-007, PLACE-012, TRIP-024: lived through, late or rebuilt, trips follow the places that held when they started', async () => {
  // Places as of before the drives.
  app.clock.now = new Date(morning - DAY_MS);
  await place('Hemma', HOME, { rules: [{ when: 'start', type: 'private', purpose: 'Hemifrån' }] });
  const drive = driveBuilder({ startMs: morning, withOdometer: true }).stand(120, OFF).drive(900, 50, ON);
  const under = drive.fixes.length;
  const rest = drive
    .stand(1200, OFF)
    .drive(600, 50, { ...ON, turn: 0.5 })
    .stand(600, OFF).fixes;
  const middle = rest.find((fix) => fix.timeMs > morning + 1_200_000)!;
  await place('Kunden', { lat: middle.latE7 / 1e7, lng: middle.lonE7 / 1e7 }, { rules: [{ when: 'stop', type: 'other' }] });
  app.clock.now = new Date(morning + DAY_MS);

  await send(rest.slice(0, under));
  expect(await trips()).toMatchObject([
    { start: 'Hemma', stop: null, type: 'private', rule: 'place-one', purpose: 'Hemifrån', is_ongoing: true },
  ]);
  // One record that comes late, so that the trips are run again.
  const late = rest[under + 20]!;
  await send(rest.slice(under).filter((fix) => fix !== late));
  const lived = await picture();
  expect(lived.trips).toMatchObject([
    // Both rules have one end and one radius: the place that is first in the list decides.
    { start: 'Hemma', stop: 'Kunden', type: 'private', rule: 'place-one', is_ongoing: false },
    { start: 'Kunden', stop: null, type: 'business', rule: null, purpose: '' },
  ]);
  expect(lived.days).toMatchObject([{ trips: 2, private_m: 12_500 }]);
  await send([late]);
  expect(await picture()).toEqual(lived);
  await rebuildTracker(app.database.pipeline, unit.imei, app.clock.now);
  expect(await picture()).toEqual(lived);

  // A place that is made now holds from now: a rebuild of the past does not know it.
  await place('Kontoret', HOME, { radius: 60, rules: [{ when: 'start', type: 'other' }] });
  await rebuildTracker(app.database.pipeline, unit.imei, app.clock.now);
  expect(await picture()).toEqual(lived);
  // Applied from that day it does, at once and after a rebuild, and the day's totals with it.
  await place('Garaget', HOME, {
    radius: 50,
    rules: [{ when: 'start', type: 'business' }],
    apply_from: new Date(morning).toISOString().slice(0, 10),
  });
  const applied = await picture();
  expect(applied.trips[0]).toMatchObject({
    id: lived.trips[0]!.id,
    start: 'Garaget',
    stop: 'Kunden',
    type: 'business',
    purpose: '',
  });
  expect(applied.days).toMatchObject([{ trips: 2, private_m: 0 }]);
  await sql`UPDATE trip SET start_place_id = NULL, place_type = NULL, place_rule = NULL, purpose = 'x' WHERE unit_id = ${unit.unitId}`.execute(
    app.database.owner,
  );
  await rebuildTracker(app.database.pipeline, unit.imei, app.clock.now);
  expect(await picture()).toEqual(applied);
});

test('PLACE-012, TRIP-024: a trip that the clock closes gets the place it ended at; shown to go on, it loses it again', async () => {
  const start = morning + 5 * 3_600_000;
  const drive = driveBuilder({ startMs: start, withOdometer: true, seed: 3 }).stand(60, OFF).drive(600, 60, ON).stand(60, ON);
  const stop = drive.fixes.at(-1)!;
  app.clock.now = new Date(start);
  await place(
    'Grinden',
    { lat: stop.latE7 / 1e7, lng: stop.lonE7 / 1e7 },
    { radius: 50, rules: [{ when: 'stop', type: 'private' }], apply_from: new Date(morning).toISOString().slice(0, 10) },
  );
  const before = drive.fixes.length;
  await send(drive.fixes);
  expect((await trips()).at(-1)).toMatchObject({ is_ongoing: true, stop: null });
  app.clock.now = new Date(start + 3 * 3_600_000);
  await settleSilentUnits(app.database.pipeline, app.clock.now, { only: [unit.unitId] });
  expect((await trips()).at(-1)).toMatchObject({ is_ongoing: false, start: 'Garaget', stop: 'Grinden', rule: 'place-one' });
  await send(drive.drive(300, 60, ON).fixes.slice(before));
  expect((await trips()).at(-1)).toMatchObject({ is_ongoing: true, stop: null });
});
