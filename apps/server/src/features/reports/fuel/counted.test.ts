import { fuelReport } from '@spora/contract/reports/fuel';
import { columnsOf } from '@spora/telemetry/columns';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { prepare } from '../../../core/log/appender.ts';
import { append, ensurePartitions } from '../../../core/log/segments.ts';
import type { AccountId } from '../../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { driveBuilder, T0 } from '../../../testing/drive.ts';
import { projectNext } from '../../../testing/engine.ts';
import { type Caller, testApp } from '../../../testing/http.ts';
import { recordOf } from '../../../testing/projector.ts';
import { makeTrip } from '../../../testing/trips.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner, pipeline } = app.database;

let accountId: AccountId;
let admin: Caller;
let unit: MadeUnit;
beforeEach(async () => {
  app.clock.now = new Date('2026-05-01T10:00:00Z');
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  unit = await makeUnit(app.database, { accountId });
  await sql`UPDATE unit SET fuel_type = 'diesel', consumption_per_10km = 0.6 WHERE id = ${unit.unitId}`.execute(owner);
});

const fuelOfUnit = async () => {
  const [row] = (await admin.call(fuelReport, { body: { from: '2026-03-01', to: '2026-04-30' } })).data!.rows;
  return row!;
};
const drive = (start: string, type: 'business' | 'private' = 'business') =>
  makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, type, distanceM: 50_000 });
const counted = (day: string, litres: number) =>
  sql`INSERT INTO unit_fuel_day (unit_id, account_id, day, used_ml) VALUES (${unit.unitId}, ${accountId}, ${day}::date, ${litres * 1000})`.execute(
    owner,
  );

test('REP-012: a drive of which the vehicle counts its fuel is measured by that, from the frame to the report', async () => {
  await ensurePartitions(pipeline, new Date(T0), new Date(T0));
  const { fixes } = driveBuilder({ withOdometer: true })
    .stand(60, { ignition: false })
    .drive(1800, 90, { ignition: true })
    .stand(900, { ignition: false });
  // A litre each 15 km.
  const records = fixes.map((fix) => {
    const record = recordOf(fix);
    const value = 40_000 + Math.floor(((fix.odometerM ?? 0) - 1_000_000) / 1500);
    return { ...record, io: [...record.io, { id: 83, width: 4 as const, value }] };
  });
  await append(
    pipeline,
    prepare([{ trackerId: unit.trackerId, columns: columnsOf(records), bytes: 1, settle: () => {} }], app.clock.now, 24),
  );
  while ((await projectNext(pipeline, app.clock.now, { trackers: 9, segments: 8 }, { among: [unit.trackerId] })).trackers > 0)
    continue;
  await sql`UPDATE trip SET edited_type = 'business' WHERE unit_id = ${unit.unitId}`.execute(owner);
  const { total } = await fuelOfUnit();
  expect(total).toMatchObject({ source: 'measured', filled_l: null });
  expect(total.l_per_10km).toBeCloseTo(0.667, 1);
  expect(total.fuel_l).toBeCloseTo(3, 0);
});

test('REP-012: a month is reckoned by its own counter, one without by what was stated, and it is said which', async () => {
  await drive('2026-03-10T08:00:00Z');
  await drive('2026-04-10T08:00:00Z');
  await counted('2026-03-10', 5);
  const { months, total } = await fuelOfUnit();
  expect(months.map(({ source }) => source)).toEqual(['measured', 'computed']);
  expect(months.map(({ fuel_l }) => Math.round(fuel_l! * 10) / 10)).toEqual([5, 3]);
  expect(total.source).toBe('both');
});

test('REP-012, TRIP-032: days of private driving tell nothing of what was used; a short way is no measure', async () => {
  await drive('2026-03-10T08:00:00Z');
  await drive('2026-03-11T08:00:00Z', 'private');
  await counted('2026-03-10', 5);
  await counted('2026-03-11', 50);
  expect((await fuelOfUnit()).months[0]!.l_per_10km).toBeCloseTo(1);
  // A private trip that goes on into the next day takes that day, too.
  await sql`UPDATE trip SET edited_type = 'private', ended_at = '2026-03-12T01:00:00Z' WHERE unit_id = ${unit.unitId} AND type = 'private'`.execute(
    owner,
  );
  await drive('2026-03-12T08:00:00Z');
  await counted('2026-03-12', 50);
  expect((await fuelOfUnit()).months[0]!.l_per_10km).toBeCloseTo(1);
  await sql`UPDATE trip SET distance_m = 10000 WHERE unit_id = ${unit.unitId} AND type <> 'private'`.execute(owner);
  expect((await fuelOfUnit()).months[0]!.source).toBe('computed');
});
